-- A check leaves the sets to its commit, where every writer takes them in one order, and a repair ends what was cached.
create or replace function private.check_listings(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  people constant uuid[] := array(
    (select l.provider_id from search.listings l where l.provider_id > start order by 1 limit most)
    union (select s.user_id from public.subscribers s
      where s.subscribed and s.subscription_end > now() and s.user_id > start order by 1 limit most)
    order by 1 limit most);
  person uuid;
  before jsonb;
begin
  differences := 0;
  foreach person in array people loop
    before := (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  after := people[most];
end $$;

create or replace function private.check_derived_part(checked text) returns bigint
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

create or replace function private.check_all_derived_tables() returns table (name text, differences bigint)
language plpgsql security definer set search_path = '' as $$
begin
  for name in select c.name from private.derived_checks c order by c.place loop
    update private.derived_checks c set after = null, done_on = null where c.name = check_all_derived_tables.name;
    differences := 0;
    loop
      differences := differences + private.check_derived_part(name);
      -- Sets follow listings at the commit; here they are checked before it.
      set constraints all immediate;
      set constraints all deferred;
      exit when exists (select from private.derived_checks c where c.name = check_all_derived_tables.name and c.done_on is not null);
    end loop;
    return next;
  end loop;
end $$;

comment on table search.job_places is
  'Every place that a job ever named, with how many open jobs were there when the changes were last added up
(search.counted_job_places gives the present number). Number 0 is no place.';
