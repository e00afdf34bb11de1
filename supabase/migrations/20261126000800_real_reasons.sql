-- Every refused write gives its real reason: `details` is the machine's word for it, the message and the hint are for
-- people. And nobody signs in with a deactivated account, by whatever way (decision 30).

create function private.deactivation_words(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ',
    (select 'Reason: ' || rtrim(a.reason, '. ') || '.' from (
      select l.reason from public.audit_log l
      where l.target_table = 'profiles' and l.target_id = person::text and l.action = 'switch is_active'
        and l.after = '{"is_active": false}'
      order by l.created_at desc, l.id desc limit 1) a),
    case when coalesce(s.value #>> '{}', '') = '' then 'To object, write to the contact address at the foot of this site.'
      else 'To object, write to ' || (s.value #>> '{}') || '.' end)
  from (select 1) as one left join public.site_settings s on s.key = 'contact_email'
$$;
comment on function private.deactivation_words(uuid) is 'Why an account was deactivated, and how its owner can object.';
revoke execute on function private.deactivation_words(uuid) from public;

create or replace function private.can_act() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  active boolean;
  confirmed boolean;
begin
  if me is null then
    return false;
  end if;
  select p.is_active, coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null into active, confirmed
  from public.profiles p join auth.users u on u.id = p.id where p.id = me;
  if not active then
    raise exception 'Your account is deactivated.'
      using errcode = '42501', detail = 'deactivated', hint = private.deactivation_words(me);
  end if;
  if active is null or not private.session_stands() then
    raise exception 'Please log in again.'
      using errcode = '42501', detail = 'session_ended', hint = 'Your session has ended.';
  end if;
  if not confirmed then
    raise exception 'Please verify your email to continue.'
      using errcode = '42501', detail = 'unconfirmed', hint = 'Open the link in our email.';
  end if;
  return true;
end $$;
comment on function private.can_act() is 'Whether the caller may post, reveal, review or buy (decision 5): true, or false for a visitor. Raises the reason for anybody else: deactivated, session_ended or unconfirmed.';

-- The reason comes before the account type.
alter policy "providers ask for them" on public.job_alerts
  with check (user_id = (select auth.uid()) and (select private.can_act()) and (select private.has_type('provider')));

create or replace function public.custom_access_token(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.profiles p where p.id = (event ->> 'user_id')::uuid and not p.is_active)
      then jsonb_build_object('error', jsonb_build_object('http_code', 403,
        'message', 'Your account is deactivated. ' || private.deactivation_words((event ->> 'user_id')::uuid)))
    when coalesce(event -> 'claims' ->> 'client_id', '') = '' then jsonb_build_object('claims', event -> 'claims')
    else jsonb_build_object('claims', (event -> 'claims') || '{"role": "anon"}'::jsonb) end
$$;
comment on function public.custom_access_token(jsonb) is 'Auth hook: nobody gets a token for a deactivated account, and tokens of other applications have the rights of a visitor.';

create or replace function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.session_stands() then
    raise exception 'Please log in again.'
      using errcode = '42501', detail = 'session_ended', hint = 'Your session has ended.';
  end if;
end $$;
