-- Site: rows that triggers derive from other rows are compared with them every night, and repaired.

-- Consistency of the search -------------------------------------------------------------------------------------------

create function search.find_set_differences(wanted integer) returns table (term text, members bit)
language sql stable security definer set search_path = '' as $$
  select coalesce(e.term, s.term), e.members from (
    select held.term, search.collect_members(held.slot & 16383, 1) as members from (
      select l.slot, unnest(tsvector_to_array(l.document)) collate "C" as term from search.listings l where l.slot >> 14 = wanted
      union all select l.slot, '*' from search.listings l where l.slot >> 14 = wanted) as held
    group by held.term) as e
  full join (select * from search.term_sets where part = wanted) as s on s.term = e.term
  where coalesce(s.dense, s.members) is distinct from e.members
$$;
comment on function search.find_set_differences(integer) is
  'The sets of a part that are not what its listings say, as they should be; null where nobody holds the term.';

create function search.find_order_differences(wanted integer) returns setof integer
language sql stable security definer set search_path = '' as $$
  select coalesce(l.slot, r.slot) from (select * from search.listings where slot >> 14 = wanted) as l
  full join (select * from search.listing_order where slot >> 14 = wanted) as r on r.slot = l.slot
  where (l.place, l.rating_score, l.created_at, l.slot) is distinct from (r.place, r.rating_score, r.created_at, r.slot)
$$;
comment on function search.find_order_differences(integer) is
  'The slots of a part whose narrow row is not what the listing says.';

