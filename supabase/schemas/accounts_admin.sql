-- Accounts: the admins' acts, and how the first admin comes to be.

-- First admin ---------------------------------------------------------------------------------------------------------

create function public.make_first_admin(user_id uuid, username text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('make_first_admin'));
  perform private.refuse_if(exists (select from public.profiles where account_type = 'admin'),
    'PT409', 'An admin account already exists. Please proceed to login.');
  update public.profiles set account_type = 'admin', first_name = left(username, 80), is_visible = false where id = user_id;
  perform private.refuse_if(not found, 'PT404', 'This account no longer exists. Please try again.');
  perform audit.record('first admin', 'profiles', user_id::text, null, jsonb_build_object('username', username));
end $$;
comment on function public.make_first_admin(uuid,text) is 'For admin-setup: once, ever (P-03).';

create function public.has_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where account_type = 'admin')
$$;
comment on function public.has_admin() is 'Whether the first admin was made: the setup is then over.';

-- Administration ------------------------------------------------------------------------------------------------------

create function private.protect_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.account_type = 'admin' and old.is_active and (tg_op = 'DELETE' or new.account_type <> 'admin' or not new.is_active) then
    perform pg_advisory_xact_lock(hashtext('protect_last_admin'));
    perform private.refuse_if(not exists (select from public.profiles where account_type = 'admin' and is_active and id <> old.id),
      'PT409', 'The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.protect_last_admin() is
  'Trigger: keeps at least one active admin (P-03).';

create trigger protect_last_admin before update of account_type, is_active or delete on public.profiles
  for each row execute function private.protect_last_admin();

create function public.admin_update_user(target_user_id uuid, user_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  after public.profiles;
  wrong text;
  changed text[];
  why text;
begin
  perform private.require_admin();
  select key into wrong from jsonb_object_keys(user_data) as key
    where key <> all (private.profile_texts() || array['account_type', 'reason', 'seen']) limit 1;
  if wrong is not null then
    raise exception 'The field "%" cannot be changed here. Please leave it out.', wrong using errcode = 'PT400';
  end if;
  why := private.clean_reason(user_data ->> 'reason');
  before := private.lock_account(target_user_id, (user_data ->> 'seen')::timestamptz);
  perform private.refuse_if((user_data ? 'first_name' and coalesce(private.visible_text(user_data ->> 'first_name'), '') = '')
    or (user_data ? 'last_name' and coalesce(private.visible_text(user_data ->> 'last_name'), '') = ''),
    'PT400', 'First name and last name are required', 'Please enter both names.');
  perform private.write_profile_texts(target_user_id, user_data);
  update public.profiles set account_type = user_data ->> 'account_type'
    where id = target_user_id and account_type <> user_data ->> 'account_type';
  select * into after from public.profiles where id = target_user_id;
  select array_agg(k order by n) into changed
    from unnest(private.profile_texts() || 'account_type'::text) with ordinality as t (k, n)
    where to_jsonb(before) -> k is distinct from to_jsonb(after) -> k;
  if changed is null then
    return;
  end if;
  perform audit.record('update user', 'profiles', target_user_id::text, to_jsonb(before), to_jsonb(after), why);
  if 'account_type' = any (changed) then
    perform notify.admin_action(target_user_id, 'account_type_changed',
      jsonb_build_object('from', before.account_type, 'to', after.account_type, 'reason', why));
  end if;
  if changed <> array['account_type'] then
    perform notify.admin_action(target_user_id, 'account_edited',
      jsonb_build_object('fields', to_jsonb(array_remove(changed, 'account_type')), 'reason', why));
  end if;
end $$;
comment on function public.admin_update_user(uuid,jsonb) is
  'Changes the named columns of an account; every text is trimmed. reason is recorded in the audit log and emailed to the person; a change made after seen, the updated_at that the caller read, is not overwritten.';

create function public.admin_delete_user(target_user_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason);
  before public.profiles;
  reachable boolean;
begin
  before := private.lock_account(target_user_id, null);
  select u.email_confirmed_at is not null into reachable from auth.users u where u.id = target_user_id;
  perform private.delete_account(target_user_id);
  perform audit.record('delete user', 'profiles', target_user_id::text,
    to_jsonb(before) - array['bio', 'work_samples', 'social_links', 'skills'], null, why);
  if reachable and before.email is not null and target_user_id is distinct from (select auth.uid()) then
    perform notify.address(before.email, 'account_removed',
      jsonb_strip_nulls(jsonb_build_object('reason', why)), 'account_removed:' || target_user_id);
  end if;
end $$;
comment on function public.admin_delete_user(uuid,text) is
  'Deletes an account and all its rows, and emails the reason to its confirmed address. Feedback it gave stays without its name.';

create function public.admin_make_provider(target_user_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  website text := private.metadata_text(details, 'website', 300);
begin
  perform private.require_admin();
  perform private.refuse_if(coalesce(private.visible_text(details ->> 'first_name'), '') = '' or coalesce(private.visible_text(details ->> 'last_name'), '') = '',
    'PT400', 'First name and last name are required', 'Please enter both names.');
  perform private.refuse_if(private.metadata_text(details, 'business_name', 120) is null,
    'PT400', 'Business name is required for providers', 'Please enter the business name.');
  update public.profiles set
    account_type = 'provider',
    categories = private.metadata_texts(details, 'categories'),
    social_links = case when website is null then '{}' else jsonb_build_object('website', website) end,
    profile_image_url = private.metadata_text(details, 'profile_image_url', 600)
  where id = target_user_id and account_type = 'client';
  perform private.refuse_if(not found, 'PT404', 'This account no longer exists. Please reload the page.');
  perform private.write_profile_texts(target_user_id, details);
  perform audit.record('create provider', 'profiles', target_user_id::text, null,
    (select to_jsonb(p) from public.profiles p where id = target_user_id));
end $$;
comment on function public.admin_make_provider(uuid,jsonb) is
  'For admin-create-provider, called as the admin: makes the provider of a client''s account that was just added.';

create function private.lock_account(target uuid, seen timestamptz) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
begin
  select * into found from public.profiles where id = target for update;
  perform private.refuse_if(found.id is null, 'PT404', 'This account no longer exists. Please reload the page.');
  perform private.refuse_if_stale('account', found.updated_at, seen);
  return found;
end $$;
comment on function private.lock_account(uuid,timestamptz) is
  'Holds an account for a change; refuses where it changed after the moment at which the caller saw it.';

create function private.set_account_status(
  target uuid, field text, value boolean, reason text, seen timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles := private.lock_account(target, seen);
  kind text;
begin
  if (to_jsonb(before) ->> field)::boolean = value then
    return false;
  end if;
  update public.profiles set
    is_active = case when field = 'is_active' then value else is_active end,
    is_visible = case when field = 'is_visible' then value else is_visible end
  where id = target;
  if field = 'is_active' and not value then
    delete from auth.sessions where user_id = target;
  end if;
  perform audit.record('switch ' || field, 'profiles', target::text,
    jsonb_build_object(field, not value), jsonb_build_object(field, value), reason);
  kind := case when field = 'is_active' then case when value then 'account_reactivated' else 'account_deactivated' end
    when value then 'profile_shown' else 'profile_hidden' end;
  -- Only providers are shown in the directory, so only they are notified.
  if field = 'is_active' or before.account_type = 'provider' then
    perform notify.admin_action(target, kind, jsonb_build_object('reason', reason));
  end if;
  return true;
end $$;
comment on function private.set_account_status(uuid,text,boolean,text,timestamptz) is
  'Switches is_active or is_visible of one account, records it and notifies the person. False if nothing changed.';

create function public.admin_toggle_user_status(
  target_user_id uuid, status_field text, new_value boolean, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.refuse_if(coalesce(status_field not in ('is_active', 'is_visible'), true) or new_value is null,
    'PT400', 'Only "active" and "visible" can be switched on or off. Please choose one of them.');
  perform private.set_account_status(target_user_id, status_field, new_value, private.clean_reason(reason), seen);
end $$;
comment on function public.admin_toggle_user_status(uuid,text,boolean,text,timestamptz) is
  'Activates or deactivates, shows or hides an account, emails the person the reason, and refuses if the account changed after seen. Deactivating ends its sessions.';

create function public.admin_switch_users(
  items jsonb, status_field text, new_value boolean, reason text default null
) returns table (profile_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, not coalesce(new_value, true));
  item record;
begin
  perform private.refuse_if(coalesce(status_field not in ('is_active', 'is_visible'), true) or new_value is null,
    'PT400', 'Only "active" and "visible" can be switched on or off. Please choose one of them.');
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100,
    'PT400', 'Please choose between 1 and 100 accounts.');
  -- In one order for everybody, so that two admins wait for each other and never in a ring.
  for item in select distinct on (i.id) i.id, i.seen from jsonb_to_recordset(items) as i (id uuid, seen timestamptz)
    where i.id is not null order by i.id
  loop
    profile_id := item.id;
    message := null;
    begin
      outcome := case when private.set_account_status(item.id, status_field, new_value, why, item.seen) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
end $$;
comment on function public.admin_switch_users(jsonb,text,boolean,text) is
  'Switches up to 100 accounts, [{id, seen}], in one transaction with one reason, and returns the outcome of each: done, unchanged or refused with a message.';

create function private.admin_account_conditions(type text, search text, status text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse_if(status not in ('members', 'non-members', 'hidden', 'inactive'),
    '22023', 'Please choose a status: members, non-members, hidden or inactive.');
  return concat_ws(' and ', 'true', case when type is not null then 'p.account_type = $1' end,
    case when private.search_pattern(search) is not null then 'p.search_words like $2' end,
    case status when 'members' then 'p.id in (select user_id from private.live_members)'
      when 'non-members' then 'p.account_type = ''provider'' and not exists (select from private.live_members m where m.user_id = p.id)'
      when 'hidden' then 'p.account_type = ''provider'' and not p.is_visible'
      when 'inactive' then 'not p.is_active' end);
end $$;
comment on function private.admin_account_conditions(text,text,text) is
  'SQL: which profiles p a filter leaves, for a type in $1 and a pattern in $2. Only what is asked for, so that each question has the plan of its own index.';

create function private.count_admin_accounts(type text, search text, status text default null, most bigint default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  execute 'select count(*) from (select from public.profiles p where ' || private.admin_account_conditions(type, search, status)
    || ' limit $3) as found' into total using type, private.search_pattern(search), most;
  return total;
end $$;
comment on function private.count_admin_accounts(text,text,text,bigint) is 'How many accounts a filter leaves, counted no further than most.';

create function private.list_admin_accounts(
  type text, search text, page_size integer, page_offset integer, sort text, status text default null
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  ordering constant text := ' order by ' || case sort when 'oldest' then 'p.created_at, p.id desc'
    when 'name' then 'p.search_words, p.id' else 'p.created_at desc, p.id' end;
begin
  -- The page is taken out of an index alone.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from public.profiles p where p.id in (select p.id from public.profiles p where '
    || private.admin_account_conditions(type, search, status) || ordering || ' limit $3 offset $4)' || ordering
    using type, private.search_pattern(search), least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000);
end $$;
comment on function private.list_admin_accounts(text,text,integer,integer,text,text) is
  'A page of accounts by newest, oldest or name.';

create function public.get_admin_user_details(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(get_admin_user_details.type, search);
  return query select r.*, total
    from private.list_admin_accounts(get_admin_user_details.type, search, page_size, page_offset, sort) as r;
end $$;
comment on function public.get_admin_user_details(text,text,integer,integer,text) is
  'Specified (docs/specification.md, 2.7): a page of accounts for admins, each row with the exact total and at most three category names; sort is newest, oldest or name. Its columns are those of private.list_admin_accounts() and the total. The screen calls admin_users, which also counts a page past the last.';

create function public.admin_users(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest', status text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  every constant boolean := private.search_pattern(search) is null and status is null;
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(admin_users.type, search, status, case when not every then most + 1 end);
  return jsonb_build_object(
    'total', case when every then total else least(total, most) end,
    'more', not every and total > most,
    'users', (select coalesce(jsonb_agg(to_jsonb(p) - array['skills', 'work_samples', 'social_links', 'search_words']
        || jsonb_build_object('category_names', r.categories) order by r.place), '[]')
      from (select f.profile_id, f.categories, row_number() over () as place
        from private.list_admin_accounts(admin_users.type, search, page_size, page_offset, sort, status) as f) as r
      join public.profiles p on p.id = r.profile_id));
end $$;
comment on function public.admin_users(text,text,integer,integer,text,text) is
  'For /admin/users: {total, more, users}, each user a row of profiles without the longest columns and with at most three category names. A status is members, non-members (providers), hidden (providers) or inactive. A search or a status is counted up to 10,000; more says that there are more.';

create function public.admin_export_users(
  type text default null, search text default null, after_created timestamptz default null, after_id uuid default
  null, page_size integer default 1000, status text default null
) returns setof public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if after_id is null then
    perform audit.record('export users', 'profiles', null, null,
      jsonb_strip_nulls(jsonb_build_object('type', admin_export_users.type, 'status', status,
        'search', nullif(btrim(left(search, 120)), ''))));
  end if;
  return query execute
    'select p.* from public.profiles p where ' || private.admin_account_conditions(admin_export_users.type, search, status)
    || case when after_id is not null then ' and p.created_at <= $3 and (p.created_at < $3 or p.id > $4)' else '' end
    || ' order by p.created_at desc, p.id limit $5'
    using admin_export_users.type, private.search_pattern(search), after_created, after_id, least(greatest(page_size, 1), 1000);
end $$;
comment on function public.admin_export_users(text,text,timestamptz,uuid,integer,text) is
  'For the CSV of /admin/users: up to 1,000 accounts, newest first, after the last of the part before. The first part is recorded in the audit log, because people''s data leave with it.';

-- The operator's commands (npm run admin) -----------------------------------------------------------------------------

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

create function public.operator_switch_admin(target_user_id uuid, active boolean, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(not exists (select from public.profiles where id = target_user_id and account_type = 'admin'),
    'PT400', 'This account is not an admin. Please switch it at /admin/users.');
  return private.set_account_status(target_user_id, 'is_active', active, private.clean_reason(reason, true), null);
end $$;
comment on function public.operator_switch_admin(uuid,boolean,text) is
  'For npm run admin, with the service key: activates or deactivates an admin, whose sessions end, and notifies them. False if nothing changed. The last admin stays.';

create function public.operator_record(target_user_id uuid, action text) returns void
language sql security definer set search_path = '' as $$
  select audit.record(action, 'profiles', target_user_id::text, null, null, 'by the operator')
$$;
comment on function public.operator_record(uuid,text) is
  'For npm run admin, with the service key: puts an act that the auth service performs in the audit log.';
