-- Admins are emailed about the first failure, see the release, and a task whose process died is due again.

alter table private.site_mode add column release text check (char_length(release) <= 100);
comment on column private.site_mode.release is 'The release that started last. Null where a hosted Supabase is used.';

create or replace function private.is_task_due(task private.scheduled_tasks) returns boolean
language sql stable set search_path = '' as $$
  select (task.running_until is null or task.running_until <= now())
    -- A process that died, or stopped, in the middle of it.
    and (task.running_until is not null or task.last_run is null or task.last_run <= now() - case
      when task.failures = 0 then task.run_every
      else least(greatest(task.run_every, interval '5 minutes'), (array[interval '5 seconds', '30 seconds', '2 minutes', '10 minutes',
        '1 hour'])[least(task.failures, 5)]) end)
$$;
comment on function private.is_task_due(private.scheduled_tasks) is
  'Whether the time of a task has come: after a failure in 5 seconds at first, then later and later, at most at its usual time (or in 5 minutes); at once where its process has died.';

create or replace function private.list_troubles() returns table (subject text, what text, reason text)
language sql stable security definer set search_path = '' as $$
  select 'task:' || t.name, 'The task ' || t.name || ' failed' || case when t.failures > 1 then ' ' || t.failures || ' times in a row' else '' end,
      t.last_error
    from private.scheduled_tasks t where t.failures > 0
  union all
  select 'mail', 'Emails have waited for more than an hour (' || count(*) || ')', max(m.reason)
    from private.list_unsent_mail() m where m.queued_at < now() - interval '1 hour' having count(*) > 0
  union all
  select 'webhook:' || w.name, case when w.failures > 1 then 'Webhooks of ' || w.name || ' failed ' || w.failures || ' times in a row'
      else 'A webhook of ' || w.name || ' failed' end, w.last_error
    from private.webhooks w where w.failures > 0
  order by 1
$$;
comment on function private.list_troubles() is
  'What does not work now: tasks (backups are one of them) and webhooks that failed since they last succeeded, and mail that cannot be sent.';

create or replace function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'troubles', (select coalesce(jsonb_agg(jsonb_build_object('what', t.what, 'reason', t.reason)), '[]') from private.list_troubles() t),
    'tasks', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'last_success', t.last_success, 'failures', t.failures,
        'last_error', case when t.failures > 0 then t.last_error end, 'running', coalesce(t.running_until > now(), false))
        order by t.failures desc, t.name), '[]') from private.scheduled_tasks t),
    'mails', (select coalesce(jsonb_agg(to_jsonb(m)), '[]')
      from (select kind, queued_at, attempts, reason from private.list_unsent_mail() order by queued_at limit 50) as m),
    'mails_waiting', (select count(*) from private.list_unsent_mail()),
    'webhook', (select jsonb_build_object('last_success', w.last_success, 'failures', w.failures,
        'last_error', case when w.failures > 0 then w.last_error end, 'last_refused', w.last_refused)
      from private.webhooks w where w.name = 'stripe'),
    'database', jsonb_build_object('version', current_setting('server_version'), 'bytes', pg_database_size(current_database())),
    'release', (select m.release from private.site_mode m));
end $$;
comment on function public.admin_health() is
  'For /admin/health: troubles, tasks, mail that could not be sent (the oldest 50), the payment webhook, the database and the release.';