create function private.check_term_sets(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint := 0;
  changed bigint;
begin
  if not exists (select from search.find_set_differences(piece)) and not exists (select from search.find_order_differences(piece)) then
    return 0;
  end if;
  -- Whoever has written listings has written their sets when this is granted, and nobody begins meanwhile.
  lock table search.listings in share row exclusive mode;
  with wrong as materialized (select * from search.find_set_differences(piece)),
  gone as (delete from search.term_sets s using wrong w where s.part = piece and s.term = w.term and w.members is null)
  insert into search.term_sets (term, part, members, dense)
  select w.term, piece, case when bit_count(w.members) < 32 then w.members end, case when bit_count(w.members) >= 32 then w.members end
  from wrong w where w.members is not null
  on conflict (term, part) do update set members = excluded.members, dense = excluded.dense;
  get diagnostics changed = row_count;
  differences := greatest(changed, 1);
  with wrong as materialized (select slot from search.find_order_differences(piece) as slot),
  gone as (delete from search.listing_order r using wrong w where r.slot = w.slot
    and not exists (select from search.listings l where l.slot = w.slot))
  insert into search.listing_order as r (slot, place, rating_score, created_at)
  select l.slot, l.place, l.rating_score, l.created_at from search.listings l join wrong using (slot)
  on conflict (slot) do update set place = excluded.place, rating_score = excluded.rating_score, created_at = excluded.created_at;
  get diagnostics changed = row_count;
  return differences + changed;
end $$;
comment on function private.check_term_sets(integer) is
  'Compares the sets and narrow rows of 16,384 slots with their listings, and repairs them.';

create function search.find_term_differences() returns table (kind text, term text, lexeme text, listings bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(e.kind, t.kind), coalesce(e.term, t.term), e.lexeme, e.listings from (
    select 'token' as kind, token as term, null::text as lexeme, count(*) as listings
    from search.listings l cross join lateral unnest(tsvector_to_array(l.document)) as token
    where (token collate "C") >= '@' and (token collate "C") < 'A' group by token
    union all
    select 'word', word, (ts_lexize('pg_catalog.english_stem', word))[1], count(*)
    from search.listings l cross join lateral unnest(l.words) as word group by word) as e
  full join search.terms t on t.kind = e.kind and t.term = e.term
  where (t.listings, t.lexeme, t.term) is distinct from (e.listings, e.lexeme, e.term)
$$;
comment on function search.find_term_differences() is
  'The terms that are not counted as the listings hold them, as they should be.';

create function private.check_terms(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  if not exists (select from search.find_term_differences()) then
    return 0;
  end if;
  lock table search.listings in share row exclusive mode;
  with wrong as materialized (select * from search.find_term_differences()),
  gone as (delete from search.terms t using wrong w where t.kind = w.kind and t.term = w.term and w.listings is null returning 1),
  put as (insert into search.terms as t (kind, term, lexeme, listings)
    select w.kind, w.term, w.lexeme, w.listings from wrong w where w.listings is not null
    on conflict (kind, term) do update set lexeme = excluded.lexeme, listings = excluded.listings returning 1)
  select (select count(*) from gone) + (select count(*) from put) into differences;
  return differences;
end $$;
comment on function private.check_terms(integer) is
  'Compares the counted towns and words with the listings, and repairs them.';

create function private.check_admin_search(
  source text, target text, key text, columns text[], piece integer
) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  wrong uuid;
  differences bigint := 0;
  listed text := (select string_agg(quote_ident(c), ', ') from unnest(columns) as c);
begin
  for wrong in execute format(
    'select coalesce(e.%1$I, w.%1$I) from (select * from search.expected_%2$I where private.is_in_derived_part(%1$I, $1)) as e
       full join (select * from search.%2$I where private.is_in_derived_part(%1$I, $1)) as w on w.%1$I = e.%1$I
     where (%3$s, e.%1$I) is distinct from (%4$s, w.%1$I) order by 1', key, target,
    (select string_agg('e.' || quote_ident(c), ', ') from unnest(columns) as c),
    (select string_agg('w.' || quote_ident(c), ', ') from unnest(columns) as c)) using piece
  loop
    -- The row is read again behind the lock: somebody may have written it meanwhile.
    execute format('select from %s where id = $1 for no key update', source) using wrong;
    execute format('delete from search.%I as w where w.%I = $1 and not exists (select from search.expected_%I as e where e.%I = $1)',
      target, key, target, key) using wrong;
    execute format('insert into search.%1$I (%2$I, %3$s) select %2$I, %3$s from search.expected_%1$I where %2$I = $1
      on conflict (%2$I) do update set (%3$s) = row (%4$s)', target, key, listed,
      (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(columns) as c)) using wrong;
    differences := differences + 1;
  end loop;
  return differences;
end $$;
comment on function private.check_admin_search(text,text,text,text[],integer) is
  'Compares a piece of a table of words with its view `expected_…`, and repairs it row by row.';

create function private.check_admin_account_search(piece integer) returns bigint
language sql set search_path = '' as $$
  select private.check_admin_search('public.profiles', 'admin_account_search', 'profile_id', '{account_type,created_at,name_key,words}', piece) $$;
comment on function private.check_admin_account_search(integer) is
  'Compares what admins search accounts by with the profiles.';

create function private.check_admin_feedback_search(piece integer) returns bigint
language sql set search_path = '' as $$
  select private.check_admin_search('public.feedback', 'admin_feedback_search', 'feedback_id', '{state,created_at,words}', piece) $$;
comment on function private.check_admin_feedback_search(integer) is
  'Compares what admins search feedback by with the feedback.';

create function private.check_admin_business_search(piece integer) returns bigint
language sql set search_path = '' as $$
  select private.check_admin_search('public.businesses', 'admin_business_search', 'business_id', '{created_at,words}', piece) $$;
comment on function private.check_admin_business_search(integer) is
  'Compares what admins search businesses by with the businesses.';

-- Consistency of the statistics ---------------------------------------------------------------------------------------

create function private.check_admin_list_counts(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  select count(*) into differences from (
    select list, kind, part from (
      select p.list, p.kind, p.part collate "C" as part, count(*) as items from search.admin_account_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3
      union all select p.list, p.kind, p.part, count(*) from search.admin_feedback_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3
      union all select list, kind, part, -items from stats.admin_list_counts
      union all select list, kind, part, -items from stats.admin_list_changes) as each
    group by list, kind, part having sum(items) <> 0) as wrong;
  if differences > 0 then
    perform stats.rebuild_list_counts();
  end if;
  return differences;
end $$;
comment on function private.check_admin_list_counts(integer) is
  'Compares the counted parts of admins'' lists with their rows, and counts all anew where one differs.';

create function private.check_daily_figures(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  counted text;
  differences bigint;
begin
  select string_agg(format('select %L::text as figure, private.uk_day(%s) as day, sum(%s) as amount from %s as r where %s group by 2',
    figure, moment, amount, table_name, counted_when), ' union all ') into counted from stats.figure_sources;
  execute format('select count(*) from (select figure, day from (%s
      union all select figure, day, -amount from stats.daily_figures
      union all select figure, day, -amount from stats.figure_changes) as each
    group by figure, day having sum(amount) <> 0) as wrong', counted) into differences;
  if differences > 0 then
    perform stats.rebuild_figures();
  end if;
  return differences;
end $$;
comment on function private.check_daily_figures(integer) is
  'Compares the figures of each day with their rows, and counts all anew where one differs.';

-- Consistency checks --------------------------------------------------------------------------------------------------

create table private.derived_checks (
  name text primary key,
  place smallint not null,
  pieces text not null,
  compare text not null,
  next_piece integer not null default 0,
  done_on date,
  next_row uuid
);
comment on table private.derived_checks is
  'What private.check_next_derived_part() compares, in order: parents before what is derived from them.';
comment on column private.derived_checks.pieces is
  'SQL: how many pieces a night''s check has. Or ''rows'': it goes by rows, as many a time as a second lets it.';
comment on column private.derived_checks.compare is
  'A function of the piece''s number that repairs it and says how many rows differed.';
comment on column private.derived_checks.next_row is
  'A check that goes by rows goes on after this id; null at the beginning.';
comment on column private.derived_checks.done_on is 'The British day of the last check that got through all pieces.';
alter table private.derived_checks enable row level security;

insert into private.derived_checks (name, place, pieces, compare) values
  ('listings', 1, 'rows', 'check_listings'),
  ('term_sets and listing_order', 2, 'select coalesce((greatest((select max(slot) from search.listings), (select max(slot) from search.listing_order), (select max(part) * 16384 from search.term_sets)) >> 14) + 1, 1)', 'check_term_sets'),
  ('terms', 3, '1', 'check_terms'), ('admin_account_search', 4, '64', 'check_admin_account_search'),
  ('admin_feedback_search', 5, '64', 'check_admin_feedback_search'),
  ('admin_business_search', 6, '64', 'check_admin_business_search'),
  ('admin_list_counts', 7, '1', 'check_admin_list_counts'), ('daily_figures', 8, '1', 'check_daily_figures'),
  ('job_facets and its counts', 9, '1', 'check_job_facets');

create table private.derived_repairs (
  id bigint generated always as identity primary key,
  repaired_at timestamptz not null default now(),
  name text not null,
  piece integer not null,
  differences bigint not null
);
comment on table private.derived_repairs is
  'What nightly checks found to differ and repaired. A row here means that a trigger was passed by, or is at fault.';
alter table private.derived_repairs enable row level security;
create trigger invalidate_responses after insert on private.derived_repairs
  for each row execute function private.invalidate_cache();

create function private.is_in_derived_part(id uuid, piece integer) returns boolean
language sql immutable parallel safe as $$
  select id >= (lpad(to_hex(piece * 4), 2, '0') || '000000-0000-0000-0000-000000000000')::uuid
    and id <= (lpad(to_hex(piece * 4 + 3), 2, '0') || 'ffffff-ffff-ffff-ffff-ffffffffffff')::uuid
$$;
comment on function private.is_in_derived_part(uuid,integer) is
  'Whether an id is in one of 64 pieces, which an index finds.';

create function private.record_repair(checked text, piece integer, differences bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if differences > 0 then
    insert into private.derived_repairs (name, piece, differences) values (checked, piece, differences);
    raise warning '% rows of % (piece %) differed from what they are derived from, and were repaired', differences, checked, piece;
  end if;
end $$;
comment on function private.record_repair(text,integer,bigint) is 'Notes what a check repaired, if anything.';

create function private.check_derived_part(checked text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  part private.derived_checks;
  total integer;
  differences bigint := 0;
  is_last boolean := true;
begin
  select * into part from private.derived_checks where name = checked for update;
  if part.pieces = 'rows' then
    execute format('select differences, after from private.%I($1)', part.compare) into differences, part.next_row using part.next_row;
    is_last := part.next_row is null;
  else
    execute case when part.pieces like 'select %' then part.pieces else 'select ' || part.pieces end into total;
    if part.next_piece < total then
      execute format('select private.%I($1)', part.compare) into differences using part.next_piece;
    end if;
    is_last := part.next_piece + 1 >= total;
  end if;
  perform private.record_repair(checked, part.next_piece, differences);
  update private.derived_checks set next_row = part.next_row, next_piece = case when is_last then 0 else part.next_piece + 1 end,
    done_on = case when is_last then private.uk_day(now()) else done_on end
  where name = checked;
  return differences;
end $$;
comment on function private.check_derived_part(text) is
  'Checks the next piece, and notes what was repaired and where the check goes on.';

create function private.check_next_derived_part() returns void
language sql security definer set search_path = '' as $$
  select private.check_derived_part(name) from (
    select name from private.derived_checks where done_on is distinct from private.uk_day(now()) order by place limit 1) as next
$$;
comment on function private.check_next_derived_part() is
  'Task: checks the next piece of what is derived; after the last one, until the next night, nothing.';

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
    update private.derived_checks c set next_piece = 0, next_row = null, done_on = null where c.name = check_all_derived_tables.name;
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

create function private.cache_ends(tags text[]) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    -- The order of equals moves on.
    ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London',
    case when tags && array['directory', 'listings'] or exists (select from unnest(tags) as tag where tag like 'category%') then
      (select min(l.membership_end) from search.listings l where l.membership_end > now()) end,
    (select min(l.membership_end) from search.listings l where l.membership_end > now()
      and l.provider_id in (select substr(tag, 9)::uuid from unnest(tags) as tag where tag like 'listing:%')),
    (select min(j.expires_at) from public.jobs j where j.expires_at > now()
      and j.id in (select substr(tag, 5)::uuid from unnest(tags) as tag where tag like 'job:%')));
end $$;
comment on function private.cache_ends(text[]) is
  'When the clock alone changes what has these tags: a membership or a job ends, or the order of the directory moves on.';
