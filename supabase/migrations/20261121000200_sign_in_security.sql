-- Two-step verification, signed-in devices, shorter sessions for admins, and mails about all of it.
-- Triggers stand on tables of the auth schema, which belong to the authentication service: they only
-- read there and never refuse, so that signing in does not depend on what we tell of it.

-- The second step, and an admin's session --------------------------------------------------------

create function private.second_step_done() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
$$;
comment on function private.second_step_done() is 'Whether the caller has shown the second factor, or has none to show.';
grant execute on function private.second_step_done() to anon, authenticated, service_role;

create function private.admin_session_over(created timestamptz, refreshed timestamp) returns boolean
language sql stable set search_path = '' as $$
  select created <= now() - interval '8 hours'
    or coalesce(refreshed at time zone 'utc', created) <= now() - interval '45 minutes'
$$;
comment on function private.admin_session_over(timestamptz, timestamp) is 'An admin''s session lasts 8 hours, and 45 minutes without a renewal: the admin screens renew it every 10 minutes while they are used, and sign out after 30 idle ones.';

create or replace function private.session_stands() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = '' or (
    private.second_step_done() and exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
        and coalesce(s.not_after > now(), true)
        and not (private.admin_session_over(s.created_at, s.refreshed_at) and exists (
          select from public.profiles p where p.id = s.user_id and p.account_type = 'admin'))))
$$;
comment on function private.session_stands() is 'Whether the session of the caller''s token was not ended, is not too old for an admin, and has passed the second step where the caller has one; true for tokens that belong to no session.';

create function public.session_stands() returns boolean
language sql stable set search_path = '' as $$ select private.session_stands() $$;
comment on function public.session_stands() is 'For Edge functions: whether the caller''s session still counts (see private.session_stands()).';
revoke execute on function public.session_stands() from public, anon;
grant execute on function public.session_stands() to authenticated, service_role;

create policy "the second step comes first" on public.profiles as restrictive for update to authenticated
  using ((select private.session_stands()));

create function private.end_admin_sessions() returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions s using public.profiles p
  where p.id = s.user_id and p.account_type = 'admin' and private.admin_session_over(s.created_at, s.refreshed_at)
$$;
comment on function private.end_admin_sessions() is 'Task: sessions of admins that are over go, so that no refresh token brings them back.';
insert into private.scheduled_tasks (name, run_every, procedure) values
  ('end-admin-sessions', '1 minute', 'private.end_admin_sessions()');

-- Devices ---------------------------------------------------------------------------------------

