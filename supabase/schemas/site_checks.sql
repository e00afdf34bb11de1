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
  ('listings', 1, 'check_listings', 50), ('words', 2, 'check_words', 1);

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
