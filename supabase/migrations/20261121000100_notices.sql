-- Telling people things by mail, and work that is done at its time.
-- A notice is queued in the transaction of the fact it tells of, so that it leaves exactly when that
-- fact is kept; the function deliver-notices sends it and tries again until the mail server takes it.

create table public.notification_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email_notifications boolean not null default true,
  marketing boolean not null default false,
  job_alerts boolean not null default true,
  provider_updates boolean not null default true,
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  updated_at timestamptz not null default now()
);
comment on table public.notification_settings is 'What somebody wants to be told by mail (spec 1 section 9); obeyed by take_notices(). Security, money and deletion are always told.';
comment on column public.notification_settings.unsubscribe_token is 'Stands in the unsubscribe links of this person''s mails; whoever holds it may switch mails off, and nothing else.';
create trigger notification_settings_touch before update on public.notification_settings
  for each row execute function private.touch_updated_at();

create function private.give_notification_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_settings (user_id) values (new.id) on conflict do nothing;
  return null;
end $$;
comment on function private.give_notification_settings() is 'Trigger: every account has its choices from the start.';
create trigger give_notification_settings after insert on public.profiles
  for each row execute function private.give_notification_settings();
insert into public.notification_settings (user_id) select id from public.profiles on conflict do nothing;

alter table public.notification_settings enable row level security;
create policy "owners read" on public.notification_settings for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners choose" on public.notification_settings for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
revoke all on public.notification_settings from anon, authenticated;
grant select (user_id, email_notifications, marketing, job_alerts, provider_updates, updated_at),
  update (email_notifications, marketing, job_alerts, provider_updates)
  on public.notification_settings to authenticated;
grant all on public.notification_settings to service_role;

create table private.notice_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,59}$'),
  topic text not null check (topic in ('account', 'email', 'job_alerts', 'provider_updates', 'marketing'))
);
comment on table private.notice_kinds is 'Every kind of notice, and the choice that governs it; account is always sent. Its words: supabase/functions/deliver-notices/notices.';

create table private.notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null references private.notice_kinds (kind),
  user_id uuid references public.profiles (id) on delete cascade,
  address text check (char_length(address) <= 320),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 20000),
  key text unique check (char_length(key) <= 300),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  dropped_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, address) = 1)
);
comment on table private.notices is 'The queue of notices to accounts or bare addresses. What was sent keeps its kind and moment, not its content.';
comment on column private.notices.key is 'Makes a notice once-only: the second with the same key is left out.';
comment on column private.notices.dropped_at is 'When it was given up: the person does not want it, or no mail server took it for a day (last_error says which).';
create index notices_due on private.notices (due_at) where sent_at is null and dropped_at is null;
create index notices_of_user on private.notices (user_id, created_at desc);
create index notices_of_kind on private.notices (kind);
create index notices_ended on private.notices (coalesce(sent_at, dropped_at)) where sent_at is not null or dropped_at is not null;

