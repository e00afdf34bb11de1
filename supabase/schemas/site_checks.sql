-- Site: rows that triggers derive from other rows are compared with them every night, and repaired.

-- Consistency of the search -------------------------------------------------------------------------------------------

create function private.check_words(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
begin
  differences := 0;
  delete from search.words w where w.lexeme not in (select s.word from ts_stat('select document from search.listings') as s);
  if found then
    insert into private.cache_changes (tags) values ('{directory}');
  end if;
end $$;
comment on function private.check_words(text,integer) is
  'Forgets words that no listing has any more, which is no difference: they stay until the night. Missing ones come back with private.check_listings().';

create function private.check_admin_search(
  source text, target text, key text, columns text[], inout after text, most integer, out differences bigint
) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  ids uuid[];
  wrong uuid;
  listed text := (select string_agg(quote_ident(c), ', ') from unnest(columns) as c);
begin
  differences := 0;
  execute format('select array(
    (select id from %s where id > $1 order by 1 limit $2) union (select %I from search.%I where %2$I > $1 order by 1 limit $2)
    order by 1 limit $2)', source, key, target) into ids using start, most;
  for wrong in execute format(
    'select coalesce(e.%1$I, w.%1$I) from (select * from search.expected_%2$I where %1$I = any ($1)) as e
       full join (select * from search.%2$I where %1$I = any ($1)) as w on w.%1$I = e.%1$I
     where (%3$s, e.%1$I) is distinct from (%4$s, w.%1$I)
       -- Changes of these are still to be applied.
       and coalesce(e.%1$I, w.%1$I) not in (select feedback_id from search.admin_feedback_changes) order by 1', key, target,
    (select string_agg('e.' || quote_ident(c), ', ') from unnest(columns) as c),
    (select string_agg('w.' || quote_ident(c), ', ') from unnest(columns) as c)) using ids
  loop
    -- Read again under the lock, because it may have changed meanwhile.
    execute format('select from %s where id = $1 for no key update', source) using wrong;
    execute format('delete from search.%I as w where w.%I = $1 and not exists (select from search.expected_%I as e where e.%I = $1)',
      target, key, target, key) using wrong;
    execute format('insert into search.%1$I (%2$I, %3$s) select %2$I, %3$s from search.expected_%1$I where %2$I = $1
      on conflict (%2$I) do update set (%3$s) = row (%4$s)', target, key, listed,
      (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(columns) as c)) using wrong;
    differences := differences + 1;
  end loop;
  after := ids[most];
end $$;
comment on function private.check_admin_search(text,text,text,text[],text,integer) is
  'Compares the next rows of a table of words with its view `expected_…`, and repairs them.';

create function private.check_admin_account_search(inout after text, most integer, out differences bigint) returns record
language sql set search_path = '' as $$
  select * from private.check_admin_search('public.profiles', 'admin_account_search', 'profile_id',
    '{account_type,created_at,name_key,words}', after, most) $$;
comment on function private.check_admin_account_search(text,integer) is
  'Compares what admins search the next accounts by with their profiles.';

create function private.check_admin_feedback_search(inout after text, most integer, out differences bigint) returns record
language plpgsql set search_path = '' as $$
begin
  -- The lock keeps others from writing these rows until the commit.
  perform pg_advisory_xact_lock(hashtext('apply_admin_feedback_changes'));
  select c.after, c.differences into check_admin_feedback_search.after, check_admin_feedback_search.differences
  from private.check_admin_search('public.feedback', 'admin_feedback_search', 'feedback_id', '{state,created_at,words}', after, most) as c;
end $$;
comment on function private.check_admin_feedback_search(text,integer) is
  'Compares what admins search the next feedback by with the feedback.';

create function private.check_admin_business_search(inout after text, most integer, out differences bigint) returns record
language sql set search_path = '' as $$
  select * from private.check_admin_search('public.businesses', 'admin_business_search', 'business_id', '{created_at,words}', after, most) $$;
comment on function private.check_admin_business_search(text,integer) is
  'Compares what admins search the next businesses by with the businesses.';

-- Consistency of the statistics ---------------------------------------------------------------------------------------

create function private.check_admin_list_counts(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  this constant text := coalesce(after::jsonb ->> 0, 'accounts');
  start constant text := after::jsonb ->> 1;
  entries constant text := case this when 'feedback' then 'search.admin_feedback_search' else 'search.admin_account_search' end;
  key constant text := case this when 'names' then 'name_key' else 'created_at' end;
  -- The first key behind a part: a week, or the letters that names begin with.
  behind constant text := case this when 'names' then '%L || chr(case char_length(%1$L) when 3 then 1114111 else 1 end)'
    else '(%L::timestamp + interval ''1 week'') at time zone ''UTC''' end;
  rows text := case when start is null then 'true' else key || ' >= ' || format(behind, start) end;
  parts text := case when start is null then 'true' else format('part > %L', start) end;
  last text;
begin
  execute format('select p.part from (select w from %s as w where %s order by %s offset %s limit 1) as last
    cross join lateral stats.admin_list_parts(last.w) as p where p.list = %L', entries, rows, key, most - 1, this) into last;
  if last is not null then
    rows := rows || ' and ' || key || ' < ' || format(behind, last);
    parts := parts || format(' and part <= %L', last);
  end if;
  -- The difference is added like any other change.
  execute format('insert into stats.admin_list_changes (list, kind, part, items)
    select %1$L, kind, part, sum(items) from (
      select p.kind, p.part collate "C" as part, count(*) as items from %2$s as w
      cross join lateral stats.admin_list_parts(w) as p where %3$s and p.list = %1$L group by 1, 2
      union all select kind, part, -items from stats.admin_list_counts where list = %1$L and %4$s
      union all select kind, part, -items from stats.admin_list_changes where list = %1$L and %4$s) as each
    group by kind, part having sum(items) <> 0', this, entries, rows, parts);
  get diagnostics differences = row_count;
  after := case when last is not null then jsonb_build_array(this, last)
    when this <> 'names' then jsonb_build_array(case this when 'accounts' then 'feedback' else 'names' end) end;
end $$;
comment on function private.check_admin_list_counts(text,integer) is
  'Compares the counts of the next parts of admins'' lists with their rows, and corrects them. Whole parts: a week, or three letters.';

create function private.check_daily_figures(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  this constant text := coalesce(after::jsonb ->> 0, (select min(figure) from stats.figure_sources));
  start constant date := after::jsonb ->> 1;
  -- The first moment behind a day.
  behind constant text := '((%L::date + 1)::timestamp at time zone ''Europe/London'')';
  rows text := case when start is null then 'true' else 'moment >= ' || format(behind, start) end;
  days text := case when start is null then 'true' else format('day > %L', start) end;
  counted text;
  last date;
begin
  select string_agg(format('(select %s as moment, %s as amount from %s as r where %s)', moment, amount, table_name, counted_when), ' union all ')
    into counted from stats.figure_sources where figure = this;
  execute format('select private.uk_day(moment) from (%s) as each where %s order by moment offset %s limit 1', counted, rows, most - 1) into last;
  if last is not null then
    rows := rows || ' and moment < ' || format(behind, last);
    days := days || format(' and day <= %L', last);
  end if;
  -- The difference is added like any other change.
  execute format('insert into stats.figure_changes (figure, day, amount)
    select %1$L, day, sum(amount) from (
      select private.uk_day(moment) as day, sum(amount) as amount from (%2$s) as each where %3$s group by 1
      union all select day, -amount from stats.daily_figures where figure = %1$L and %4$s
      union all select day, -amount from stats.figure_changes where figure = %1$L and %4$s) as each
    group by day having sum(amount) <> 0', this, counted, rows, days);
  get diagnostics differences = row_count;
  after := case when last is not null then jsonb_build_array(this, last)
    else (select jsonb_build_array(min(figure)) from stats.figure_sources where figure > this having count(*) > 0) end;
end $$;
comment on function private.check_daily_figures(text,integer) is
  'Compares a figure on the next days with its rows, and corrects it. Whole days.';

-- Consistency checks --------------------------------------------------------------------------------------------------

create table private.derived_checks (
  name text primary key,
  place smallint not null,
  compare text not null,
  most integer not null,
  after text,
  done_on date
);
comment on table private.derived_checks is
  'What private.check_next_derived_part() compares, in order: parents before what is derived from them.';
comment on column private.derived_checks.compare is
  'A private function of `after` and `most`: it compares and repairs the next rows, and gives how many differed and the key to continue after, null at the end.';
comment on column private.derived_checks.most is 'How many rows one call compares: a small part of a second''s work.';
comment on column private.derived_checks.after is 'The key that the check continues after; null at the beginning.';
comment on column private.derived_checks.done_on is 'The British day of the last check that came to its end.';
alter table private.derived_checks enable row level security;

insert into private.derived_checks (name, place, compare, most) values
  ('listings', 1, 'check_listings', 50), ('words', 2, 'check_words', 1),
  ('admin_account_search', 4, 'check_admin_account_search', 500), ('admin_feedback_search', 5, 'check_admin_feedback_search', 500),
  ('admin_business_search', 6, 'check_admin_business_search', 500), ('admin_list_counts', 7, 'check_admin_list_counts', 20000),
  ('daily_figures', 8, 'check_daily_figures', 20000), ('job_facets', 9, 'check_job_facets', 500), ('job_counts', 10, 'check_job_counts', 2000);

create table private.derived_repairs (
  id bigint generated always as identity primary key,
  repaired_at timestamptz not null default now(),
  name text not null,
  differences bigint not null
);
comment on table private.derived_repairs is
  'What nightly checks found to differ and repaired. A row here means that a trigger was passed by, or is at fault.';
alter table private.derived_repairs enable row level security;

create function private.check_derived_part(checked text) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  -- Tests set it.
  patience constant interval := coalesce(nullif(current_setting('checks.patience', true), '')::interval, '1 second');
  begun constant timestamptz := clock_timestamp();
  part private.derived_checks;
  step bigint;
  differences bigint := 0;
begin
  select * into part from private.derived_checks where name = checked for update;
  loop
    execute format('select after, differences from private.%I($1, $2)', part.compare) into part.after, step using part.after, part.most;
    differences := differences + step;
    exit when part.after is null or clock_timestamp() > begun + patience;
  end loop;
  if differences > 0 then
    insert into private.derived_repairs (name, differences) values (checked, differences);
    -- Ends everything that is cached: it may have been made of what was wrong.
    insert into private.cache_changes (tags) values (null);
    raise warning '% rows of % differed from what they are derived from, and were repaired', differences, checked;
  end if;
  update private.derived_checks set after = part.after, done_on = case when part.after is null then private.uk_day(now()) else done_on end
  where name = checked;
  return differences;
end $$;
comment on function private.check_derived_part(text) is
  'Continues a check for about a second, and records what was repaired and where it goes on.';

create function private.check_next_derived_part() returns void
language sql security definer set search_path = '' as $$
  select private.check_derived_part(name) from (
    select name from private.derived_checks where done_on is distinct from private.uk_day(now()) order by place limit 1) as next
$$;
comment on function private.check_next_derived_part() is
  'Task: continues the check of what is derived for about a second; after the last one, until the next night, nothing.';

create function private.has_due_derived_check() returns boolean
language sql stable security definer set search_path = '' as $$
  select (now() at time zone 'Europe/London')::time between '02:00' and '05:00'
    and exists (select from private.derived_checks where done_on is distinct from private.uk_day(now()))
$$;
comment on function private.has_due_derived_check() is
  'Whether it is night in Britain, and something is not yet checked.';

create function private.check_all_derived_tables() returns table (name text, differences bigint)
language plpgsql security definer set search_path = '' as $$
begin
  for name in select c.name from private.derived_checks c order by c.place loop
    update private.derived_checks c set after = null, done_on = null where c.name = check_all_derived_tables.name;
    differences := 0;
    loop
      differences := differences + private.check_derived_part(name);
      exit when exists (select from private.derived_checks c where c.name = check_all_derived_tables.name and c.done_on is not null);
    end loop;
    return next;
  end loop;
end $$;
comment on function private.check_all_derived_tables() is
  'For the operator: checks and repairs everything that is derived at once, and says what differed.';

-- Response cache ------------------------------------------------------------------------------------------------------

create function private.cache_expiry(tags text[]) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    -- The order of equals moves on.
    ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London',
    case when 'directory' = any (tags) then
      (select min(l.membership_end) from search.listings l where l.membership_end > now()) end,
    (select min(l.membership_end) from search.listings l where l.membership_end > now()
      and l.provider_id in (select substr(tag, 9)::uuid from unnest(tags) as tag where tag like 'listing:%')),
    case when tags && array['jobs'] then
      (select min(j.expires_at) from public.jobs j where j.status = 'open' and j.expires_at > now()) end,
    (select min(j.expires_at) from public.jobs j where j.expires_at > now()
      and j.id in (select substr(tag, 5)::uuid from unnest(tags) as tag where tag like 'job:%')));
end $$;
comment on function private.cache_expiry(text[]) is
  'When the clock alone changes what has these tags: a membership or a job ends, or the order of the directory moves on.';
