-- The directory: what the public may know of a provider, in a narrow table that holds listed ones only.
-- Row-level security would switch its text indexes off (the operators are not leakproof), so the table
-- is private and read through a view and a function that give public columns only.

create extension if not exists pg_trgm with schema extensions;

create table private.listings (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  name text not null,
  title text,
  bio text,
  image_url text,
  business_name text,
  location text,
  phone_number text,
  plan_type text not null,
  membership_end timestamptz not null,
  categories text[] not null,
  rating_average numeric(3, 2),
  rating_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document tsvector not null
);
comment on table private.listings is 'One row for each provider who stands in the directory; kept by triggers through refresh_listing().';
create index listings_newest on private.listings (created_at desc, provider_id desc);
create index listings_document on private.listings using gin (document) with (fastupdate = off);
create index listings_location on private.listings using gin (location extensions.gin_trgm_ops) with (fastupdate = off);
create index listings_categories on private.listings using gin (categories) with (fastupdate = off);

create function private.category_keys(selections text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct key), '{}') from (
    select selection as key from unnest(selections) as selection
    union select split_part(selection, ' > ', 1) from unnest(selections) as selection where selection not like 'Other: %'
    union select c.group_name || ' > ' || c.name from public.categories c
      where c.is_active and c.group_name = any (selections)) as keys
$$;
comment on function private.category_keys(text[]) is 'Selections spread out for filtering: ''Main > Sub'' also counts as ''Main'', and ''Main'' as each of its subs.';

create function private.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into private.listings as listed (provider_id, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at, document)
  select p.id,
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(split_part(p.categories[1], ' > ', 2), ''), nullif(regexp_replace(p.categories[1], '^Other: ', ''), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.subscription_end,
    private.category_keys(p.categories),
    rating.average, rating.count, p.created_at, p.updated_at,
    strip(to_tsvector('english', concat_ws(' ', p.business_name, p.first_name, p.last_name, p.bio,
      translate(array_to_string(private.category_keys(p.categories), ' '), '/>&', '   '),
      (select string_agg(skill ->> 'name', ' ') from jsonb_array_elements(p.skills) as skill))))
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.subscribed and s.subscription_end > now()
  cross join lateral (
    select round(avg(f.rating), 2) as average, count(*)::int as count
    from public.feedback f where f.provider_id = p.id and f.is_public) as rating
  where p.id = person and p.account_type = 'provider' and p.is_active and p.is_visible
  on conflict (provider_id) do update set
    name = excluded.name, title = excluded.title, bio = excluded.bio, image_url = excluded.image_url,
    business_name = excluded.business_name, location = excluded.location, phone_number = excluded.phone_number,
    plan_type = excluded.plan_type, membership_end = excluded.membership_end, categories = excluded.categories,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    created_at = excluded.created_at, updated_at = excluded.updated_at, document = excluded.document;
  if not found then
    delete from private.listings where provider_id = person;
  end if;
end $$;
comment on function private.refresh_listing(uuid) is 'Writes, changes or removes a provider''s row so that it equals profile, membership and public feedback.';

create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_listing(new.id);
  return null;
end $$;
comment on function private.profile_changed() is 'Trigger: keeps the listing.';
create trigger profile_changed after insert or update on public.profiles
  for each row when (new.account_type <> 'client') execute function private.profile_changed();
create trigger profile_left after update of account_type on public.profiles
  for each row when (old.account_type = 'provider' and new.account_type = 'client') execute function private.profile_changed();

create function private.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_listing(coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function private.membership_changed() is 'Trigger: keeps the listing.';
create trigger membership_changed after insert or update or delete on public.subscribers
  for each row execute function private.membership_changed();

create view public.public_providers as
  select l.provider_id as id, l.provider_id as user_id, l.name, l.title, l.bio, l.image_url, l.business_name,
    l.location, l.phone_number, 'active'::text as membership_status, l.plan_type, null::text as promo_code,
    true as is_visible, l.created_at, l.updated_at, l.updated_at as modified_at,
    l.categories, l.rating_average, l.rating_count,
    p.first_name, p.last_name, p.categories as selections, p.skills, p.work_samples, p.social_links
  from private.listings l left join public.profiles p on p.id = l.provider_id
  where l.membership_end > now();
comment on view public.public_providers is 'Listed providers: visible, active, with a live membership. Runs as its owner and gives public columns only (decision 8); promo_code is always null here.';
revoke all on public.public_providers from anon, authenticated;
grant select on public.public_providers to anon, authenticated, service_role;

create function private.search_query(words text) returns tsquery
language sql immutable set search_path = '' as $$
  -- Every word must be there, the last one perhaps unfinished.
  select case when cardinality(lexemes) = 0 then null
    else (to_tsquery('english', array_to_string(lexemes[:cardinality(lexemes) - 1] || (lexemes[cardinality(lexemes)] || ':*'), ' & '))) end
  from (select array(
    select word from regexp_split_to_table(lower(left(words, 200)), '[^[:alnum:]]+') as word
    where word <> '' limit 12) as lexemes) as split
$$;
comment on function private.search_query(text) is 'What somebody typed, as a query that no typed character can break; null when nothing was typed.';

create function public.search_providers(
  service text default null, location text default null, category text default null,
  page_size integer default 20, page_offset integer default 0
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(service);
  place text := nullif(btrim(left(location, 120)), '');
  pattern text := '%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := nullif(btrim(left(category, 170)), '');
  answer json;
begin
  -- The text of a condition that is not asked for must not be there: a plan made for all of them serves none.
  execute
    'with matching as materialized (
       select provider_id, created_at from private.listings l
       where l.membership_end > now()'
    || case when query is not null and numnode(query) > 0 then ' and l.document @@ $1' else '' end
    || case when place is not null then ' and l.location ilike $2' else '' end
    || case when key is not null then ' and l.categories @> array[$3]' else '' end
    || '),
     page as (
       select provider_id from matching order by created_at desc, provider_id desc limit $4 offset $5)
     select json_build_object(
       ''total'', (select count(*) from matching),
       ''providers'', coalesce((
         select json_agg(json_build_object(
           ''user_id'', l.provider_id, ''name'', l.name, ''title'', l.title, ''bio'', left(l.bio, 160),
           ''image_url'', l.image_url, ''business_name'', l.business_name, ''location'', l.location,
           ''rating_average'', l.rating_average, ''rating_count'', l.rating_count)
           order by l.created_at desc, l.provider_id desc)
         from page join private.listings l using (provider_id)), ''[]''))'
    into answer
    using query, pattern, key, least(greatest(page_size, 1), 60), least(greatest(page_offset, 0), 10000);
  return answer;
end $$;
comment on function public.search_providers(text, text, text, integer, integer)
  is 'A page of the directory, newest first, with the total: {total, providers}. Category is a selection; location is part of a place name.';
revoke execute on function public.search_providers(text, text, text, integer, integer) from public;
grant execute on function public.search_providers(text, text, text, integer, integer) to anon, authenticated, service_role;
