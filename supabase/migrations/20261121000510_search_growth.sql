-- The growth of the search to 100,000 listings, mended where the plans were wrong, and why each result stands where it does.

-- Estimates of a thousand rows for each generate_series made the planner hash all places; now each name is looked up.
create or replace function private.locate(typed text, out latitude real, out longitude real, out name text, out area text)
language plpgsql stable set search_path = '' as $$
declare
  words text[] := (array_replace(private.words_of(left(typed, 120)), 'saint', 'st'))[:12];
  code text := private.outward_code(typed);
  said text;
begin
  if code is not null then
    select p.latitude, p.longitude, upper(code) into latitude, longitude, name
    from private.places p where p.kind = 'outward' and p.name = code;
    if found then
      return;
    end if;
  end if;
  -- 'York Road, Leeds': what stands alone between commas goes first; then the longest name; then the last.
  foreach said in array coalesce(string_to_array(left(typed, 120), ','), '{}') loop
    select p.latitude, p.longitude, p.name into latitude, longitude, name from private.places p
    where p.kind = 'town' and p.name = array_to_string(array_replace(private.words_of(said), 'saint', 'st'), ' ');
    if found then
      return;
    end if;
  end loop;
  for wide in reverse least(4, cardinality(words)) .. 1 loop
    for at in reverse cardinality(words) - wide + 1 .. 1 loop
      select p.latitude, p.longitude, p.name into latitude, longitude, name from private.places p
      where p.kind = 'town' and p.name = array_to_string(words[at : at + wide - 1], ' ');
      if found then
        return;
      end if;
    end loop;
  end loop;
  if code is not null then
    select p.latitude, p.longitude, p.town, upper(p.name) into latitude, longitude, name, area
    from private.places p where p.kind = 'area' and p.name = substring(code from '^[a-z]+');
  end if;
end $$;

-- Deep pages without a filter need nothing but the order and who is still a member: the indexes alone know both.
create index listings_turn on private.listings (provider_id desc) include (membership_end);
drop index private.listings_newest, private.listings_best;
create index listings_newest on private.listings (created_at desc, provider_id desc) include (membership_end);
create index listings_best on private.listings (rating_score desc, created_at desc, provider_id desc) include (membership_end);

create or replace function public.search_providers(
  service text default null, location text default null, category text default null,
  page_size integer default 20, page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(page_size, 1), 60);
  skip int := least(greatest(page_offset, 0), 10000);
  wanted int;
  everybody bigint := coalesce((select listings from private.search_terms where kind = 'token' and term = '*'), 0);
  narrow int;
  most constant int := 1000;
  asked record := private.read_place(service, location, within);
  place text := asked.place;
  near boolean := asked.latitude is not null and (asked.within is not null or sort = 'distance');
  pivot uuid := private.turn();
  order_by text := sort;
  nearest text[];
  key text := nullif(btrim(left(category, 170)), '');
  words record;
  towns text[];
  in_towns bigint;
  of_category bigint;
  of_facets double precision;
  expected double precision;
  strong_expected double precision;
  conditions int := 0;
  facets tsquery;
  query tsquery;
  strong tsquery;
  named tsquery;
  searched tsquery;
  beside tsquery;
  ids uuid[];
  total bigint;
  capped boolean := false;
  nobody constant json := json_build_object('total', 0, 'providers', '[]'::json);
  answer json;
