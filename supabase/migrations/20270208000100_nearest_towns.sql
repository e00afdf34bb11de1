-- The other towns of a town's page: the nearest first.

create or replace function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  begun record := search.prepare_search();
  members bit varying := search.union_of_terms(array['#' || left(category, 170)], begun.size, begun.changed);
  slots integer[] := search.slots_in_range(members, 0, bit_count(members)::integer);
  answer json;
begin
  with here as materialized (
    select l.provider_id, l.name, l.title, l.bio, l.image_url, l.business_name, l.location, l.rating_average, l.rating_count,
      l.rating_score, l.created_at, l.categories, l.main_category, l.picture, search.town_of_location(l.location) as town,
      l.place
    from search.listings l
    where l.slot = any (slots) and l.membership_end > now()),
  slugs as (select *, private.slugify(town) as slug from here),
  chosen as materialized (select * from slugs where town_slug is null or slug = town_slug),
  centre as (
    select t.latitude, t.longitude from search.terms t where t.kind = 'token' and t.term = '@' || (
      select mode() within group (order by place) from chosen where town_slug is not null)),
  by_town as (
    select slug, name, providers,
      round(search.distance_in_miles(centre.latitude, centre.longitude, t.latitude, t.longitude))::int as miles
    from (select slug, mode() within group (order by town) as name, mode() within group (order by place) as place,
        count(*)::int as providers
      from slugs where slug <> '' and slug is distinct from town_slug group by slug) as other
    left join centre on true
    left join search.terms t on t.kind = 'token' and t.term = '@' || other.place and centre.latitude is not null
    order by miles, providers desc, slug limit least(greatest(towns, 0), 1000))
  select json_build_object(
    'total', (select count(*) from chosen),
    'rated', (select count(*) from chosen where rating_count > 0),
    'rating_count', (select coalesce(sum(rating_count), 0) from chosen),
    'rating_average', (select round(sum(rating_average * rating_count) / nullif(sum(rating_count), 0), 2) from chosen),
    'town', (select mode() within group (order by town) from chosen where town_slug is not null),
    'towns', (select coalesce(json_agg(by_town order by miles, providers desc, slug), '[]') from by_town),
    'parts', (select coalesce(json_object_agg(key, providers), '{}') from (
      select key, count(*)::int as providers from chosen, unnest(categories) as key
      where key like '% > %' group by key) as parts),
    'providers', (select coalesce(json_agg(json_build_object(
        'user_id', provider_id, 'name', name, 'title', title, 'bio', left(bio, 160), 'image_url', image_url,
        'business_name', business_name, 'location', location, 'rating_average', rating_average, 'rating_count', rating_count,
        'main_category', main_category, 'picture', picture, 'price_pence', offer.price_pence, 'price_unit', offer.price_unit,
        'hours', offer.hours)
        order by rating_score desc, created_at desc, provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 8) as best
      cross join lateral search.card_offer(best.provider_id) as offer))
  into answer;
  return answer;
end $$;
comment on function public.category_page(text,text,integer) is
  'What a category''s page shows, for the whole country or one town: how many are listed, their ratings, the eight best, each subcategory''s count, and the other towns: with the most of them, or for a town the nearest.';
