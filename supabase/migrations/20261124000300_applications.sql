-- Other applications that sign people in with their account here (docs/decisions/0023-sign-in-for-other-applications.md).
-- Such an application is told who somebody is, and nothing else: its tokens open of the data what a visitor sees.

create function private.is_application() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'client_id', '') <> ''
$$;
comment on function private.is_application() is 'Whether the caller is an application that somebody signed in to, not that person.';
grant execute on function private.is_application() to anon, authenticated, service_role;

create function public.custom_access_token(event jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('claims', (event -> 'claims') || case
    when coalesce(event -> 'claims' ->> 'client_id', '') = '' then '{}'::jsonb
    else '{"role": "anon"}'::jsonb end)
$$;
comment on function public.custom_access_token(jsonb) is 'Auth hook: tokens of other applications have the rights of a visitor.';
revoke execute on function public.custom_access_token(jsonb) from anon, authenticated, public;
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant execute on function public.custom_access_token(jsonb) to supabase_auth_admin;
  end if;
end $$;

-- What a visitor may call and that asks who is signed in finds nobody, too.
create or replace function private.session_stands() returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_application() and (coalesce(auth.jwt() ->> 'session_id', '') = '' or (
    private.second_step_done() and exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
        and coalesce(s.not_after > now(), true)
        and not (private.admin_session_over(s.created_at, s.refreshed_at) and exists (
          select from public.profiles p where p.id = s.user_id and p.account_type = 'admin')))))
$$;
comment on function private.session_stands() is 'Whether the session of the caller''s token is the person''s own, was not ended, is not too old for an admin, and has passed the second step where the caller has one; true for tokens that belong to no session.';

-- An application is no device --------------------------------------------------------------------

create or replace function public.my_devices()
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
    where s.user_id = (select auth.uid()) and s.oauth_client_id is null and coalesce(s.not_after > now(), true)
    order by 6 desc, 5 desc, s.id limit 100;
end $$;

drop trigger tell_of_new_device on auth.sessions;
create trigger tell_of_new_device after insert on auth.sessions
  for each row when (new.oauth_client_id is null) execute function private.tell_of_new_device();

-- But it is told of, and in the export -------------------------------------------------------------

insert into private.notice_kinds (kind, topic) values ('application', 'account');

create function private.tell_of_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.revoked_at is not null or (tg_op = 'UPDATE' and old.revoked_at is null and old.scopes = new.scopes) then
    return null;
  end if;
  perform private.tell_of_security(new.user_id, 'application', jsonb_build_object(
    'name', coalesce((select c.client_name from auth.oauth_clients c where c.id = new.client_id), ''),
    'scopes', new.scopes, 'changed_at', now()));
  return null;
end $$;
comment on function private.tell_of_application() is 'Trigger: somebody let another application know who they are, or more than before.';
create trigger tell_of_application after insert or update on auth.oauth_consents
  for each row execute function private.tell_of_application();

insert into private.export_parts (place, name, title, query) values
  (24, 'applications', 'Connected applications', 'select c.client_name as application, g.scopes as may_know, g.granted_at, g.revoked_at from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id where g.user_id = $1 order by g.granted_at');