begin
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Sort is relevance, newest, rating or distance' using errcode = '22023';
  end if;
  size := coalesce(size, 20);
  skip := coalesce(skip, 0);
  wanted := skip + size;
  -- Up to here the index is the shorter way: about as many rows as the walk would visit.
  narrow := greatest(1000, sqrt(wanted * everybody::float))::int;
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;
  words := private.read_words(asked.service, everybody);
  if not words.known then
    return nobody;
  end if;
  expected := words.expected;
  strong_expected := words.strong_expected;
  query := words.query::tsquery;
  strong := case when order_by = 'relevance' then words.strong::tsquery end;
  named := strong;
  conditions := (query is not null)::int;

  if place is not null then
    -- 'Contains' and 'near', asked of the towns instead of the rows.
    if near then
      select array_agg(term), array_agg(substr(term, 2)), sum(listings) into towns, nearest, in_towns
      from private.towns_near(asked.latitude, asked.longitude, asked.within);
    elsif char_length(place) < 3 then
      select array_agg(term), sum(listings) into towns, in_towns from private.search_terms
      where kind = 'token' and term >= '@' and term < 'A' and strpos(substr(term, 2), place) > 0;
    else
      select array_agg(term), sum(listings) into towns, in_towns from private.search_terms
      where kind = 'token' and term >= '@' and term < 'A'
        and term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%';
    end if;
    if towns is null then
      return nobody;
    end if;
    conditions := conditions + 1;
    expected := expected * in_towns / greatest(everybody, 1);
    strong_expected := strong_expected * in_towns / greatest(everybody, 1);
    if cardinality(towns) <= 40 then
      select string_agg('''' || replace(replace(term, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery into facets
      from unnest(towns) as term;
      towns := null;
    else
      select array_agg(substr(term, 2)) into towns from unnest(towns) as term;
    end if;
  end if;

  if key is not null then
    select listings into of_category from private.search_terms where kind = 'token' and term = '#' || key;
    if of_category is null then
      return nobody;
    end if;
    conditions := conditions + 1;
    expected := expected * of_category / greatest(everybody, 1);
    strong_expected := strong_expected * of_category / greatest(everybody, 1);
    key := '''#' || replace(replace(key, '\', '\\'), '''', '''''') || '''';
    facets := case when facets is null then key::tsquery else facets && key::tsquery end;
  end if;

  if facets is not null then
    query := case when query is null then facets else query && facets end;
    strong := strong && facets;
    of_facets := everybody * coalesce(in_towns, everybody)::float / greatest(everybody, 1) * coalesce(of_category, everybody) / greatest(everybody, 1);
  end if;

  -- Words that nearly everybody has (one letter, unfinished) are not worth looking for in the index.
  if words.query is not null and towns is null and words.expected > 8 * of_facets then
    searched := facets;
    beside := words.query::tsquery;
  else
    searched := query;
  end if;
  if conditions > 0 and least(expected, case when beside is not null then of_facets / 3 end) <= narrow then
    ids := private.search_rare(searched, beside, strong, towns, order_by, 3 * narrow + 1, pivot, nearest);
    if cardinality(ids) <= 3 * narrow then
      total := cardinality(ids);
    end if;
  end if;
  if total is null then
    if conditions = 0 or (conditions = 1 and (words.single is not null or words.query is null)) then
      total := greatest(0, round(expected)::bigint - private.search_ended(query, towns));
    else
      if conditions = 1 and words.at_least > most + private.search_ended(null, null) then
        -- One of the alternatives alone has more than are counted.
        total := most + 1;
      elsif expected > everybody / (case when towns is null then 5 else 8 end) then
        -- Nearly every row is one of them: the index would give all who have the words before it is asked to stop.
        total := cardinality(private.search_wide(query, null, towns, 'relevance', most + 1,
          2000 + 4 * ceil(most * (everybody / expected))::bigint, pivot));
      end if;
      if total is null or total <= most then
        -- A row costs nine times what an entry of the index does; the count stops at its limit, the index does not.
        if beside is null and facets is not null and towns is null
            and 9 * least(of_facets, most * everybody / greatest(words.expected, 1)) < words.expected then
          total := cardinality(private.search_rare(facets, words.query::tsquery, null, null, 'newest', most + 1, pivot, null));
        else
          total := cardinality(private.search_rare(searched, beside, null, towns, 'newest', most + 1, pivot, null));
        end if;
      end if;
      capped := total > most;
      total := least(total, most);
    end if;
    if order_by = 'distance' then
      ids := private.search_towns(words.query::tsquery, key::tsquery, nearest, wanted, pivot);
    elsif strong is null then
      ids := private.search_first(query, null, towns, order_by, wanted, expected, everybody, narrow, pivot);
    else
      ids := private.search_first(strong, null, towns, order_by, wanted, strong_expected, everybody, narrow, pivot);
      if cardinality(ids) < wanted then
        ids := ids || private.search_first(query, strong, towns, order_by, wanted - cardinality(ids),
          greatest(expected - strong_expected, 0), everybody, narrow, pivot);
      end if;
    end if;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(json_build_object(
      'user_id', l.provider_id, 'name', l.name, 'title', l.title, 'bio', left(l.bio, 160),
      'image_url', l.image_url, 'business_name', l.business_name, 'location', l.location,
      'rating_average', l.rating_average, 'rating_count', l.rating_count, 'named', ts_match_vq(l.document, named),
      'miles', case when near then round(private.miles(asked.latitude, asked.longitude, t.latitude, t.longitude)) end)
      order by page.nr), '[]'),
    'capped', capped, 'corrected', case when total > 0 then words.corrected end,
    'place', case when asked.latitude is not null or asked.corrected then json_build_object('name', asked.name, 'area', asked.area,
      'corrected', asked.corrected, 'within', case when near then asked.within end, 'near', near) end)
  into answer
  from unnest(ids[skip + 1 : skip + size]) with ordinality as page (provider_id, nr)
  join private.listings l using (provider_id)
  left join private.search_terms t on near and t.kind = 'token' and t.term = '@' || l.place;
  return answer;
end $$;
comment on function public.search_providers(text, text, text, integer, integer, text, integer)
  is 'A page of the directory: {total, providers, capped, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance and distance take turns by the day. Capped: there are more than the total says. Corrected: what was searched for instead of what was typed. Place: how the location was understood. Of a provider, named: the words stand in name, trade, skills or town (null where nothing was asked that way).';
