-- Whose token counts, asked once at the start of every call (`pre_request` of config.toml, see
-- docs/decisions/0025-sessions-are-checked-first.md). Policies and functions that ask again are the second line.

create function private.caller_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- As auth.jwt() and auth.uid() read them, which cost more than all the rest.
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  session text := coalesce(claims ->> 'session_id', '');
  state text;
begin
  if coalesce(claims ->> 'client_id', '') <> '' then
    return 'application';
  end if;
  if me is null then
    return 'visitor';
  end if;
  select case
      when session <> '' and (s.id is null or s.not_after <= now()
        or (p.account_type = 'admin' and private.admin_session_over(s.created_at, s.refreshed_at))) then 'ended'
      when not coalesce(p.is_active, true) then 'deactivated'
      when session = '' then 'valid'
      when claims ->> 'aal' is distinct from 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then 'first step'
      else 'valid' end
    into state
    from (values (me)) as caller (id)
    left join public.profiles p on p.id = caller.id
    left join auth.sessions s on s.id = nullif(session, '')::uuid and s.user_id = caller.id;
  return state;
end $$;
comment on function private.caller_state() is 'What the caller''s token counts as: `valid` (the person), `visitor` (nobody), `ended` (the session is gone, or too old for an admin), `deactivated` (the account is switched off), `first step` (the second factor is still to be shown) or `application` (somebody let it know who they are).';
grant execute on function private.caller_state() to anon, authenticated, service_role;

create or replace function private.session_stands() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  -- What check_caller() has found out in this transaction.
  known text := current_setting('request.caller_state', true);
begin
  return case when known in ('valid', 'visitor') then true else private.caller_state() in ('valid', 'visitor') end;
end $$;
comment on function private.session_stands() is 'Whether the caller''s token counts as the person it names, or names nobody (see private.caller_state()). What check_caller() has found out holds for the transaction.';
drop function private.second_step_done();

create function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null and claims ->> 'client_id' is null then
    return;
  end if;
  case private.caller_state()
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      raise exception 'Your account is deactivated.' using errcode = '42501';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    when 'application' then
      perform set_config('request.jwt.claims', '{"role": "anon"}', true), set_config('role', 'anon', true);
    else
      perform set_config('request.caller_state', 'valid', true);
  end case;
end $$;
comment on function private.check_caller() is 'Runs first in every call, as its caller: refuses a token whose session has ended or whose account is switched off, and takes whoever has not shown the second factor, and other applications, for visitors. Runs as its caller, because a definer function cannot change the role.
Cache-Control: public, s-maxage=31536000';
grant execute on function private.check_caller() to anon, authenticated, service_role;

create function public.own_account_type() returns text
language sql stable security definer set search_path = '' as $$
  select p.account_type from public.profiles p
  where p.id = coalesce((select auth.uid()), (auth.jwt() ->> 'first_step')::uuid)
$$;
comment on function public.own_account_type() is 'The caller''s account type, also before the second step: a login compares it with the chosen tab first. Null for visitors.';
revoke execute on function public.own_account_type() from public;
grant execute on function public.own_account_type() to anon, authenticated, service_role;

do $$
declare
  own text;
begin
  foreach own in array array['profiles', 'provider_categories', 'subscribers', 'business_claims'] loop
    execute format('create policy "the session counts" on public.%I as restrictive for select to authenticated using ((select private.session_stands()))', own);
  end loop;
end $$;
create policy "the session counts to see" on storage.objects as restrictive for select to authenticated
  using ((select private.session_stands()));
create policy "the session counts" on realtime.messages as restrictive to authenticated
  using ((select private.session_stands())) with check ((select private.session_stands()));

create or replace view public.user_sessions as
  select s.id, s.user_id, coalesce(s.not_after > now(), true) as is_active, s.created_at as session_start
  from auth.sessions s
  where (s.user_id = (select auth.uid()) and (select private.session_stands())) or (select private.is_admin());
