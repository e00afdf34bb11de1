-- Commands by which the operator manages admins (npm run admin).

create function public.operator_list_admins() returns table (
  id uuid, name text, email text, is_active boolean, second_factors bigint, last_sign_in_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.id, btrim(concat_ws(' ', p.first_name, p.last_name)), u.email::text, p.is_active,
    (select count(*) from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'), u.last_sign_in_at
  from public.profiles p join auth.users u on u.id = p.id
  where p.account_type = 'admin'
  order by p.created_at
$$;
comment on function public.operator_list_admins() is
  'For npm run admin, with the service key: every admin, how they sign in, and whether they can.';

create function public.operator_make_admin(target_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles := private.lock_account(target_user_id, null);
begin
  update public.profiles set account_type = 'admin', is_visible = false where id = target_user_id;
  perform audit.record('make admin', 'profiles', target_user_id::text,
    jsonb_build_object('account_type', before.account_type), jsonb_build_object('account_type', 'admin'), 'by the operator');
end $$;
comment on function public.operator_make_admin(uuid) is
  'For npm run admin, with the service key: makes an admin of an account that was just created.';

create function public.operator_deactivate_admin(target_user_id uuid, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = target_user_id and account_type = 'admin') then
    raise exception 'This account is no admin. Please deactivate it at /admin/users.' using errcode = 'PT400';
  end if;
  return private.set_account_status(target_user_id, 'is_active', false, private.clean_reason(reason, true), null);
end $$;
comment on function public.operator_deactivate_admin(uuid,text) is
  'For npm run admin, with the service key: deactivates an admin, ends their sessions and notifies them. False if they were inactive already. The last admin stays.';

create function public.operator_record(target_user_id uuid, action text) returns void
language sql security definer set search_path = '' as $$
  select audit.record(action, 'profiles', target_user_id::text, null, null, 'by the operator')
$$;
comment on function public.operator_record(uuid,text) is
  'For npm run admin, with the service key: puts an act that the auth service performs in the audit log.';
