-- Admins list and export the accounts of one status.

create view private.live_members as
  select user_id from public.subscribers where subscribed and subscription_end > now();
comment on view private.live_members is 'Accounts with a live membership at this moment.';

create or replace function private.is_member(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.live_members where user_id = person)
$$;

create index profiles_hidden on public.profiles (created_at desc, id) where account_type = 'provider' and not is_visible;
create index profiles_inactive on public.profiles (created_at desc, id) where not is_active;

create function private.admin_accounts_of(status text, type text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if status is null then
    return 'search.admin_account_search';
  end if;
  if status not in ('members', 'non-members', 'hidden', 'inactive') then
    raise exception 'Please choose a status: members, non-members, hidden or inactive.' using errcode = '22023';
  end if;
  return case status
    -- Nearly every member is a provider: the others are looked for among the members (offset 0), not among all accounts.
    when 'members' then '(select s.* from search.admin_account_search s join (select user_id from private.live_members'
      || case when type <> 'provider' then ' offset 0' else '' end || ') as m on m.user_id = s.profile_id)'
    when 'non-members' then '(select s.* from search.admin_account_search s where s.account_type = ''provider''
      and not exists (select from private.live_members m where m.user_id = s.profile_id))'
    -- The profile's own id and date: an index of the few profiles then has the order.
    else '(select p.id as profile_id, s.account_type, p.created_at, s.name_key, s.words
      from public.profiles p join search.admin_account_search s on s.profile_id = p.id where '
      || case status when 'hidden' then 'p.account_type = ''provider'' and not p.is_visible' else 'not p.is_active' end || ')'
    end || ' as found';
end $$;
comment on function private.admin_accounts_of(text,text) is
  'SQL: what the accounts of a status, or of any, are listed from, with the columns of search.admin_account_search. The type only decides how they are looked for.';

drop function private.count_admin_accounts(text,text,bigint);
create function private.count_admin_accounts(type text, search text, most bigint, status text default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  signs text[] := search.only_symbols(search);
  total bigint;
begin
  if pattern is null and status is null then
    return stats.admin_list_total('accounts', type);
  end if;
  execute 'select count(*) from (select from ' || private.admin_accounts_of(status, type) || ' where true'
    || case when pattern is not null then ' and words like $2' else '' end
    || case when type is not null then ' and account_type = $1' else '' end
    || case when signs is not null then ' and search.symbols_of(words) @> $4' else '' end
    || ' limit $3) as found'
    into total using type, pattern, most, signs;
  return total;
end $$;
comment on function private.count_admin_accounts(text,text,bigint,text) is
  'How many accounts a filter leaves; of a search or a status no more than most are counted.';

drop function private.list_admin_accounts(text,text,integer,integer,text);
create function private.list_admin_accounts(
  type text, search text, page_size integer, page_offset integer, sort text, status text default null
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  signs text[] := search.only_symbols(search);
  skip bigint := least(greatest(page_offset, 0), 10000000);
  newest_first constant boolean := coalesce(sort, '') not in ('oldest', 'name');
  ordering text := case sort
    when 'oldest' then 'created_at, profile_id desc'
    when 'name' then 'name_key, profile_id'
    else 'created_at desc, profile_id' end;
  part text;
  edge timestamptz;
begin
  if pattern is null and status is null then
    -- Reading starts at the part in which the page begins.
    select p.part, skip - p.before into part, skip
      from stats.find_admin_list_part(case sort when 'name' then 'names' else 'accounts' end, list_admin_accounts.type, skip, newest_first) as p;
    if part is null then
      return;
    end if;
    if sort is distinct from 'name' then
      edge := (part::date + 7 * newest_first::integer)::timestamp at time zone 'UTC';
    end if;
  end if;
  -- The page is taken out of an index alone. Only the conditions that are asked for, so that each question has the plan
  -- of its own index.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from (select profile_id, ' || case sort when 'name' then 'name_key' else 'created_at' end
    || ' from ' || private.admin_accounts_of(status, type) || ' where '
    || case when pattern is not null then 'words like $2' when status is not null then 'true'
        else case sort when 'name' then 'name_key >= $6' when 'oldest' then 'created_at >= $7' else 'created_at < $7' end end
    || case when type is not null then ' and account_type = $1' else '' end
    || case when signs is not null then ' and search.symbols_of(words) @> $5' else '' end
    || ' order by ' || ordering || ' limit $3 offset $4) as page
     join public.profiles p on p.id = page.profile_id order by page.' || replace(ordering, ', ', ', page.')
    using type, pattern, least(greatest(page_size, 1), 100), skip, signs, part, edge;
end $$;
comment on function private.list_admin_accounts(text,text,integer,integer,text,text) is
  'A page of accounts by newest, oldest or name.';

drop function public.admin_users(text,text,integer,integer,text);
create function public.admin_users(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest', status text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  every constant boolean := search.like_pattern(search) is null and status is null;
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(admin_users.type, search, most + 1, status);
  return jsonb_build_object(
    'total', case when every then total else least(total, most) end,
    'more', not every and total > most,
    'users', (select coalesce(jsonb_agg(to_jsonb(r)), '[]')
      from private.list_admin_accounts(admin_users.type, search, page_size, page_offset, sort, status) as r));
end $$;
comment on function public.admin_users(text,text,integer,integer,text,text) is
  'For /admin/users: {total, more, users}. A status is members, non-members (providers), hidden (providers) or inactive. A search or a status is counted up to 10,000; more says that there are more.';
grant execute on function public.admin_users(text,text,integer,integer,text,text) to authenticated;

drop function public.admin_export_users(text,text,timestamptz,uuid,integer);
create function public.admin_export_users(
  type text default null, search text default null, after_created timestamptz default null, after_id uuid default
  null, page_size integer default 1000, status text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  found jsonb;
begin
  perform private.require_admin();
  if after_id is null then
    perform audit.record('export users', 'profiles', null, null,
      jsonb_strip_nulls(jsonb_build_object('type', admin_export_users.type, 'status', status,
        'search', nullif(btrim(left(search, 120)), ''))));
  end if;
  execute
    'select coalesce(jsonb_agg(row order by place), ''[]'') from (
       select page.place, jsonb_build_object(''profile_id'', p.id, ''first_name'', p.first_name, ''last_name'', p.last_name,
         ''email'', p.email, ''account_type'', p.account_type, ''business_name'', p.business_name, ''location'', p.location,
         ''phone_number'', p.phone_number, ''categories'', p.categories, ''is_active'', p.is_active, ''is_visible'', p.is_visible,
         ''created_at'', p.created_at) as row
       from (select profile_id, row_number() over (order by created_at desc, profile_id) as place
         from ' || private.admin_accounts_of(status, admin_export_users.type) || ' where true'
    || case when admin_export_users.type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when after_id is not null then ' and created_at <= $3 and (created_at < $3 or profile_id > $4)' else '' end
    || ' order by created_at desc, profile_id limit $5) as page join public.profiles p on p.id = page.profile_id) as rows'
    into found using admin_export_users.type, pattern, after_created, after_id, least(greatest(page_size, 1), 1000);
  return found;
end $$;
comment on function public.admin_export_users(text,text,timestamptz,uuid,integer,text) is
  'For the CSV of /admin/users: up to 1,000 accounts, newest first, after the last of the part before. The first part is recorded in the audit log, because people''s data leave with it.';
grant execute on function public.admin_export_users(text,text,timestamptz,uuid,integer,text) to authenticated;
