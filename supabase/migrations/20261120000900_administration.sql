-- Administration: what admins may do, each act traced.

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  target_table text not null,
  target_id text,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is 'What admins did: who, what, before, after, why, when. Nobody can change or remove a row.';
create index audit_log_newest on public.audit_log (created_at desc);
create index audit_log_of_target on public.audit_log (target_table, target_id, created_at desc);
alter table public.audit_log enable row level security;
create policy "admins read" on public.audit_log for select to authenticated using ((select private.is_admin()));
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

create function private.record(action text, target_table text, target_id text, before jsonb, after jsonb, reason text default null)
returns void language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, target_table, target_id, before, after, reason)
  values ((select auth.uid()), action, target_table, target_id, before, after, reason)
$$;
comment on function private.record(text, text, text, jsonb, jsonb, text) is 'Adds a line to the audit log.';

create function private.trace() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_admin() then
    perform private.record(lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0]),
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end,
      to_jsonb(new) ->> 'edit_reason');
  end if;
  return null;
end $$;
comment on function private.trace() is 'Trigger: traces an admin''s direct change; its argument is the key column.';
create trigger trace after update on public.feedback for each row execute function private.trace('id');
create trigger trace after insert or update on public.categories for each row execute function private.trace('id');
create trigger trace after update on public.site_settings for each row execute function private.trace('key');
create trigger trace after insert or update on public.businesses for each row execute function private.trace('id');

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Not authorized. Admin access only.' using errcode = '42501';
  end if;
end $$;
comment on function private.require_admin() is 'Stops everybody but an active admin.';

create function private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.account_type = 'admin' and old.is_active and (tg_op = 'DELETE' or new.account_type <> 'admin' or not new.is_active) then
    perform pg_advisory_xact_lock(hashtext('keep_last_admin'));
    if not exists (select from public.profiles where account_type = 'admin' and is_active and id <> old.id) then
      raise exception 'The last admin cannot be deleted, deactivated or demoted.' using errcode = 'PT409';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_last_admin() is 'Trigger: there is always somebody who can sign in at /admin (decision 3).';
create trigger keep_last_admin before update of account_type, is_active or delete on public.profiles
  for each row execute function private.keep_last_admin();

create function public.make_first_admin(user_id uuid, username text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('make_first_admin'));
  if exists (select from public.profiles where account_type = 'admin') then
    raise exception 'An admin account already exists. Please proceed to login.' using errcode = 'PT409';
  end if;
  update public.profiles set account_type = 'admin', first_name = left(username, 80), is_visible = false where id = user_id;
  perform private.record('first admin', 'profiles', user_id::text, null, jsonb_build_object('username', username));
end $$;
comment on function public.make_first_admin(uuid, text) is 'For admin-setup: once, ever (decision 3).';
revoke execute on function public.make_first_admin(uuid, text) from public, anon, authenticated;
grant execute on function public.make_first_admin(uuid, text) to service_role;

create function public.has_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where account_type = 'admin')
$$;
comment on function public.has_admin() is 'For admin-setup: whether the first admin was made.';
revoke execute on function public.has_admin() from public, anon, authenticated;
grant execute on function public.has_admin() to service_role;