create function private.queue_notice(p_user uuid, p_address text, p_kind text, p_data jsonb, p_key text, p_due timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notices (kind, user_id, address, data, key, due_at)
  values (p_kind, p_user, lower(btrim(p_address)), coalesce(p_data, '{}'), p_key, coalesce(p_due, now()))
  on conflict (key) do nothing;
  perform pg_notify('notices', '');
end $$;
comment on function private.queue_notice(uuid, text, text, jsonb, text, timestamptz) is 'Queues a notice and wakes whoever sends them once the transaction is kept.';

create function private.notify(p_user uuid, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now())
returns void language sql security definer set search_path = '' as $$
  select private.queue_notice(p_user, null, p_kind, p_data, p_key, p_due)
$$;
comment on function private.notify(uuid, text, jsonb, text, timestamptz) is 'Tells an account something by mail, as far as its choices allow, after this transaction and not before p_due.';

create function private.notify_address(p_address text, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now())
returns void language sql security definer set search_path = '' as $$
  select private.queue_notice(null, p_address, p_kind, p_data, p_key, p_due)
$$;
comment on function private.notify_address(text, text, jsonb, text, timestamptz) is 'Tells an address something by mail that belongs to no account, or no longer; only for notices that somebody at that address asked for or must get.';

create function private.wants(settings public.notification_settings, topic text) returns boolean
language sql immutable set search_path = '' as $$
  select case topic
    when 'account' then true
    when 'email' then settings.email_notifications
    when 'marketing' then settings.marketing
    when 'job_alerts' then settings.email_notifications and settings.job_alerts
    when 'provider_updates' then settings.email_notifications and settings.provider_updates
    else false end
$$;
comment on function private.wants(public.notification_settings, text) is 'Whether these choices let mails of a topic through. Email notifications is the main switch of everything but marketing, which has its own consent.';

create function public.take_notices(p_limit integer default 20)
returns table (id uuid, kind text, topic text, address text, first_name text, data jsonb, unsubscribe_token uuid)
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query
  with due as (
    select n.id from private.notices n
    where n.sent_at is null and n.dropped_at is null and n.due_at <= now()
      and (n.claimed_until is null or n.claimed_until <= now())
    order by n.due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), weighed as (
    select n.id, k.topic, coalesce(n.address, p.email) as address, p.first_name, s.unsubscribe_token,
      n.user_id is null or (p.email is not null and coalesce(private.wants(s, k.topic), k.topic = 'account')
        and (k.topic = 'account' or p.is_active and u.email_confirmed_at is not null)) as wanted
    from due join private.notices n using (id)
      join private.notice_kinds k on k.kind = n.kind
      left join public.profiles p on p.id = n.user_id
      left join auth.users u on u.id = n.user_id
      left join public.notification_settings s on s.user_id = n.user_id
  ), kept as (
    update private.notices n set
      claimed_until = case when w.wanted then now() + interval '2 minutes' end,
      attempts = n.attempts + 1,
      dropped_at = case when not w.wanted then now() end,
      last_error = case when not w.wanted then 'not wanted' else n.last_error end,
      data = case when w.wanted then n.data else '{}' end
    from weighed w where w.id = n.id
    returning n.id, n.kind, n.data, n.dropped_at
  )
  select k.id, k.kind, w.topic, w.address, coalesce(w.first_name, ''), k.data, w.unsubscribe_token
  from kept k join weighed w on w.id = k.id where k.dropped_at is null;
end $$;
comment on function public.take_notices(integer) is
  'For deliver-notices: claims notices that are due for two minutes, dropping those that their receiver does not want.';

create function public.finish_notice(p_id uuid, p_error text default null, p_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    update private.notices set sent_at = now(), claimed_until = null, data = '{}', last_error = null,
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  elsif p_final then
    update private.notices set dropped_at = now(), claimed_until = null, data = '{}', last_error = left(p_error, 200)
    where id = p_id and sent_at is null;
  else
    update private.notices set claimed_until = null, last_error = left(p_error, 200),
      due_at = now() + case attempts when 1 then interval '5 seconds' when 2 then interval '30 seconds'
        when 3 then interval '2 minutes' when 4 then interval '10 minutes' else interval '1 hour' end,
      dropped_at = case when attempts >= 28 then now() end
    where id = p_id and sent_at is null;
  end if;
end $$;
comment on function public.finish_notice(uuid, text, boolean) is
  'For deliver-notices: sent; refused for good (p_final); or to be tried again later, for about a day.';

revoke execute on function public.take_notices(integer), public.finish_notice(uuid, text, boolean) from public, anon, authenticated;
grant execute on function public.take_notices(integer), public.finish_notice(uuid, text, boolean) to service_role;

-- Work at its time ---------------------------------------------------------------------------------

create table private.scheduled_tasks (
  name text primary key check (name ~ '^[a-z][a-z-]{1,59}$'),
  run_every interval not null check (run_every > interval '0'),
  procedure text check (procedure ~ '^private\.[a-z_]+\(\)$'),
  function_name text check (function_name ~ '^[a-z][a-z-]{1,59}$'),
  only_when text check (only_when ~ '^private\.[a-z_]+\(\)$'),
  last_run timestamptz,
  last_error text,
  check (num_nonnulls(procedure, function_name) = 1)
);
comment on table private.scheduled_tasks is 'What is to be done again and again: a private function without arguments, or an Edge function by its name. Each may run twice and does a bounded piece of work a time.';
comment on column private.scheduled_tasks.only_when is 'A private function of type boolean: the task waits while it gives false.';

create function public.due_tasks() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  task record;
  due boolean;
begin
  for task in select * from private.scheduled_tasks t
    where t.last_run is null or t.last_run + t.run_every <= now() order by t.last_run nulls first, t.name
  loop
    due := true;
    if task.only_when is not null then execute 'select ' || task.only_when into due; end if;
    if due then return next task.name; end if;
  end loop;
end $$;
comment on function public.due_tasks() is 'For the scheduler: names of the tasks whose time has come.';

create function public.run_task(p_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  task record;
begin
  select * into task from private.scheduled_tasks t
    where t.name = p_name and (t.last_run is null or t.last_run + t.run_every <= now())
    for update skip locked;
  if not found then return null; end if;
  if task.procedure is not null then
    begin
      execute 'select ' || task.procedure;
      update private.scheduled_tasks set last_run = now(), last_error = null where name = p_name;
    exception when others then
      update private.scheduled_tasks set last_run = now(), last_error = left(sqlerrm, 300) where name = p_name;
      raise warning 'scheduled task % failed: %', p_name, sqlerrm;
    end;
  else
    update private.scheduled_tasks set last_run = now() where name = p_name;
  end if;
  return task.function_name;
end $$;
comment on function public.run_task(text) is
  'For the scheduler: does a task that is due, unless another process is at it; gives the name of the Edge function to call, if that is what the task is.';
revoke execute on function public.due_tasks(), public.run_task(text) from public, anon, authenticated;
grant execute on function public.due_tasks(), public.run_task(text) to service_role;

create function private.notices_are_due() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.notices
    where sent_at is null and dropped_at is null and due_at <= now() and (claimed_until is null or claimed_until <= now()))
$$;
comment on function private.notices_are_due() is 'Whether there is anything for deliver-notices to do.';

create function private.forget_notices() returns void
language sql security definer set search_path = '' as $$
  delete from private.notices where id in (
    select id from private.notices where (sent_at is not null or dropped_at is not null)
      and coalesce(sent_at, dropped_at) < now() - interval '400 days' limit 5000)
$$;
comment on function private.forget_notices() is 'Task: records of old notices go after 400 days, longer than any yearly notice must stay once-only.';

insert into private.scheduled_tasks (name, run_every, procedure, function_name, only_when) values
  ('deliver-notices', '10 milliseconds', null, 'deliver-notices', 'private.notices_are_due()'),
  ('forget-notices', '1 day', 'private.forget_notices()', null, null);

-- The first of them: what providers and authors are told of feedback --------------------------------

insert into private.notice_kinds (kind, topic) values ('feedback_received', 'email'), ('feedback_reply', 'email');

create function private.tell_of_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) is no news to anybody.
  if new.user_id is not null and (select auth.uid()) is not null then
    perform private.notify(new.provider_id, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id);
  end if;
  return null;
end $$;
comment on function private.tell_of_feedback() is 'Trigger: the provider hears of feedback when it can be seen, once.';
create trigger tell_of_feedback after insert or update of is_public on public.feedback
  for each row when (new.is_public) execute function private.tell_of_feedback();

create function private.tell_of_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
  provider text;
begin
  select * into item from public.feedback where id = new.feedback_id;
  select coalesce(nullif(btrim(business_name), ''), btrim(first_name || ' ' || last_name)) into provider
    from public.profiles where id = new.provider_id;
  if item.user_id is not null and item.is_public and (select auth.uid()) is not null then
    perform private.notify(item.user_id, 'feedback_reply',
      jsonb_build_object('provider_id', new.provider_id, 'provider', provider, 'title', item.title),
      'feedback_reply:' || new.id);
  end if;
  return null;
end $$;
comment on function private.tell_of_reply() is 'Trigger: the author hears of the provider''s reply, once.';
create trigger tell_of_reply after insert on public.feedback_replies
  for each row execute function private.tell_of_reply();
