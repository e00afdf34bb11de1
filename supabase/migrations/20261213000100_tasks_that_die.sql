-- A task that takes too long, or whose process dies again and again, counts as failed; more than 5,000 changes end all cached
-- responses, and are not listed one by one.

create or replace function private.list_cache_changes(since text, out upto text, out tags text[], out everything boolean) returns record
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  current constant pg_snapshot := pg_current_snapshot();
  known constant pg_snapshot := split_part(since, ' ', 1);
  -- More changes at once end everything, or each process of the site is sent the tags of all of them.
  most constant integer := 5000;
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
    select array_agg(distinct tag) filter (where tag is not null), coalesce(bool_or(c.tags is null or c.too_many), false) into tags, everything
    from (
      select each.tags, count(*) over () > most as too_many from (
        select c.tags from private.cache_changes c where c.transaction >= pg_snapshot_xmax(known)
        union all
        select c.tags from private.cache_changes c where c.transaction = any (array(select pg_snapshot_xip(known)))
        limit most + 1) as each) as c
    left join lateral unnest(c.tags) as tag on true;
    if everything then
      tags := null;
    end if;
  end if;
end $$;
comment on function private.list_cache_changes(text) is
  'For the response cache: the tags of all changes that were committed since an earlier call, whose upto is given; everything if that is too long ago, or they are more than 5,000.';

create or replace function private.delete_old_cache_changes() returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  last private.cache_purges;
begin
  select * into last from private.cache_purges
    where pg_snapshot_xmax(seen) <= pg_snapshot_xmax(pg_current_snapshot()) for update;
  -- Transaction numbers not yet reached come from the server that this database was copied from.
  delete from private.cache_changes where transaction >= pg_snapshot_xmax(pg_current_snapshot());
  delete from private.cache_changes c where c.ctid = any (array(
    select o.ctid from private.cache_changes o
    where o.transaction < pg_snapshot_xmax(last.seen) and pg_visible_in_snapshot(o.transaction, last.seen)
    order by o.transaction limit 200000));
  delete from private.cache_purges;
  insert into private.cache_purges (number, seen) values (coalesce(last.number, 0) + 1, pg_current_snapshot());
end $$;
comment on function private.delete_old_cache_changes() is
  'Task: changes that the last run saw already go, up to 200,000 a time. Every process of the site reads them at least four times between two runs.';

create or replace function private.is_task_due(task private.scheduled_tasks) returns boolean
language sql stable set search_path = '' as $$
  select (task.running_until is null or task.running_until <= now())
    -- A process that died in the middle of it, for the first time.
    and ((task.running_until is not null and task.failures = 0) or task.last_run is null or task.last_run <= now() - case
      when task.failures = 0 then task.run_every
      else least(greatest(task.run_every, interval '5 minutes'), (array[interval '5 seconds', '30 seconds', '2 minutes', '10 minutes',
        '1 hour'])[least(task.failures, 5)]) end)
$$;
comment on function private.is_task_due(private.scheduled_tasks) is
  'Whether the time of a task has come: after a failure in 5 seconds at first, then later and later, at most at its usual time (or in 5 minutes); at once where its process has died for the first time.';

create or replace function public.due_tasks() returns table (name text, problem text)
language plpgsql security definer set search_path = '' as $$
declare
  task private.scheduled_tasks;
  due boolean;
begin
  for task in select * from private.scheduled_tasks t where private.is_task_due(t) order by t.last_run nulls first, t.name
  loop
    due := true;
    problem := null;
    if task.only_when is not null then
      begin
        execute 'select ' || task.only_when into due;
      exception when query_canceled or others then
        problem := 'only_when: ' || sqlerrm;
        perform private.record_task_result(task.name, problem);
      end;
    end if;
    name := task.name;
    if due then return next; end if;
  end loop;
end $$;
comment on function public.due_tasks() is
  'For the scheduler: names of the tasks whose time has come; with a problem where the condition of one failed, which is noted and not to be run.';

create or replace function public.run_task(p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  task private.scheduled_tasks;
  problem text;
begin
  select * into task from private.scheduled_tasks t
    where t.name = p_name and private.is_task_due(t) for update skip locked;
  if not found then return null; end if;
  if task.function_name is not null then
    update private.scheduled_tasks set last_run = now(), running_until = now() + interval '2 minutes',
      failures = failures + (running_until is not null)::integer,
      last_error = case when running_until is not null then 'Its process ended in the middle of it.' else last_error end
    where name = p_name;
    return jsonb_build_object('function', task.function_name);
  end if;
  begin
    execute 'select ' || task.procedure;
  -- Others does not include a statement that took too long.
  exception when query_canceled or others then
    problem := sqlerrm;
  end;
  perform private.record_task_result(p_name, problem);
  return jsonb_build_object('error', problem);
end $$;
comment on function public.run_task(text) is
  'For the scheduler: does a task that is due and says how it ended, or gives the name of the Edge function to call; null where another process is at it.';

create function public.release_task(p_name text) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = null, last_run = null where name = p_name and running_until is not null
$$;
comment on function public.release_task(text) is
  'For the scheduler: an Edge function was cut off by an orderly stop, so whoever asks next runs it.';
