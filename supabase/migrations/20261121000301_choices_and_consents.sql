-- What somebody agreed to, the way out of every mail, and what support may look at.

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  purpose text not null check (purpose in ('marketing', 'support')),
  granted boolean not null,
  ends_at timestamptz,
  source text not null check (source in ('account settings', 'unsubscribe link')),
  wording text not null check (char_length(wording) <= 500),
  created_at timestamptz not null default now(),
  check ((ends_at is not null) = (purpose = 'support' and granted))
);
comment on table public.consents is 'What somebody agreed to or took back: who, what, in which words, where and when. Append-only; the newest line of a purpose counts. Goes with the account.';
comment on column public.consents.ends_at is 'Support access ends by itself.';
comment on column public.consents.wording is 'What stood beside the switch at that moment.';
create index consents_of_user on public.consents (user_id, purpose, id desc);
alter table public.consents enable row level security;
create policy "owners read" on public.consents for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read whom support may help" on public.consents for select to authenticated
  using (purpose = 'support' and (select private.is_admin()));
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;

create function private.keep_consents() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Consents are only added to.' using errcode = '42501';
end $$;
comment on function private.keep_consents() is 'Trigger: a line of the record is never changed.';
create trigger keep_consents before update on public.consents
  for each row execute function private.keep_consents();

create function private.consent_wording(purpose text) returns text
language sql immutable set search_path = '' as $$
  select case purpose
    when 'marketing' then 'Marketing emails: news, tips and offers by email. You can stop them at any time.'
    when 'support' then 'Support access: our support team may see your notification choices, your consents, your devices without their addresses, and which kinds of mails we sent you, until the time you choose. They can change nothing.'
  end
$$;
comment on function private.consent_wording(text) is 'The words of a consent as the site shows them (domain/notifications.ts; a test compares both).';

create function private.log_marketing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.consents (user_id, purpose, granted, source, wording)
  values (new.user_id, 'marketing', new.marketing,
    coalesce(nullif(current_setting('private.consent_source', true), ''), 'account settings'),
    private.consent_wording('marketing'));
  return null;
end $$;
comment on function private.log_marketing() is 'Trigger: marketing is never switched without a line in the record of consents.';
create trigger log_marketing after update of marketing on public.notification_settings
  for each row when (old.marketing is distinct from new.marketing) execute function private.log_marketing();

-- The way out of a mail --------------------------------------------------------------------------

create table private.unsubscriptions (
  user_id uuid not null references public.profiles (id) on delete cascade,
  topic text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, topic)
);
comment on table private.unsubscriptions is 'What a mail''s link switched off, so that the same link can take it back for an hour, and can switch on nothing else.';

