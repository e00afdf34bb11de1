-- A cached search near a town ends with a change in one of the towns around it, no longer with each move anywhere.

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
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from search.find_nearby_towns(place_query.latitude, place_query.longitude, place_query.within) as t;
    elsif char_length(place_query.place) < 3 then
      towns := array['?' || place_query.place];
    else
      towns := search.find_towns(place_query.place);
    end if;
    cache_tags := cache_tags || case when cardinality(towns) > 50 then array['places']
      else array['towns'] || array(select 'term:' || town from unnest(towns) as town) end;
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
    also := search.union_of_terms(case when near and place_query.within is null then array['&'] else towns end, begun.size, begun.changed);
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