create function public.get_admin_user_details(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text,
  created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean,
  is_visible boolean, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := '%' || replace(replace(replace(btrim(left(search, 120)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform private.require_admin();
  return query
    select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
      p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible, count(*) over ()
    from public.profiles p
    where (get_admin_user_details.type is null or p.account_type = get_admin_user_details.type)
      and (nullif(btrim(search), '') is null or p.first_name ilike pattern or p.last_name ilike pattern
        or p.business_name ilike pattern or p.email ilike pattern)
    order by p.created_at desc, p.id
    limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 1000000);
end $$;
comment on function public.get_admin_user_details(text, text, integer, integer) is 'A page of accounts for admins, newest first, each row with the total.';

create function public.admin_update_user(target_user_id uuid, user_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
  wrong text;
begin
  perform private.require_admin();
  select key into wrong from jsonb_object_keys(user_data) as key
    where key not in ('first_name', 'last_name', 'business_name', 'location', 'phone_number', 'bio', 'account_type', 'reason') limit 1;
  if wrong is not null then
    raise exception 'Column % cannot be set here', wrong using errcode = 'PT400';
  end if;
  select to_jsonb(p) into before from public.profiles p where id = target_user_id for update;
  if before is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  if (user_data ? 'first_name' and coalesce(btrim(user_data ->> 'first_name'), '') = '')
     or (user_data ? 'last_name' and coalesce(btrim(user_data ->> 'last_name'), '') = '') then
    raise exception 'First name and last name are required' using errcode = 'PT400';
  end if;
  update public.profiles p set
    first_name = case when user_data ? 'first_name' then btrim(user_data ->> 'first_name') else p.first_name end,
    last_name = case when user_data ? 'last_name' then btrim(user_data ->> 'last_name') else p.last_name end,
    business_name = case when user_data ? 'business_name' then nullif(btrim(user_data ->> 'business_name'), '') else p.business_name end,
    location = case when user_data ? 'location' then nullif(btrim(user_data ->> 'location'), '') else p.location end,
    phone_number = case when user_data ? 'phone_number' then nullif(btrim(user_data ->> 'phone_number'), '') else p.phone_number end,
    bio = case when user_data ? 'bio' then nullif(btrim(user_data ->> 'bio'), '') else p.bio end,
    account_type = coalesce(user_data ->> 'account_type', p.account_type)
  where p.id = target_user_id;
  perform private.record('update user', 'profiles', target_user_id::text, before,
    (select to_jsonb(p) from public.profiles p where id = target_user_id), user_data ->> 'reason');
end $$;
comment on function public.admin_update_user(uuid, jsonb) is 'Changes the named columns of an account; every text is trimmed. An optional member reason goes to the audit log.';

create function public.admin_toggle_user_status(target_user_id uuid, status_field text, new_value boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if status_field not in ('is_active', 'is_visible') or new_value is null then
    raise exception 'Only is_active and is_visible can be switched' using errcode = 'PT400';
  end if;
  update public.profiles set
    is_active = case when status_field = 'is_active' then new_value else is_active end,
    is_visible = case when status_field = 'is_visible' then new_value else is_visible end
  where id = target_user_id;
  if not found then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  if status_field = 'is_active' and not new_value then
    delete from auth.sessions where user_id = target_user_id;
  end if;
  perform private.record('switch ' || status_field, 'profiles', target_user_id::text, null, jsonb_build_object(status_field, new_value));
end $$;
comment on function public.admin_toggle_user_status(uuid, text, boolean) is 'Activates or deactivates, shows or hides an account. Deactivating ends its sessions.';

create function public.admin_delete_user(target_user_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
begin
  perform private.require_admin();
  select to_jsonb(p) into before from public.profiles p where id = target_user_id;
  if before is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  update public.feedback set author_name = 'Former member' where user_id = target_user_id;
  delete from auth.users where id = target_user_id;
  perform private.record('delete user', 'profiles', target_user_id::text,
    before - array['bio', 'work_samples', 'social_links', 'skills'], null, reason);
end $$;
comment on function public.admin_delete_user(uuid, text) is 'Removes an account and all its rows; feedback it gave stays without its name.';

create function public.admin_delete_feedback(feedback_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
begin
  perform private.require_admin();
  if coalesce(btrim(reason), '') = '' then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  delete from public.feedback f where f.id = admin_delete_feedback.feedback_id returning to_jsonb(f) into before;
  if before is null then
    raise exception 'This feedback does not exist.' using errcode = 'PT404';
  end if;
  perform private.record('delete feedback', 'feedback', feedback_id::text, before, null, reason);
end $$;
comment on function public.admin_delete_feedback(uuid, text) is 'Deletes feedback with a reason; the audit log keeps what it said (decision 16).';

create function public.count_profiles_by_type(profile_type text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where account_type = profile_type);
end $$;
comment on function public.count_profiles_by_type(text) is 'For analytics: accounts of this type.';

create function public.count_profiles_by_date(days_ago integer) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where created_at >= now() - make_interval(days => least(greatest(days_ago, 0), 36500)));
end $$;
comment on function public.count_profiles_by_date(integer) is 'For analytics: accounts made in the last days.';

create function public.admin_dashboard_counts() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'businesses', (select count(*) from public.businesses),
    'listed_providers', (select count(*) from public.profiles where account_type = 'provider' and is_visible and is_active),
    'businesses_this_month', (select count(*) from public.businesses where created_at >= date_trunc('month', now())),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null));
end $$;
comment on function public.admin_dashboard_counts() is 'The four figures of the admin dashboard.';

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'get_admin_user_details(text, text, integer, integer)', 'admin_update_user(uuid, jsonb)',
    'admin_toggle_user_status(uuid, text, boolean)', 'admin_delete_user(uuid, text)',
    'admin_delete_feedback(uuid, text)', 'count_profiles_by_type(text)', 'count_profiles_by_date(integer)',
    'admin_dashboard_counts()'] loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end $$;

create view public.user_sessions as
  select s.id, s.user_id, coalesce(s.not_after > now(), true) as is_active, s.created_at as session_start
  from auth.sessions s
  where s.user_id = (select auth.uid()) or (select private.is_admin());
comment on view public.user_sessions is 'Signed-in devices: one''s own, or all for admins. Runs as its owner, so its condition is its only guard.';
revoke all on public.user_sessions from anon, authenticated;
grant select on public.user_sessions to authenticated, service_role;
