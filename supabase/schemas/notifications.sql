-- Notifications: which emails people want, and the queue of emails.

-- Choices -------------------------------------------------------------------------------------------------------------

create table public.notification_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email_notifications boolean not null default true,
  marketing boolean not null default false,
  job_alerts boolean not null default true,
  job_alerts_daily boolean not null default false,
  job_trades text[] not null default '{}' check (cardinality(job_trades) <= 20 and octet_length(array_to_string(job_trades, '')) <= 4000),
  provider_updates boolean not null default true,
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  unsubscribed jsonb not null default '{}',
  updated_at timestamptz not null default now()
);
comment on table public.notification_settings is
  'Which emails an account wants (spec 1 section 9); applied by take_notices(). Emails about security, money and deletion are always sent.';
comment on column public.notification_settings.job_alerts_daily is 'New jobs in one email a day instead of each at once.';
comment on column public.notification_settings.job_trades is
  'Of one''s own trades those whose jobs are emailed; none means all.';
comment on column public.notification_settings.unsubscribe_token is
  'Part of the unsubscribe links of this account''s emails. Its holder can switch emails off, and nothing else.';
comment on column public.notification_settings.unsubscribed is
  'What a mail''s link switched off, and when, so that the same link can take it back for an hour, and can switch on nothing else.';
grant select (user_id, email_notifications, marketing, job_alerts, job_alerts_daily, job_trades, provider_updates, updated_at) on
  public.notification_settings to authenticated;
grant update (email_notifications, marketing, job_alerts, job_alerts_daily, job_trades, provider_updates) on public.notification_settings to
  authenticated;
create policy "owners read" on public.notification_settings for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners change" on public.notification_settings for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function notify.accepts_topic(settings public.notification_settings, topic text) returns boolean
language sql immutable set search_path = '' as $$
  select case topic
    when 'account' then true
    when 'email' then settings.email_notifications
    when 'marketing' then settings.marketing
    when 'job_alerts' then settings.email_notifications and settings.job_alerts
    when 'provider_updates' then settings.email_notifications and settings.provider_updates
    else false end
$$;
comment on function notify.accepts_topic(public.notification_settings,text) is
  'Whether these choices let mails of a topic through. Email notifications is the main switch of everything but marketing, which has its own consent.';

-- Queue ---------------------------------------------------------------------------------------------------------------

create table notify.mail_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,59}$'),
  topic text check (topic in ('account', 'email', 'job_alerts', 'provider_updates', 'marketing')),
  placeholders text[] not null,
  required text[] not null check (required <@ placeholders)
);
comment on table notify.mail_kinds is
  'Every kind of mail, as in domain/notifications/mails.ts: the choice that governs it (account is always sent; null for auth''s own), and what its words may and must contain, which admins may replace (a setting of the site, mail_ and the kind).';

create table notify.notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null references notify.mail_kinds (kind),
  user_id uuid references public.profiles (id) on delete cascade,
  address text check (char_length(address) <= 320),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 60000),
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
comment on table notify.notices is
  'The queue of notices to accounts or bare addresses. One that was sent or given up has its kind and time, no longer its content or a bare address.';
comment on column notify.notices.key is 'Makes a notice once-only: the second with the same key is left out.';
comment on column notify.notices.dropped_at is
  'When it was given up: the person does not want it, or no mail server took it for a day (last_error says which).';
create index notices_due on notify.notices (due_at) where sent_at is null and dropped_at is null;
create index notices_of_user on notify.notices (user_id, created_at desc);
create index notices_to_address on notify.notices (address) where user_id is null and address <> '(sent)';
create index notices_of_kind on notify.notices (kind);
create index notices_ended on notify.notices (coalesce(sent_at, dropped_at)) where sent_at is not null or dropped_at is not null;

create function public.take_notices(
  p_limit integer default 20
) returns table (id uuid, kind text, topic text, address text, first_name text, data jsonb, unsubscribe_token uuid)
language plpgsql security definer set search_path = '' as $$
declare
  claimed uuid[];
begin
  loop
    select array_agg(due.id) into claimed from (
      select n.id from notify.notices n
      where n.sent_at is null and n.dropped_at is null and n.due_at <= now()
        and (n.claimed_until is null or n.claimed_until <= now())
      order by n.due_at limit least(greatest(p_limit, 1), 100) for update skip locked) due;
    exit when claimed is null;
    return query
    with weighed as (
      select n.id, k.topic, coalesce(n.address, p.email) as address, p.first_name,
        coalesce(s.unsubscribe_token, (n.data ->> 'unsubscribe_token')::uuid) as unsubscribe_token,
        n.user_id is null or (p.email is not null and coalesce(notify.accepts_topic(s, k.topic), k.topic = 'account')
          and (k.topic = 'account' or p.is_active and u.email_confirmed_at is not null)) as wanted
      from notify.notices n
        join notify.mail_kinds k on k.kind = n.kind
        left join public.profiles p on p.id = n.user_id
        left join auth.users u on u.id = n.user_id
        left join public.notification_settings s on s.user_id = n.user_id
      where n.id = any (claimed)
    ), claims as (
      update notify.notices n set
        claimed_until = case when w.wanted then now() + interval '10 minutes' end,
        attempts = n.attempts + 1,
        dropped_at = case when not w.wanted then now() end,
        last_error = case when not w.wanted then 'not wanted' else n.last_error end,
        data = case when w.wanted then n.data else '{}' end
      from weighed w where w.id = n.id
      returning n.id, n.kind, n.data, n.dropped_at
    )
    select k.id, k.kind, w.topic, w.address, coalesce(w.first_name, ''), k.data, w.unsubscribe_token
    from claims k join weighed w on w.id = k.id where k.dropped_at is null;
    -- If all of these were dropped, more are claimed, because an empty result means that nothing is due.
    exit when found;
  end loop;
