-- What search engines and category pages ask: who is to be found, who is gone for good, and who is where.

create table private.departed_providers (
  provider_id uuid primary key,
  left_at timestamptz not null default now()
);
comment on table private.departed_providers is 'Providers whose accounts were deleted or are no provider''s any more: nothing but the number in the address of their page, so that it can say "gone" (410) and not "unknown" (404).';
alter table private.departed_providers enable row level security;

create function private.provider_departed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.account_type = 'provider' then
    delete from private.departed_providers where provider_id = new.id;
  else
    insert into private.departed_providers (provider_id) values (old.id) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.provider_departed() is 'Trigger: remembers who left for good, and forgets it when they come back.';
create trigger provider_deleted after delete on public.profiles
  for each row when (old.account_type = 'provider') execute function private.provider_departed();
create trigger provider_turned after update of account_type on public.profiles
  for each row when ((old.account_type = 'provider') <> (new.account_type = 'provider')) execute function private.provider_departed();

create function public.provider_gone(provider_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.departed_providers d where d.provider_id = provider_gone.provider_id)
$$;
comment on function public.provider_gone(uuid) is 'Whether a provider has left for good. A hidden, inactive or lapsed one may return, and counts as unknown.';
revoke execute on function public.provider_gone(uuid) from public;
grant execute on function public.provider_gone(uuid) to anon, authenticated, service_role;

-- Sitemaps. ------------------------------------------------------------------------------------------------

create index jobs_open_by_id on public.jobs (id) where status = 'open';

create function public.sitemap_starts(kind text, part_size integer default 10000) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(part_size, 1000), 50000);
begin
  if kind = 'providers' then
    return (select coalesce(array_agg(id order by id), '{}') from (
      select l.provider_id as id, row_number() over (order by l.provider_id) - 1 as nr from private.listings l
      where l.membership_end > now()) as numbered where nr % size = 0);
  end if;
  return (select coalesce(array_agg(id order by id), '{}') from (
    select j.id, row_number() over (order by j.id) - 1 as nr from public.jobs j
    where kind = 'jobs' and j.status = 'open' and j.expires_at > now()) as numbered where nr % size = 0);
end $$;
comment on function public.sitemap_starts(text, integer) is 'The first id of each part of the sitemap of ''providers'' (listed ones) or ''jobs'' (open ones).';

create function public.sitemap_page(kind text, first_id uuid, page_size integer default 1000) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  many integer := least(greatest(page_size, 1), 2000);
begin
  -- Each kind with its own index, so that a page costs a page.
  if kind = 'providers' then
    return (select coalesce(json_agg(json_build_array(provider_id, updated_at) order by provider_id), '[]') from (
      select provider_id, updated_at from private.listings
      where provider_id >= first_id and membership_end > now() order by provider_id limit many) as page);
  end if;
  return (select coalesce(json_agg(json_build_array(id, updated_at) order by id), '[]') from (
    select j.id, j.updated_at from public.jobs j
    where kind = 'jobs' and j.id >= first_id and j.status = 'open' and j.expires_at > now() order by j.id limit many) as page);
end $$;
comment on function public.sitemap_page(text, uuid, integer) is 'Part of a sitemap from an id on: [[id, changed at], ...], in the order of the ids.';

-- Category pages. ------------------------------------------------------------------------------------------

create function private.town_of(location text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when town ~ '[0-9]' then null else nullif(town, '') end
  from (select btrim(regexp_replace(split_part(left(location, 120), ',', 1), '\s+', ' ', 'g')) as town) as written
$$;
comment on function private.town_of(text) is 'The town of a location: what stands before the first comma, unless it is a postcode.';

create function private.slug_of(title text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g'), '-')
$$;
comment on function private.slug_of(text) is 'A title as it stands in an address (domain/categories.ts says the same).';

create function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  answer json;
begin
  with here as materialized (
    select l.provider_id, l.name, l.title, l.bio, l.image_url, l.business_name, l.location, l.rating_average, l.rating_count,
      l.rating_score, l.created_at, l.categories, private.town_of(l.location) as town
    from private.listings l
    where l.document @@ array_to_string(array['''', replace(replace('#' || left(category, 170), '\', '\\'), '''', ''''''), ''''], '')::tsquery
      and l.membership_end > now()),
  slugs as (select *, private.slug_of(town) as slug from here),
  chosen as materialized (select * from slugs where town_slug is null or slug = town_slug),
  by_town as (
    select slug, mode() within group (order by town) as name, count(*)::int as providers
    from slugs where slug <> '' and slug is distinct from town_slug
    group by slug order by count(*) desc, slug limit least(greatest(towns, 0), 1000))
  select json_build_object(
    'total', (select count(*) from chosen),
    'rated', (select count(*) from chosen where rating_count > 0),
    'rating_count', (select coalesce(sum(rating_count), 0) from chosen),
    'rating_average', (select round(sum(rating_average * rating_count) / nullif(sum(rating_count), 0), 2) from chosen),
    'town', (select mode() within group (order by town) from chosen where town_slug is not null),
    'towns', (select coalesce(json_agg(by_town order by providers desc, slug), '[]') from by_town),
    'parts', (select coalesce(json_object_agg(key, providers), '{}') from (
      select key, count(*)::int as providers from chosen, unnest(categories) as key
      where key like '% > %' group by key) as parts),
    'providers', (select coalesce(json_agg(json_build_object(
        'user_id', provider_id, 'name', name, 'title', title, 'bio', left(bio, 160), 'image_url', image_url,
        'business_name', business_name, 'location', location, 'rating_average', rating_average, 'rating_count', rating_count)
        order by rating_score desc, created_at desc, provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 8) as best))
  into answer;
  return answer;
end $$;
comment on function public.category_page(text, text, integer) is 'What a category''s page tells, for the whole country or one town: how many are listed, their ratings, the eight best, each subcategory''s count, and the other towns with the most of them.';

revoke execute on function public.sitemap_starts(text, integer), public.sitemap_page(text, uuid, integer),
  public.category_page(text, text, integer) from public;
grant execute on function public.sitemap_starts(text, integer), public.sitemap_page(text, uuid, integer),
  public.category_page(text, text, integer) to anon, authenticated, service_role;
