-- The users screen: a page of accounts in the order asked for, and providers made by admins.

create index profiles_by_words on public.profiles using gin (
  (first_name || ' ' || last_name || ' ' || coalesce(business_name, '') || ' ' || coalesce(email, '')) extensions.gin_trgm_ops);
create index profiles_by_name on public.profiles (lower(first_name), lower(last_name), id);

drop function public.get_admin_user_details(text, text, integer, integer);
create function public.get_admin_user_details(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text,
  created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean,
  is_visible boolean, categories text[], total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := nullif(btrim(left(search, 120)), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  conditions text;
  ordering text;
begin
  perform private.require_admin();
  ordering := case sort
    when 'oldest' then 'created_at, id desc'
    when 'name' then 'lower(first_name), lower(last_name), id'
    else 'created_at desc, id' end;
  -- Only the conditions that are asked for, so that each plan can have its index.
  conditions := 'true'
    || case when get_admin_user_details.type is not null then ' and account_type = $1' else '' end
    || case when words is not null
         then ' and first_name || '' '' || last_name || '' '' || coalesce(business_name, '''') || '' '' || coalesce(email, '''') ilike $2'
         else '' end;
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       (select count(*) from public.profiles where ' || conditions || ')
     from public.profiles p
     where ' || conditions || '
     order by ' || ordering || ' limit $3 offset $4'
    using get_admin_user_details.type, pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 1000000);
end $$;
comment on function public.get_admin_user_details(text, text, integer, integer, text) is
  'A page of accounts for admins, each row with the total and at most three category names; sort is newest, oldest or name.';
revoke execute on function public.get_admin_user_details(text, text, integer, integer, text) from public, anon;
grant execute on function public.get_admin_user_details(text, text, integer, integer, text) to authenticated, service_role;

create function public.admin_make_provider(target_user_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  website text := private.text_of(details, 'website', 300);
begin
  perform private.require_admin();
  if private.text_of(details, 'first_name', 80) is null or private.text_of(details, 'last_name', 80) is null then
    raise exception 'First name and last name are required' using errcode = 'PT400';
  end if;
  if private.text_of(details, 'business_name', 120) is null then
    raise exception 'Business name is required for providers' using errcode = 'PT400';
  end if;
  update public.profiles set
    account_type = 'provider',
    first_name = private.text_of(details, 'first_name', 80),
    last_name = private.text_of(details, 'last_name', 80),
    business_name = private.text_of(details, 'business_name', 120),
    location = private.text_of(details, 'location', 120),
    phone_number = private.text_of(details, 'phone_number', 40),
    bio = private.text_of(details, 'bio', 5000),
    categories = private.texts_of(details, 'categories'),
    social_links = case when website is null then '{}' else jsonb_build_object('website', website) end,
    profile_image_url = private.text_of(details, 'profile_image_url', 600)
  where id = target_user_id and account_type = 'client';
  if not found then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  perform private.record('create provider', 'profiles', target_user_id::text, null,
    (select to_jsonb(p) from public.profiles p where id = target_user_id));
end $$;
comment on function public.admin_make_provider(uuid, jsonb) is
  'For admin-create-provider, called as the admin: makes the provider of a client''s account that was just added.';
revoke execute on function public.admin_make_provider(uuid, jsonb) from public, anon;
grant execute on function public.admin_make_provider(uuid, jsonb) to authenticated, service_role;