create function private.choose(person uuid, topic text, wanted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  changed boolean;
begin
  perform set_config('private.consent_source', 'unsubscribe link', true);
  update public.notification_settings s set
    email_notifications = case when topic = 'email' then wanted else s.email_notifications end,
    job_alerts = case when topic = 'job_alerts' then wanted else s.job_alerts end,
    provider_updates = case when topic = 'provider_updates' then wanted else s.provider_updates end,
    marketing = case when topic = 'marketing' then wanted else s.marketing end
  where s.user_id = person and wanted is distinct from
    (case topic when 'email' then s.email_notifications when 'job_alerts' then s.job_alerts
      when 'provider_updates' then s.provider_updates when 'marketing' then s.marketing end);
  changed := found;
  perform set_config('private.consent_source', '', true);
  return changed;
end $$;
comment on function private.choose(uuid, text, boolean) is 'Switches one topic for a mail''s link; says whether anything changed.';

create function private.known_topic(topic text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(topic in ('email', 'job_alerts', 'provider_updates', 'marketing'), false)
$$;
comment on function private.known_topic(text) is 'Whether mails of this topic can be switched off at all; account mails cannot.';

create function public.unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  if person is null or not private.known_topic(p_topic) then
    return false;
  end if;
  if private.choose(person, p_topic, false) then
    insert into private.unsubscriptions (user_id, topic) values (person, p_topic)
    on conflict (user_id, topic) do update set created_at = now();
  end if;
  return true;
end $$;
comment on function public.unsubscribe(uuid, text) is 'Switches a topic off for whoever holds a mail''s link (122 random bits), signed in or not; false for a link that was never ours. Doing it twice is fine.';

create function public.undo_unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  delete from private.unsubscriptions u
  where u.user_id = person and u.topic = p_topic and u.created_at > now() - interval '1 hour';
  if not found then
    return false;
  end if;
  perform private.choose(person, p_topic, true);
  return true;
end $$;
comment on function public.undo_unsubscribe(uuid, text) is 'Takes back, within the hour, what the same link switched off; false when there is nothing to take back.';
revoke execute on function public.unsubscribe(uuid, text), public.undo_unsubscribe(uuid, text) from public;
grant execute on function public.unsubscribe(uuid, text), public.undo_unsubscribe(uuid, text) to anon, authenticated, service_role;

-- Support access (decision 19) -------------------------------------------------------------------

create function public.allow_support(p_hours integer) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  ends timestamptz := now() + make_interval(hours => p_hours);
begin
  if not private.can_act() then
    raise exception 'Please confirm your email address first.' using errcode = '42501';
  end if;
  if p_hours is null or p_hours not in (24, 168) then
    raise exception 'Support access is given for 24 hours or for 7 days.' using errcode = 'PT400';
  end if;
  insert into public.consents (user_id, purpose, granted, ends_at, source, wording)
  values (me, 'support', true, ends, 'account settings', private.consent_wording('support'));
  return ends;
end $$;
comment on function public.allow_support(integer) is 'The caller lets support look for 24 hours or 7 days; gives the end.';

create function private.support_until(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select c.ends_at from (
    select granted, ends_at from public.consents
    where user_id = person and purpose = 'support' order by id desc limit 1) as c
  where c.granted and c.ends_at > now()
$$;
comment on function private.support_until(uuid) is 'Until when support may look at this account; null when it may not.';

create function public.withdraw_support() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.support_until((select auth.uid())) is not null then
    insert into public.consents (user_id, purpose, granted, source, wording)
    values ((select auth.uid()), 'support', false, 'account settings', private.consent_wording('support'));
  end if;
end $$;
comment on function public.withdraw_support() is 'The caller ends support access at once; nothing happens where there is none.';

create function public.admin_support_view(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ends timestamptz := private.support_until(p_user);
begin
  perform private.require_admin();
  if ends is null then
    raise exception 'This person has not allowed support access.' using errcode = '42501';
  end if;
  perform private.record('support view', 'profiles', p_user::text, null, jsonb_build_object('until', ends));
  return jsonb_build_object(
    'until', ends,
    'choices', (select to_jsonb(s) - array['user_id', 'unsubscribe_token'] from public.notification_settings s where s.user_id = p_user),
    'consents', (select coalesce(jsonb_agg(c order by c.id desc), '[]') from (
      select id, purpose, granted, ends_at, source, created_at from public.consents
      where user_id = p_user order by id desc limit 20) as c),
    'sessions', (select coalesce(jsonb_agg(s order by s.last_used desc), '[]') from (
      select left(user_agent, 200) as device, created_at, greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_used
      from auth.sessions where user_id = p_user and coalesce(not_after > now(), true)
      order by created_at desc limit 20) as s),
    'mails', (select coalesce(jsonb_agg(n order by n.created_at desc), '[]') from (
      select kind, created_at, sent_at, dropped_at, last_error from private.notices
      where user_id = p_user order by created_at desc limit 20) as n));
end $$;
comment on function public.admin_support_view(uuid) is 'What an admin may additionally see of an account while its owner allows it: choices, consents, devices without addresses, kinds of mails. Each look is recorded.';

revoke execute on function public.allow_support(integer), public.withdraw_support(), public.admin_support_view(uuid) from public, anon;
grant execute on function public.allow_support(integer), public.withdraw_support(), public.admin_support_view(uuid) to authenticated, service_role;
