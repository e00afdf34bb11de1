-- Cards show a picture of the work, the lowest price and whether somebody works now.
alter table search.listings add column main_category text, add column picture text;
comment on column search.listings.main_category is 'The main category of the first selection; null if that is in the person''s own words.';
comment on column search.listings.picture is 'The first picture of the portfolio that is a file of ours.';

create function search.main_category(selections text[]) returns text
language sql immutable set search_path = '' as $$
  select case when selections[1] not like 'Other: %' then split_part(selections[1], ' > ', 1) end
$$;
comment on function search.main_category(text[]) is 'The main category of the first selection; null for a person''s own words.';

create function search.first_picture(samples jsonb) returns text
language sql immutable set search_path = '' as $$
  select jsonb_path_query_first(samples,
    '$[*].media[*] ? (!(@.type == "video") && @.url starts with "/storage/v1/object/public/").url') #>> '{}'
$$;
comment on function search.first_picture(jsonb) is 'The first picture of a portfolio that is a file of ours, so that it can be shown in any size.';

create function search.card_offer(person uuid) returns table (price_pence integer, price_unit text, hours jsonb)
language sql stable as $$
  select cheapest.price_pence, cheapest.unit, nullif(a.hours, '{}')
  from (select) as one
  left join lateral (select s.price_pence, s.unit from public.services s
    where s.provider_id = person and s.price_pence is not null order by s.price_pence, s.position, s.id limit 1) as cheapest on true
  left join public.availability a on a.provider_id = person
$$;
comment on function search.card_offer(uuid) is 'What a provider''s card says of price and hours: the lowest price, and when they work.';

create or replace function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into search.listings as listed (provider_id, slot, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document, main_category, picture)
  select p.id, coalesce((select l.slot from search.listings l where l.provider_id = p.id), search.allocate_slot()),
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(split_part(p.categories[1], ' > ', 2), ''), nullif(regexp_replace(p.categories[1], '^Other: ', ''), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.subscription_end, facets.categories,
    rating.average, rating.count, p.created_at, p.updated_at,
    search.normalise_place(p.location), search.distinct_words(said.strong || said.weak),
    search.listing_document(said.strong, said.weak, search.normalise_place(p.location), facets.categories),
    search.main_category(p.categories), search.first_picture(p.work_samples)
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.subscribed and s.subscription_end > now()
  cross join lateral private.category_keys(p.categories) as facets (categories)
  cross join lateral search.listing_text(p) as said
  cross join lateral (
    select round(avg(f.rating), 2) as average, count(*)::int as count
    from public.feedback f where f.provider_id = p.id and f.is_public) as rating
  where p.id = person and p.account_type = 'provider' and p.is_active and p.is_visible
  on conflict (provider_id) do update set
    name = excluded.name, title = excluded.title, bio = excluded.bio, image_url = excluded.image_url,
    business_name = excluded.business_name, location = excluded.location, phone_number = excluded.phone_number,
    plan_type = excluded.plan_type, membership_end = excluded.membership_end, categories = excluded.categories,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    created_at = excluded.created_at, updated_at = excluded.updated_at,
    place = excluded.place, words = excluded.words, document = excluded.document,
    main_category = excluded.main_category, picture = excluded.picture;
  if not found then
    delete from search.listings where provider_id = person;
  end if;
  -- Memberships expire without a write, so the next write deletes up to 20 expired listings: a search never
  -- has many of them to leave out.
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now() and l.provider_id <> person
    order by l.membership_end limit 20 for update skip locked);
end $$;

create or replace function private.invalidate_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags)
  select array_agg(distinct case when tag like '%:' then tag || provider else tag end)
  from unnest(array[old.provider_id, new.provider_id]) as provider, unnest('listing:'::text || tg_argv::text[]) as tag
  where provider is not null;
  return null;
end $$;
comment on function private.invalidate_listing() is
  'Trigger: ends cached responses about the provider of this row, and those with these tags; one that ends in a colon gets the provider''s id.';
create or replace trigger invalidate_responses after insert or delete on public.services
  for each row execute function private.invalidate_listing('card:');
create or replace trigger invalidate_responses_on_update after update on public.services
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing('card:');
create or replace trigger invalidate_responses after insert or delete on public.availability
  for each row execute function private.invalidate_listing('card:');
create or replace trigger invalidate_responses_on_update after update on public.availability
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing('card:');

create or replace function private.invalidate_listing_on_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Which lists they are in, and what those are ordered by; where they are; and how they are rated.
  listed constant boolean := (old.provider_id, old.slot, old.categories, old.membership_end, old.created_at)
    is distinct from (new.provider_id, new.slot, new.categories, new.membership_end, new.created_at);
  moved constant boolean := (old.place, old.location) is distinct from (new.place, new.location);
  rated constant boolean := (old.rating_average, old.rating_count) is distinct from (new.rating_average, new.rating_count);
  ended text[] := array['listings', 'listing:' || new.provider_id];
begin
  if listed then
    ended := ended || 'directory'::text || array(select 'category:' || md5(key) from unnest(old.categories || new.categories) as key);
  end if;
  if moved then
    ended := ended || 'places'::text;
  end if;
  if listed or moved or rated then
    ended := ended || array(select 'category-page:' || md5(key) from unnest(old.categories || new.categories) as key);
  end if;
  if rated or (old.name, old.title, old.bio, old.image_url, old.business_name, old.location, old.main_category, old.picture)
      is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location, new.main_category, new.picture) then
    ended := ended || ('card:' || new.provider_id);
  end if;
  if (old.document, old.words) is distinct from (new.document, new.words) then
    ended := ended || 'words'::text || array(
      select 'term:' || ltrim(token, '~') from private.symmetric_difference(tsvector_to_array(old.document), tsvector_to_array(new.document)) as token
      union
      select unnest(array['term:' || (ts_lexize('pg_catalog.english_stem', word))[1], 'begin:' || left(word, 2)])
      from private.symmetric_difference(old.words, new.words) as word);
  end if;
  if rated then
    ended := ended || 'ratings'::text;
  end if;
  insert into private.cache_changes (tags) values (ended);
  return null;
