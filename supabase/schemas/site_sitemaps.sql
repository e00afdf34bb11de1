-- Site: the sitemaps that search engines read.

create function public.sitemap_starts(kind text, part_size integer default 10000) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(part_size, 1000), 50000);
begin
  return (select coalesce(array_agg(id order by id), '{}') from (
    select each.id, row_number() over (order by each.id) - 1 as nr from (
      select l.provider_id as id from search.listings l where kind = 'providers' and l.membership_end > now()
      union all
      select j.id from public.jobs j where kind = 'jobs' and j.status = 'open' and j.expires_at > now()) as each) as numbered
    where nr % size = 0);
end $$;
comment on function public.sitemap_starts(text,integer) is
  'The first id of each part of the sitemap of ''providers'' (listed ones) or ''jobs'' (open ones).';

create function public.sitemap_page(kind text, first_id uuid, page_size integer default 1000) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  many integer := least(greatest(page_size, 1), 2000);
begin
  -- Each kind with its own index, so that a page costs a page.
  if kind = 'providers' then
    return (select coalesce(json_agg(json_build_array(id, updated_at) order by id), '[]') from (
      select p.id, p.updated_at from public.public_providers p where p.id >= first_id order by p.id limit many) as page);
  end if;
  return (select coalesce(json_agg(json_build_array(id, updated_at) order by id), '[]') from (
    select j.id, j.updated_at from public.jobs j
    where kind = 'jobs' and j.id >= first_id and j.status = 'open' and j.expires_at > now() order by j.id limit many) as page);
end $$;
comment on function public.sitemap_page(text,uuid,integer) is
  'Part of a sitemap from an id on: [[id, changed at], ...], in the order of the ids.';
