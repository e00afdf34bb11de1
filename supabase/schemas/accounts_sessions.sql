-- Accounts: whose token counts, and on which devices an account is signed in.

-- Sessions ------------------------------------------------------------------------------------------------------------

-- True for visitors too: functions that they may call find no auth.uid().
create function private.is_session_valid() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  -- What check_caller() has found out in this transaction.
  known text := current_setting('request.caller_state', true);
begin
  return case when known in ('valid', 'visitor') then true else private.caller_state() in ('valid', 'visitor') end;
end $$;
comment on function private.is_session_valid() is
  'Whether the caller''s token counts as the person it names, or names nobody (see private.caller_state()). What check_caller() has found out holds for the transaction.';

create function private.is_admin_session_expired(
  created timestamptz, refreshed timestamp without time zone
) returns boolean
language sql stable set search_path = '' as $$
  select created <= now() - interval '8 hours'
    or coalesce(refreshed at time zone 'utc', created) <= now() - interval '45 minutes'
$$;
comment on function private.is_admin_session_expired(timestamptz,timestamp without time zone) is
  'An admin''s session lasts 8 hours, and 45 minutes without a renewal: the admin screens renew it every 10 minutes while they are used, and sign out after 30 idle ones.';

create function public.is_session_valid() returns boolean
language sql stable set search_path = '' as $$ select private.is_session_valid() $$;
comment on function public.is_session_valid() is
  'For Edge functions: whether the caller''s session still counts (see private.is_session_valid()).';

create function private.end_admin_sessions() returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions s using public.profiles p
  where p.id = s.user_id and p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at)
$$;
comment on function private.end_admin_sessions() is
  'Task: sessions of admins that are over go, so that no refresh token brings them back.';

create function private.end_sessions_of_other_type() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id
    and (old.account_type = 'admin' or id::text is distinct from (select auth.jwt()) ->> 'session_id');
  return null;
end $$;
comment on function private.end_sessions_of_other_type() is
  'Trigger: a session ends when the type of its account changes, so that none from before opens an admin''s screens (P-29). Only the session in which a person finishes their own sign-up stays.';

create trigger end_sessions_of_other_type after update of account_type on public.profiles
  for each row when (old.account_type <> new.account_type) execute function private.end_sessions_of_other_type();

create function private.caller_state(
  claims jsonb default nullif(current_setting('request.jwt.claims', true), '')::jsonb
) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  session text := coalesce(claims ->> 'session_id', '');
  state text;
begin
  if me is null then
    return 'visitor';
  end if;
  if session = '' then
    return case when (select p.is_active from public.profiles p where p.id = me) is false then 'deactivated' else 'valid' end;
  end if;
  select case
      when s.not_after <= now()
        or (p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at)) then 'ended'
      when p.is_active is false then 'deactivated'
      when claims ->> 'aal' is distinct from 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then 'first step'
      else 'valid' end
    into state
    from auth.sessions s left join public.profiles p on p.id = me
    where s.id = session::uuid and s.user_id = me and s.oauth_client_id is null;
  return coalesce(state, 'ended');
end $$;
comment on function private.caller_state(jsonb) is
  'What the token with these claims, the caller''s, counts as: `valid` (the person), `visitor` (nobody), `ended` (the session is gone, too old for an admin, or another application''s, which only the platform''s own auth server gives), `deactivated` (the account is switched off) or `first step` (the second factor is still to be shown).';

create function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null then
    return;
  end if;
  case private.caller_state(claims)
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      perform private.require_active_account();
      -- The account was reactivated between the two checks: the next call succeeds.
      raise exception 'Your account is deactivated.'
        using errcode = '42501', detail = 'deactivated', hint = 'Please try again in a moment.';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    else
      -- auth.uid() reads request.jwt.claim.sub first: parsing the claims at every call would take five times as long.
      perform set_config('request.caller_state', 'valid', true), set_config('request.jwt.claim.sub', claims ->> 'sub', true);
  end case;
end $$;
comment on function private.check_caller() is
  'Runs first in every call, as its caller: refuses a token whose session has ended or whose account is switched off, and takes whoever has not shown the second factor for a visitor. Runs as its caller, because a definer function cannot change the role.';

-- Devices -------------------------------------------------------------------------------------------------------------

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  first_seen timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is
  'Kinds of browser and system that an account has signed in with; they outlive the sessions, so that only a new one causes an email.';

create view public.user_sessions as
  select s.id, s.user_id, coalesce(s.not_after > now(), true) as is_active, s.created_at as session_start
  from auth.sessions s
  where (s.user_id = (select auth.uid()) and (select private.is_session_valid())) or (select private.is_admin());
comment on view public.user_sessions is
  'Signed-in devices: one''s own, or all for admins. Runs as its owner, so its condition is its only guard.';
grant select on public.user_sessions to authenticated;

create function private.browser_name(agent text) returns text
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
comment on function private.browser_name(text) is
  'The browser that a user agent names; each names those it descends from too, so the order counts.';

create function private.operating_system_name(agent text) returns text
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
comment on function private.operating_system_name(text) is 'The operating system that a user agent names, or nothing.';

create function public.my_devices(
  
) returns table (id uuid, browser text, system text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return query
    select s.id, private.browser_name(s.user_agent), private.operating_system_name(s.user_agent), s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = (select auth.uid()) and coalesce(s.not_after > now(), true)
    order by 6 desc, 5 desc, s.id limit 100;
end $$;
comment on function public.my_devices() is 'Where the caller is signed in, this device first.';

create function public.end_device(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  delete from auth.sessions where id = p_id and user_id = (select auth.uid());
  return found;
end $$;
comment on function public.end_device(uuid) is
  'Signs the caller out on one device; false when there is no such session of the caller''s.';