end $$;
comment on function public.take_notices(integer) is
  'For deliver-notices: claims notices that are due for ten minutes, dropping those that their receiver does not want.';

create function public.finish_notice(p_id uuid, p_error text default null, p_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    update notify.notices set sent_at = now(), claimed_until = null, data = '{}', last_error = null,
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  elsif p_final or (select n.attempts >= 28 from notify.notices n where n.id = p_id) then
    update notify.notices set dropped_at = now(), claimed_until = null, data = '{}', last_error = left(p_error, 200),
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  else
    update notify.notices set claimed_until = null, last_error = left(p_error, 200),
      due_at = now() + case attempts when 1 then interval '5 seconds' when 2 then interval '30 seconds'
        when 3 then interval '2 minutes' when 4 then interval '10 minutes' else interval '1 hour' end
    where id = p_id and sent_at is null;
  end if;
end $$;
comment on function public.finish_notice(uuid,text,boolean) is
  'For deliver-notices: sent; refused for good (p_final); or to be tried again later, for about a day.';

create function notify.has_due_notices() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from notify.notices
    where sent_at is null and dropped_at is null and due_at <= now() and (claimed_until is null or claimed_until <= now()))
$$;
comment on function notify.has_due_notices() is 'Whether there is anything for deliver-notices to do.';

-- Sending -------------------------------------------------------------------------------------------------------------

