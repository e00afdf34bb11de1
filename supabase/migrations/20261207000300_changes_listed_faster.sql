-- Planned once for each connection, and not sorted: planning took longer than reading.

create or replace function private.list_cache_changes(since text, out upto text, out tags text[], out everything boolean) returns record
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  current constant pg_snapshot := pg_current_snapshot();
  known constant pg_snapshot := split_part(since, ' ', 1);
  purges bigint;
begin
  upto := since;
  everything := false;
  -- Nothing was committed meanwhile.
  if current::text = known::text then
    return;
  end if;
  purges := coalesce((select p.number from private.cache_purges p), 0);
  upto := current || ' ' || purges;
  -- A purge deletes what the one before it saw; so did whoever read after that one.
  everything := since is null or not purges between split_part(since, ' ', 2)::bigint and split_part(since, ' ', 2)::bigint + 1;
  if not everything then
    select array_agg(tag) filter (where tag is not null), coalesce(bool_or(c.tags is null), false) into tags, everything
    from (
      select c.tags from private.cache_changes c where c.transaction >= pg_snapshot_xmax(known)
      union all
      select c.tags from private.cache_changes c where c.transaction = any (array(select pg_snapshot_xip(known)))) as c
    left join lateral unnest(c.tags) as tag on true;
  end if;
end $$;