end $$;

create or replace function public.search_providers(
  service text default null, location text default null, category text default null, page_size integer default 20,
  page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
declare
  size int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  place_query record;
  words record;
  near boolean;
  order_by text := sort;
  key text := nullif(btrim(left(category, 170)), '');
  towns text[];
  listed bigint[];
  found bit varying;
  named bit varying;
  also bit varying;
  few int[];
  slots int[];
  one int;
  total int;
  everybody bigint;
  cache_tags text[];
  nobody constant json := '{"total": 0, "providers": []}';
  begun record := search.prepare_search();
  answer json;
begin
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Please sort by relevance, newest, rating or distance.' using errcode = '22023';
  end if;
  place_query := search.parse_place(service, location, within);
  words := search.parse_words(place_query.service);
  near := place_query.latitude is not null and (place_query.within is not null or sort = 'distance');
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;
  cache_tags := place_query.cache_tags || words.cache_tags;
  if place_query.place is not null then
    if near then
      cache_tags := cache_tags || 'places'::text;
    elsif char_length(place_query.place) < 3 then
      cache_tags := cache_tags || ('term:?' || place_query.place);
    else
      towns := search.find_towns(place_query.place);
      cache_tags := cache_tags || case when cardinality(towns) > 20 then array['places']
        else array['towns'] || array(select 'term:' || town from unnest(towns) as town) end;
    end if;
  end if;
  perform set_config('response.cache_tags', to_json(cache_tags)::text, true);
  if not words.known then
    return nobody;
  end if;

  if words.terms <> '{}' then
    found := search.matching_members(words.terms, words.alternatives, words.groups, begun.size, begun.changed);
    if order_by = 'relevance' then
      named := search.matching_members(string_to_array('~' || array_to_string(words.terms, ' ~'), ' '),
        words.alternatives, words.groups, begun.size, begun.changed);
    end if;
  end if;
  if place_query.place is not null then
    -- 'Contains' and 'near' are matched with the towns instead of the rows.
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from search.find_nearby_towns(place_query.latitude, place_query.longitude, place_query.within) as t;
      also := search.union_of_terms(case when place_query.within is null then array['&'] else towns end, begun.size, begun.changed);
    elsif char_length(place_query.place) < 3 then
      also := search.union_of_terms(array['?' || place_query.place], begun.size, begun.changed);
    else
      also := search.union_of_terms(towns, begun.size, begun.changed);
    end if;
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := search.union_of_terms(array['#' || key], begun.size, begun.changed);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, search.union_of_terms(array['*'], begun.size, begun.changed));
  -- Whose time is over is normally swept out by the next write.
  foreach one in array begun.ended loop
    found := set_bit(found, one, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' and named is null then
    slots := search.slots_in_rotation(found, begun.turn, skip, size);
  elsif order_by = 'relevance' then
    named := named & found;
    slots := search.slots_in_rotation(named, begun.turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || search.slots_in_rotation(found & ~named, begun.turn, greatest(0, skip - bit_count(named)::int), size - cardinality(slots));
    end if;
  else
    -- Looking at each member costs ten times what an entry of an index does that is walked in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := search.slots_in_range(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then search.slots_by_date(found, few, skip, size)
      when 'rating' then search.slots_by_rating(found, few, begun.turn, skip, size)
      else search.slots_by_distance(found, few, total, towns, listed, begun.turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(card), '[]'),
    'corrected', words.corrected,
    'place', case when place_query.latitude is not null or place_query.corrected then json_build_object('name', place_query.name, 'area', place_query.area,
      'corrected', place_query.corrected, 'within', case when near then place_query.within end, 'near', near) end)
  into answer
  from (select l.provider_id as user_id, l.name, l.title, left(l.bio, 160) as bio, l.image_url, l.business_name,
      l.location, l.rating_average, l.rating_count, l.main_category, l.picture, offer.price_pence, offer.price_unit, offer.hours,
      get_bit(named, l.slot) = 1 as named,
      case when near then (select round(search.distance_in_miles(place_query.latitude, place_query.longitude, t.latitude, t.longitude))
        from search.terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles
    from search.listings l cross join lateral search.card_offer(l.provider_id) as offer
    where l.slot = any (slots) order by array_position(slots, l.slot)) as card;
  return answer;
end $$;

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
      l.rating_score, l.created_at, l.categories, l.main_category, l.picture, search.town_of_location(l.location) as town
    from search.listings l
    where l.slot = any (slots) and l.membership_end > now()),
  slugs as (select *, private.slugify(town) as slug from here),
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
        'business_name', business_name, 'location', location, 'rating_average', rating_average, 'rating_count', rating_count,
        'main_category', main_category, 'picture', picture, 'price_pence', offer.price_pence, 'price_unit', offer.price_unit,
        'hours', offer.hours)
        order by rating_score desc, created_at desc, provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 8) as best
      cross join lateral search.card_offer(best.provider_id) as offer))
  into answer;
  return answer;
end $$;

update search.listings l set main_category = search.main_category(p.categories), picture = search.first_picture(p.work_samples)
from public.profiles p where p.id = l.provider_id;
