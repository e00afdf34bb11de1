-- Site: what does not work, for the admins' screen Health and for mails to admins.

-- Webhooks ------------------------------------------------------------------------------------------------------------

create table private.webhooks (
  name text primary key check (name ~ '^[a-z]{1,20}$'),
  last_success timestamptz,
  last_failure timestamptz,
  failures integer not null default 0,
  last_error text,
  last_refused timestamptz
);
comment on table private.webhooks is
  'How the calls of other services ended: accepted, failed while they were applied, or refused because their signature is wrong.';
comment on column private.webhooks.failures is 'Failures since the last success.';

insert into private.webhooks (name) values ('stripe');

create function public.record_webhook(p_name text, p_error text default null, p_refused boolean default false) returns void
language sql security definer set search_path = '' as $$
  update private.webhooks set
    last_success = case when p_error is null and not p_refused then now() else last_success end,
    failures = case when p_refused then failures when p_error is null then 0 else failures + 1 end,
    last_failure = case when p_error is not null and not p_refused then now() else last_failure end,
    last_error = case when p_error is not null and not p_refused then left(p_error, 300) else last_error end,
    last_refused = case when p_refused then now() else last_refused end
  -- Anybody can send a wrong signature, so these are recorded once a second at most.
  where name = p_name and (not p_refused or last_refused is null or last_refused < now() - interval '1 second')
$$;
comment on function public.record_webhook(text,text,boolean) is 'For the functions that receive webhooks: how a call ended.';

-- Troubles ------------------------------------------------------------------------------------------------------------

create table private.alerts (
  subject text primary key check (char_length(subject) <= 200),
  since timestamptz not null default now()
);
comment on table private.alerts is
  'Troubles of which admins were notified. A row goes once its trouble is over, so that the next one is reported again.';

create function private.list_unsent_mail() returns table (queue text, kind text, queued_at timestamptz, attempts integer, reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select 'notices', n.kind, n.created_at, n.attempts, n.last_error from notify.notices n
    where n.sent_at is null and n.dropped_at is null and n.attempts > 0;
  -- The queue of account mails is the backend's own; a hosted Supabase has none.
  if to_regclass('_backend.outbox') is not null then
    return query execute $outbox$
      select 'account', 'account', o.created_at, o.attempts, o.last_error from _backend.outbox o
      where o.delivered_at is null and o.given_up_at is null and o.attempts > 0 $outbox$;
  end if;
end $$;
comment on function private.list_unsent_mail() is 'Mail that was tried and could not be sent so far.';

create function private.list_troubles() returns table (subject text, what text, reason text)
language sql stable security definer set search_path = '' as $$
  select 'task:' || t.name, 'The task ' || t.name || ' failed' || case when t.failures > 1 then ' ' || t.failures || ' times in a row' else '' end,
      t.last_error
    from private.scheduled_tasks t where t.failures > 0
  union all
  select 'mail', 'Emails have waited for more than an hour (' || count(*) || ')', max(m.reason)
    from private.list_unsent_mail() m where m.queued_at < now() - interval '1 hour' having count(*) > 0
  union all
  select 'webhook:' || w.name, case when w.failures > 1 then 'Payment updates from ' || initcap(w.name) || ' failed ' || w.failures || ' times in a row'
      else 'A payment update from ' || initcap(w.name) || ' failed' end, w.last_error
    from private.webhooks w where w.failures > 0
  order by 1
$$;
comment on function private.list_troubles() is
  'What does not work now: tasks (backups are one of them) and webhooks that failed since they last succeeded, and mail that cannot be sent.';

create function notify.alert_admins() returns void
language plpgsql security definer set search_path = '' as $$
declare
  trouble record;
begin
  for trouble in select * from private.list_troubles() loop
    insert into private.alerts (subject) values (trouble.subject) on conflict do nothing;
    continue when not found;
    perform notify.account(p.id, 'site_alert', jsonb_strip_nulls(jsonb_build_object('what', trouble.what, 'reason', trouble.reason)))
    from public.profiles p where p.account_type = 'admin' and p.is_active;
  end loop;
  -- A trouble that comes and goes is reported once an hour at most.
  delete from private.alerts a
    where a.since < now() - interval '1 hour' and a.subject not in (select t.subject from private.list_troubles() t);
end $$;
comment on function notify.alert_admins() is 'Task: emails every active admin about each trouble once, when it begins.';

-- The screen ----------------------------------------------------------------------------------------------------------

create function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'troubles', (select coalesce(jsonb_agg(jsonb_build_object('subject', t.subject, 'what', t.what, 'reason', t.reason)), '[]') from private.list_troubles() t),
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
    'postcodes', public.count_postcodes(),
    'release', (select m.release from private.site_mode m));
end $$;
comment on function public.admin_health() is
  'For /admin/health: troubles, tasks, mail that could not be sent (the oldest 50), the payment webhook, the database, postcodes and the release.';

create function public.admin_run_task(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.scheduled_tasks set last_run = null
    where name = p_name and (running_until is null or running_until <= now());
  perform private.refuse_if(not found,
    'PT409', 'This task is running already, or does not exist any more. Please reload the page.');
  perform audit.record('run task', 'scheduled_tasks', p_name, null, null);
end $$;
comment on function public.admin_run_task(text) is 'Makes a task due at once, whenever its time would come.';

create function public.admin_retry_mail() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  notices integer;
  mails integer := 0;
begin
  perform private.require_admin();
  update notify.notices set due_at = now()
    where sent_at is null and dropped_at is null and attempts > 0 and (claimed_until is null or claimed_until <= now());
  get diagnostics notices = row_count;
  if to_regclass('_backend.outbox') is not null then
    execute 'update _backend.outbox set next_attempt_at = now()
      where delivered_at is null and given_up_at is null and attempts > 0 and (claimed_until is null or claimed_until <= now())';
    get diagnostics mails = row_count;
  end if;
  perform audit.record('send waiting mail', 'notices', null, null, jsonb_build_object('mails', notices + mails));
  return notices + mails;
end $$;
comment on function public.admin_retry_mail() is 'Makes all mail that could not be sent due at once; returns how many.';
