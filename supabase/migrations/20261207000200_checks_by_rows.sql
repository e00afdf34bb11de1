-- The nightly check of listings goes by rows, as many a time as a second lets it: all of a 64th took too long with 100,000.

alter table private.derived_checks add column next_row uuid;
comment on column private.derived_checks.pieces is
  'SQL: how many pieces a night''s check has. Or ''rows'': it goes by rows, as many a time as a second lets it.';
comment on column private.derived_checks.next_row is
  'A check that goes by rows goes on after this id; null at the beginning.';
update private.derived_checks set pieces = 'rows', next_piece = 0 where name = 'listings';
drop function private.check_derived_part(text, integer);
drop function private.check_listings(integer);

create or replace function private.check_listings(inout after uuid, out differences bigint) returns record
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  -- Tests set it.
  patience constant interval := coalesce(nullif(current_setting('checks.patience', true), '')::interval, '1 second');
  begun constant timestamptz := clock_timestamp();
  person uuid;
  before jsonb;
begin
  differences := 0;
  for person in
    (select l.provider_id from search.listings l where after is null or l.provider_id > after order by 1 limit 2000)
    union (select s.user_id from public.subscribers s
      where s.subscribed and s.subscription_end > now() and (after is null or s.user_id > after) order by 1 limit 2000)
    order by 1 limit 2000
  loop
    after := person;
    before := (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
    exit when clock_timestamp() > begun + patience;
  end loop;
  if not found then
    after := null;
  end if;
  -- The sets follow at the commit, or whoever looks at them later in this transaction would not see them follow.
  set constraints all immediate;
  set constraints all deferred;
end $$;
comment on function private.check_listings(uuid) is
  'Writes the listings behind an id again, in the order of ids, as many as a second lets it. Says how many became different, and where to go on; null after the last.';

create or replace function private.record_repair(checked text, piece integer, differences bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if differences > 0 then
    insert into private.derived_repairs (name, piece, differences) values (checked, piece, differences);
    raise warning '% rows of % (piece %) differed from what they are derived from, and were repaired', differences, checked, piece;
  end if;
end $$;
comment on function private.record_repair(text,integer,bigint) is 'Notes what a check repaired, if anything.';

create or replace function private.check_derived_part(checked text) returns bigint
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

create or replace function private.check_next_derived_part() returns void
language sql security definer set search_path = '' as $$
  select private.check_derived_part(name) from (
    select name from private.derived_checks where done_on is distinct from private.uk_day(now()) order by place limit 1) as next
$$;
comment on function private.check_next_derived_part() is
  'Task: checks the next piece of what is derived; after the last one, until the next night, nothing.';

create or replace function private.check_all_derived_tables() returns table (name text, differences bigint)
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