create function private.browser_of(agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when agent ~ 'Edg(A|iOS)?/' then 'Edge'
    when agent ~ '(OPR|Opera)/' then 'Opera'
    when agent ~ 'SamsungBrowser/' then 'Samsung Internet'
    when agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when agent ~ '(Chrome|CriOS|Chromium)/' then 'Chrome'
    when agent ~ 'Safari/' then 'Safari'
    else 'A browser or app' end
$$;
comment on function private.browser_of(text) is 'The browser that a user agent names; each names those it descends from too, so the order counts.';

create function private.system_of(agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when agent ~ 'iPhone|iPod' then 'iPhone'
    when agent ~ 'iPad' then 'iPad'
    when agent ~ 'Android' then 'Android'
    when agent ~ 'CrOS' then 'ChromeOS'
    when agent ~ 'Windows' then 'Windows'
    when agent ~ 'Macintosh|Mac OS X' then 'macOS'
    when agent ~ 'Linux' then 'Linux'
    else '' end
$$;
comment on function private.system_of(text) is 'The operating system that a user agent names, or nothing.';

create function public.my_devices()
returns table (id uuid, browser text, system text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.session_stands() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
  return query
    select s.id, private.browser_of(s.user_agent), private.system_of(s.user_agent), s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = (select auth.uid()) and coalesce(s.not_after > now(), true)
    order by 6 desc, 5 desc, s.id limit 100;
end $$;
comment on function public.my_devices() is 'Where the caller is signed in, this device first.';

create function public.end_device(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.session_stands() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
  delete from auth.sessions where id = p_id and user_id = (select auth.uid());
  return found;
end $$;
comment on function public.end_device(uuid) is 'Signs the caller out on one device; false when there is no such session of the caller''s.';

revoke execute on function public.my_devices(), public.end_device(uuid) from public, anon;
grant execute on function public.my_devices(), public.end_device(uuid) to authenticated, service_role;

-- Mails -----------------------------------------------------------------------------------------

insert into private.notice_kinds (kind, topic) values
  ('new_device', 'account'), ('password_changed', 'account'), ('email_changed', 'account'), ('two_step', 'account');

create function private.tell_of_security(p_user uuid, p_kind text, p_data jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  -- An admin's identity is no mailbox (.internal is kept from the public net); and while an account is
  -- erased, its rows go after it, which is no news to anybody.
  select private.notify(u.id, p_kind, p_data) from auth.users u join public.profiles p on p.id = u.id
  where u.id = p_user and u.email not like '%.internal'
$$;
comment on function private.tell_of_security(uuid, text, jsonb) is 'Tells an account of a change to how it signs in.';

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  first_seen timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is 'Kinds of browser and system that an account has signed in with; they outlive the sessions, so that only a new one is told of.';
insert into private.known_devices (user_id, device)
  select distinct user_id, private.browser_of(user_agent) || ' ' || private.system_of(user_agent)
  from auth.sessions where user_agent is not null on conflict do nothing;

create function private.tell_of_new_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_ever boolean := not exists (select from private.known_devices where user_id = new.user_id);
begin
  insert into private.known_devices (user_id, device)
    values (new.user_id, private.browser_of(coalesce(new.user_agent, '')) || ' ' || private.system_of(coalesce(new.user_agent, '')))
    on conflict do nothing;
  if found and not first_ever then
    perform private.tell_of_security(new.user_id, 'new_device', jsonb_build_object(
      'browser', private.browser_of(coalesce(new.user_agent, '')),
      'system', private.system_of(coalesce(new.user_agent, '')), 'signed_in_at', now()));
  end if;
  return null;
end $$;
comment on function private.tell_of_new_device() is 'Trigger: a sign-in with a kind of browser or system not seen before is told of; the very first is not.';
create trigger tell_of_new_device after insert on auth.sessions
  for each row execute function private.tell_of_new_device();

create function private.tell_of_credentials() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The service may store the same password anew at a sign-in, with a stronger hash, and says so.
  if old.encrypted_password is distinct from new.encrypted_password
    and coalesce(current_setting('auth.same_password', true), '') = ''
    and coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> '' then
    perform private.tell_of_security(new.id, 'password_changed', jsonb_build_object('changed_at', now()));
  end if;
  if old.email is distinct from new.email and old.email_confirmed_at is not null and new.email is not null
    and old.email not like '%.internal' and lower(old.email) <> lower(new.email) then
    perform private.notify_address(old.email, 'email_changed', jsonb_build_object('changed_at', now(),
      'new_email', left(new.email, 1) || '…@' || split_part(new.email, '@', 2)));
  end if;
  return null;
end $$;
comment on function private.tell_of_credentials() is 'Trigger: another password is told to the account, another address to the old one (decision 20).';
create trigger tell_of_credentials after update of encrypted_password, email on auth.users
  for each row execute function private.tell_of_credentials();

create function private.tell_of_two_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and not exists (
      select from auth.mfa_factors where user_id = old.user_id and status = 'verified') then
      perform private.tell_of_security(old.user_id, 'two_step', jsonb_build_object('on', false, 'changed_at', now()));
    end if;
  elsif new.status = 'verified' and old.status <> 'verified' and not exists (
    select from auth.mfa_factors where user_id = new.user_id and status = 'verified' and id <> new.id) then
    perform private.tell_of_security(new.user_id, 'two_step', jsonb_build_object('on', true, 'changed_at', now()));
  end if;
  return null;
end $$;
comment on function private.tell_of_two_step() is 'Trigger: two-step verification was switched on, or off.';
create trigger tell_of_two_step after update of status or delete on auth.mfa_factors
  for each row execute function private.tell_of_two_step();