create function notify.account(
  p_user uuid, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  insert into notify.notices (kind, user_id, data, key, due_at)
  values (p_kind, p_user, coalesce(p_data, '{}'), p_key, coalesce(p_due, now())) on conflict (key) do nothing
$$;
comment on function notify.account(uuid,text,jsonb,text,timestamptz) is
  'Tells an account something by mail, as far as its choices allow, after this transaction and not before p_due. The scheduler asks every second whether any is due: a notification would make all commits wait for one another.';

create function notify.from_person(author uuid, person uuid, kind text, facts jsonb, key text default null) returns void
language sql security definer set search_path = '' as $$
  select notify.account(person, kind, facts, key) where person is not null and not private.has_blocked(person, author)
$$;
comment on function notify.from_person(uuid,uuid,text,jsonb,text) is
  'Tells an account something in the words of somebody else, unless it has blocked them. Public feedback is told all the same.';

create function notify.address(
  p_address text, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  insert into notify.notices (kind, address, data, key, due_at)
  values (p_kind, lower(btrim(p_address)), coalesce(p_data, '{}'), p_key, coalesce(p_due, now())) on conflict (key) do nothing
$$;
comment on function notify.address(text,text,jsonb,text,timestamptz) is
  'Queues a notice to an address without an account; only for notices that were requested from that address or must be sent.';

create function notify.admin_action(person uuid, kind text, facts jsonb) returns void
language sql security definer set search_path = '' as $$
  select notify.account(person, kind, jsonb_strip_nulls(facts))
  where person is not null and person is distinct from (select auth.uid())
$$;
comment on function notify.admin_action(uuid,text,jsonb) is
  'Queues a notice to an account about an admin''s change, unless that admin is the account.';

create function notify.admins(p_kind text, p_data jsonb, p_key text, but_not uuid default null) returns void
language sql security definer set search_path = '' as $$
  select notify.account(p.id, p_kind, p_data, p_key || ':' || p.id)
  from public.profiles p where p.account_type = 'admin' and p.is_active and p.id is distinct from but_not
  order by p.created_at limit 50
$$;
comment on function notify.admins(text,jsonb,text,uuid) is
  'Tells every active admin, or all but the one whose doing it is, once a key.';

-- Unsubscribing -------------------------------------------------------------------------------------------------------

create function notify.set_topic_choice(person uuid, topic text, wanted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  perform set_config('private.consent_source', 'unsubscribe link', true);
  execute format('update public.notification_settings set %1$I = $2 where user_id = $1 and %1$I <> $2',
    case topic when 'email' then 'email_notifications' else topic end) using person, wanted;
  get diagnostics changed = row_count;
  perform set_config('private.consent_source', '', true);
  return changed > 0;
end $$;
comment on function notify.set_topic_choice(uuid,text,boolean) is
  'Switches one topic for a mail''s link; says whether anything changed.';

create function public.unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  if person is null and p_topic = 'job_alerts' then
    update private.job_alerts a set ended_at = coalesce(a.ended_at, now()) where a.id = p_token;
    return found;
  end if;
  if person is null or coalesce(p_topic not in ('email', 'job_alerts', 'provider_updates', 'marketing'), true) then
    return false;
  end if;
  if notify.set_topic_choice(person, p_topic, false) then
    update public.notification_settings set unsubscribed = unsubscribed || jsonb_build_object(p_topic, now()) where user_id = person;
  end if;
  return true;
end $$;
comment on function public.unsubscribe(uuid,text) is
  'Switches a topic off by an email''s link (122 random bits), signed in or not; false for an unknown link. A second call changes nothing.';

create function public.undo_unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  update public.notification_settings s set unsubscribed = s.unsubscribed - p_topic
  where s.user_id = person and (s.unsubscribed ->> p_topic)::timestamptz > now() - interval '1 hour';
  if not found then
    update private.job_alerts a set ended_at = null
    where a.id = p_token and p_topic = 'job_alerts' and a.ended_at > now() - interval '1 hour';
    return found;
  end if;
  perform notify.set_topic_choice(person, p_topic, true);
  return true;
end $$;
comment on function public.undo_unsubscribe(uuid,text) is
  'Takes back, within the hour, what the same link switched off; false when there is nothing to take back.';

-- Security alerts -----------------------------------------------------------------------------------------------------

create function notify.security_change(p_user uuid, p_kind text, p_data jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  -- An admin's identity is no mailbox (.internal is kept from the public net); and while an account is
  -- erased, its rows go after it, which needs no notice.
  select notify.account(u.id, p_kind, p_data) from auth.users u join public.profiles p on p.id = u.id
  where u.id = p_user and u.email not like '%.internal'
$$;
comment on function notify.security_change(uuid,text,jsonb) is 'Tells an account of a change to how it signs in.';

create function notify.new_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_ever boolean := not exists (select from private.known_devices where user_id = new.user_id);
begin
  insert into private.known_devices (user_id, device)
    values (new.user_id, private.browser_name(coalesce(new.user_agent, '')) || ' ' || private.operating_system_name(coalesce(new.user_agent, '')))
    on conflict do nothing;
  if found and not first_ever then
    perform notify.security_change(new.user_id, 'new_device', jsonb_build_object(
      'browser', private.browser_name(coalesce(new.user_agent, '')),
      'system', private.operating_system_name(coalesce(new.user_agent, '')), 'signed_in_at', now()));
  end if;
  return null;
end $$;
comment on function notify.new_device() is
  'Trigger: emails the account about a sign-in with a new kind of browser or system, except the very first.';

create trigger notify_new_device after insert on auth.sessions
  for each row execute function notify.new_device();

create function notify.credentials_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- At a sign-in the service may store the same password with a stronger hash; it sets auth.same_password then.
  if old.encrypted_password is distinct from new.encrypted_password
    and coalesce(current_setting('auth.same_password', true), '') = ''
    and coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> '' then
    perform notify.security_change(new.id, 'password_changed', jsonb_build_object('changed_at', now()));
  end if;
  if old.email is distinct from new.email and old.email_confirmed_at is not null and new.email is not null
    and old.email not like '%.internal' and lower(old.email) <> lower(new.email) then
    perform notify.address(old.email, 'email_changed', jsonb_build_object('changed_at', now(),
      'new_email', left(new.email, 1) || '…@' || split_part(new.email, '@', 2)));
  end if;
  return null;
end $$;
comment on function notify.credentials_changed() is
  'Trigger: emails a change of password to the account, and a change of address to the old address (P-20).';

create trigger notify_credentials_changed after update of encrypted_password, email on auth.users
  for each row execute function notify.credentials_changed();

create function notify.two_step_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and not exists (
      select from auth.mfa_factors where user_id = old.user_id and status = 'verified') then
      perform notify.security_change(old.user_id, 'two_step', jsonb_build_object('on', false, 'changed_at', now()));
    end if;
  elsif new.status = 'verified' and old.status <> 'verified' and not exists (
    select from auth.mfa_factors where user_id = new.user_id and status = 'verified' and id <> new.id) then
    perform notify.security_change(new.user_id, 'two_step', jsonb_build_object('on', true, 'changed_at', now()));
  end if;
  return null;
end $$;
comment on function notify.two_step_changed() is 'Trigger: two-step verification was switched on, or off.';

create trigger notify_two_step_changed after update of status or delete on auth.mfa_factors
  for each row execute function notify.two_step_changed();

create function notify.passkeys_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform notify.security_change(coalesce(new.user_id, old.user_id), 'passkey', jsonb_build_object(
    'added', tg_op = 'INSERT', 'name', coalesce(new.friendly_name, old.friendly_name), 'changed_at', now()));
  return null;
end $$;
comment on function notify.passkeys_changed() is 'Trigger: the account has one more way in, or one less.';

create trigger notify_passkeys_changed after insert or delete on auth.webauthn_credentials
  for each row execute function notify.passkeys_changed();
