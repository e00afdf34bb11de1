-- Scheduled tasks run side by side, each in one process at a time. What becomes of an Edge function is noted as
-- it is of a SQL task, a failed task comes again sooner than its time, and a condition that fails is its own
-- task's affair.

alter table private.scheduled_tasks
  add column running_until timestamptz,
  add column failures integer not null default 0,
  add column last_success timestamptz;
comment on column private.scheduled_tasks.running_until is 'Until when an Edge function is taken to be running; its caller extends it. Past, its process has died.';
comment on column private.scheduled_tasks.failures is 'How often it has failed since it last succeeded (last_success); last_error says why.';

create function private.is_task_due(task private.scheduled_tasks) returns boolean
language sql stable set search_path = '' as $$
  select (task.running_until is null or task.running_until <= now())
    and (task.last_run is null or task.last_run <= now() - case
      when task.failures = 0 then task.run_every
      else least(greatest(task.run_every, interval '5 minutes'), (array[interval '5 seconds', '30 seconds', '2 minutes', '10 minutes',
        '1 hour'])[least(task.failures, 5)]) end)
$$;
comment on function private.is_task_due(private.scheduled_tasks) is 'Whether the time of a task has come: after a failure in 5 seconds at first, then later and later, at most at its usual time (or in 5 minutes).';

create function private.note_task(p_name text, p_error text) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = null, last_run = now(), last_error = left(p_error, 300),
    failures = case when p_error is null then 0 else failures + 1 end,
    last_success = case when p_error is null then now() else last_success end
  where name = p_name
$$;
comment on function private.note_task(text, text) is 'Notes how a task ended: p_error is null where it succeeded.';

drop function public.due_tasks();
create function public.due_tasks() returns table (name text, problem text)
language plpgsql volatile security definer set search_path = '' as $$
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
      exception when others then
        problem := 'only_when: ' || sqlerrm;
        perform private.note_task(task.name, problem);
      end;
    end if;
    name := task.name;
    if due then return next; end if;
  end loop;
end $$;
comment on function public.due_tasks() is 'For the scheduler: names of the tasks whose time has come; with a problem where the condition of one failed, which is noted and not to be run.';

drop function public.run_task(text);
create function public.run_task(p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  task private.scheduled_tasks;
  problem text;
begin
  select * into task from private.scheduled_tasks t
    where t.name = p_name and private.is_task_due(t) for update skip locked;
  if not found then return null; end if;
  if task.function_name is not null then
    update private.scheduled_tasks set last_run = now(), running_until = now() + interval '2 minutes' where name = p_name;
    return jsonb_build_object('function', task.function_name);
  end if;
  begin
    execute 'select ' || task.procedure;
  exception when others then
    problem := sqlerrm;
  end;
  perform private.note_task(p_name, problem);
  return jsonb_build_object('error', problem);
end $$;
comment on function public.run_task(text) is
  'For the scheduler: does a task that is due and says how it ended, or gives the name of the Edge function to call; null where another process is at it.';

create function public.extend_task(p_name text) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = now() + interval '2 minutes' where name = p_name and running_until is not null
$$;
comment on function public.extend_task(text) is 'For the scheduler: an Edge function is still running, so no other process is to call it for two minutes.';

create function public.finish_task(p_name text, p_error text default null) returns void
language sql security definer set search_path = '' as $$
  select private.note_task(p_name, p_error)
$$;
comment on function public.finish_task(text, text) is 'For the scheduler: how an Edge function that run_task gave it ended.';

revoke execute on function public.due_tasks(), public.run_task(text), public.extend_task(text), public.finish_task(text, text),
  private.note_task(text, text), private.is_task_due(private.scheduled_tasks) from public, anon, authenticated;
grant execute on function public.due_tasks(), public.run_task(text), public.extend_task(text), public.finish_task(text, text) to service_role;
