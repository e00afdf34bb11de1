-- Whom an admin has switched off, other applications are not told of either: they get no token, nor another for one
-- they have.

create or replace function public.custom_access_token(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when coalesce(event -> 'claims' ->> 'client_id', '') = '' then jsonb_build_object('claims', event -> 'claims')
    when exists (select from public.profiles p where p.id = (event ->> 'user_id')::uuid and not p.is_active)
      then '{"error": {"http_code": 403, "message": "This account has been deactivated"}}'::jsonb
    else jsonb_build_object('claims', (event -> 'claims') || '{"role": "anon"}'::jsonb) end
$$;
comment on function public.custom_access_token(jsonb) is 'Auth hook: tokens of other applications have the rights of a visitor, and none are given for an account that is switched off.';
