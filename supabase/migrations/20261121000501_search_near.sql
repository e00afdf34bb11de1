-- Search by distance, places that are misspelt, and a fair turn among equals.
--
-- Distance is asked of the towns, not of the rows: a listing's town is a token with a count and now a position,
-- so 'within 10 miles of Leeds' is a list of tokens, and 'nearest first' an order of them.

create function private.miles(from_latitude real, from_longitude real, to_latitude real, to_longitude real)
returns double precision language sql immutable parallel safe as $$
  -- On a plane: within one country the earth's shape changes it by less than half of one per cent.
  select 69.09 * sqrt(power(to_latitude - from_latitude, 2)
    + power((to_longitude - from_longitude) * cos(radians((to_latitude + from_latitude) / 2)), 2))
$$;
comment on function private.miles(real, real, real, real) is 'Miles between two points of the United Kingdom.';

create function private.outward_code(text) returns text
language sql immutable parallel safe as $$
  select (regexp_match(lower(left($1, 120)), '\m([a-z]{1,2}[0-9][0-9a-z]?)\s*(?:[0-9][a-z]{2})?\M'))[1]
$$;
comment on function private.outward_code(text) is 'The first half of a postcode in a text, small; the second half is read by nobody.';

create function private.locate(typed text, out latitude real, out longitude real, out name text, out area text)
language plpgsql stable set search_path = '' as $$
declare
  words text[] := (array_replace(private.words_of(left(typed, 120)), 'saint', 'st'))[:12];
  code text := private.outward_code(typed);
begin
  select p.latitude, p.longitude, upper(code) into latitude, longitude, name
  from private.places p where p.kind = 'outward' and p.name = code;
  if not found then
    -- 'York Road, Leeds': what stands alone between commas goes first; then the longest name; then the last.
    select p.latitude, p.longitude, p.name into latitude, longitude, name from (
      select array_to_string(array_replace(private.words_of(part), 'saint', 'st'), ' ') as said, 9 as wide, -nr as at
        from string_to_table(left(typed, 120), ',') with ordinality as parts (part, nr)
      union all select array_to_string(words[at : at + wide - 1], ' '), wide, at
        from generate_series(1, least(4, cardinality(words))) as wide, generate_series(1, cardinality(words) - wide + 1) as at) as part
    join private.places p on p.kind = 'town' and p.name = part.said
    order by part.wide desc, part.at desc limit 1;
  end if;
  if latitude is null and code is not null then
    select p.latitude, p.longitude, p.town, upper(p.name) into latitude, longitude, name, area
    from private.places p where p.kind = 'area' and p.name = substring(code from '^[a-z]+');
  end if;
end $$;
comment on function private.locate(text) is 'Where a text says that something is: by outward code, by town, or else by the postcode''s area; all null when it names no place that is known.';

create function private.nearest_place(typed text) returns text
-- Two letters in the wrong order leave a short name little to be recognised by.
language sql stable set search_path = '' set pg_trgm.similarity_threshold = 0.2 as $$
  select known.name from (
    select p.name, coalesce(t.listings, 0) as listings from private.places p
      left join private.search_terms t on t.kind = 'token' and t.term = '@' || p.name
      where p.kind = 'town' and p.name operator(extensions.%) typed
    union all select substr(t.term, 2), t.listings from private.search_terms t
      where t.kind = 'token' and t.term >= '@' and t.term < 'A' and t.term operator(extensions.%) typed) as known
  where char_length(typed) between 4 and 40 and abs(char_length(known.name) - char_length(typed)) <= 2
    and extensions.levenshtein_less_equal(known.name, typed, 2) <= case when char_length(typed) = 4 then 1 else 2 end
  -- Somewhere with nobody in it is seldom what was meant.
  order by extensions.levenshtein_less_equal(known.name, typed, 2) + (known.listings = 0)::int, left(known.name, 1) <> left(typed, 1),
    known.listings desc, extensions.similarity(known.name, typed) desc, known.name
  limit 1
$$;
comment on function private.nearest_place(text) is 'The known place that was probably meant, or null.';

create function private.read_place(typed text, said text, radius integer, out service text, out place text, out within integer,
  out latitude real, out longitude real, out name text, out area text, out corrected boolean)
language plpgsql stable set search_path = '' as $$
declare
  spoken text[];
  found record;
begin
  service := left(typed, 200);
  said := nullif(btrim(left(said, 120)), '');
  within := radius;
  corrected := false;
  if said is null and service ~* '\m(near|within)\M' then
    spoken := regexp_match(service, '^(.*)\mwithin\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    if spoken is null then
      spoken := regexp_match(service, '^(.*)\m(near)\s+(\S.*)$', 'i');
      spoken[2] := case when spoken is not null then '10' end;
    end if;
    if (private.locate(spoken[3])).latitude is not null then
      service := spoken[1];
      said := spoken[3];
      within := coalesce(within, spoken[2]::int);
    end if;
  elsif said ~* '^within\M' then
    spoken := regexp_match(said, '^within\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    said := coalesce(spoken[2], said);
    within := coalesce(within, spoken[1]::int);
  end if;
  place := private.place_of(said);
  if place is null then
    return;
  end if;
  found := private.locate(place);
  -- Signs are no slip of the keyboard.
  if found.latitude is null and place !~ '[^[:alnum:] ''.,-]' and not exists (select from private.search_terms t where t.kind = 'token' and t.term >= '@' and t.term < 'A'
      and t.term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%') then
    name := private.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      found := private.locate(place);
    end if;
  end if;
  latitude := found.latitude;
  longitude := found.longitude;
  area := found.area;
  name := coalesce(found.name, name);
  within := case when within is not null then least(greatest(within, 1), 200) end;
  if within is null and latitude is not null and private.outward_code(place) is not null
      and not exists (select from private.search_terms t where t.kind = 'token' and t.term = '@' || place) then
    -- Who gives a postcode means what is around it.
    within := 10;
  end if;
end $$;
comment on function private.read_place(text, text, integer) is 'What was typed as service and place, told apart: ''plumber near Leeds'' and ''within 10 miles of LS6'' are understood, slips are put right.';

-- A town's position stands beside its count, and goes with it. ------------------------------------------------

alter table private.search_terms add column latitude real, add column longitude real;
comment on column private.search_terms.latitude is 'Of a town''s token: where it is, when that is known.';
create function private.town_located() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select at.latitude, at.longitude into new.latitude, new.longitude from private.locate(substr(new.term, 2)) as at;
  return new;
end $$;
comment on function private.town_located() is 'Trigger: finds out where a new town is.';
create trigger town_located before insert on private.search_terms
  for each row when (new.kind = 'token' and new.term >= '@' and new.term < 'A') execute function private.town_located();
update private.search_terms t set (latitude, longitude) = (select at.latitude, at.longitude from private.locate(substr(t.term, 2)) as at)
where kind = 'token' and term >= '@' and term < 'A';
create index search_terms_positions on private.search_terms (latitude) where latitude is not null;

create function private.towns_near(from_latitude real, from_longitude real, radius integer)
returns table (term text, listings bigint, miles double precision)
language sql stable set search_path = '' as $$
  select t.term, t.listings, away.miles from private.search_terms t
  cross join lateral private.miles(from_latitude, from_longitude, t.latitude, t.longitude) as away (miles)
  where t.latitude between from_latitude - coalesce(radius, 1000) / 69.0 and from_latitude + coalesce(radius, 1000) / 69.0
    and away.miles <= coalesce(radius, 1000)
  order by away.miles, t.term
$$;
comment on function private.towns_near(real, real, integer) is 'The tokens of the towns in a circle, nearest first.';

-- A fair turn. ---------------------------------------------------------------------------------------------

create function private.turn() returns uuid
language sql stable set search_path = '' as $$
  select md5('turn' || (now() at time zone 'Europe/London')::date)::uuid
$$;
comment on function private.turn() is 'Where today''s round begins: equals stand in one circle, and each day another is the first of it. The same for everybody, so that pages fit together.';

drop index private.listings_place;
create index listings_place on private.listings (place, provider_id desc);

create table private.site_mode (trial boolean not null default false);
comment on table private.site_mode is 'One row, written by the server when it starts: whether this is a trial.';
create unique index site_mode_is_one on private.site_mode ((true));
insert into private.site_mode default values;
alter table private.site_mode enable row level security;

create function public.trial_providers() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('user_id', p.id,
      'name', coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'), 'title', null, 'bio', left(p.bio, 160),
      'image_url', p.profile_image_url, 'business_name', p.business_name, 'location', p.location,
      'rating_average', null, 'rating_count', 0, 'miles', null) order by p.created_at desc, p.id desc), '[]')
  from (select * from public.profiles where account_type = 'provider' and is_active and is_visible
      and (select trial from private.site_mode) and not exists (select from private.listings where membership_end > now())
    order by created_at desc, id desc limit 20) as p
$$;
comment on function public.trial_providers() is 'In a trial where nobody is listed yet: visible, active providers without membership (decision 13). Otherwise nobody.';
revoke execute on function public.trial_providers() from public;
grant execute on function public.trial_providers() to anon, authenticated, service_role;

drop function public.search_providers(text, text, text, integer, integer, text);
drop function private.search_first(tsquery, tsquery, text[], text, integer, double precision, bigint, integer);
drop function private.search_wide(tsquery, tsquery, text[], text, integer, bigint);
drop function private.search_rare(tsquery, tsquery, tsquery, text[], text, integer);

create function private.search_rare(query tsquery, beside tsquery, strong tsquery, places text[], sort text, most integer,
  pivot uuid, nearest text[]) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  ids uuid[];
begin
  execute 'with found as materialized (
      select provider_id, created_at, rating_score, place, '
      || case when strong is null then 'false' else 'ts_match_vq(document, $2)' end || ' as first
      from private.listings where membership_end > now()'
      || case when query is null then '' else ' and document @@ $1' end
      || case when beside is null then '' else ' and ts_match_vq(document, $5)' end
      -- Beside words the towns are only compared: going through their index as well would cost more.
      || case when places is null then '' when query is null then ' and place = any ($3)' else ' and (place || '''') = any ($3)' end
    || ' limit $4)
    select coalesce(array_agg(provider_id order by '
      || case sort when 'rating' then 'rating_score desc, created_at desc, ' when 'newest' then 'created_at desc, '
        when 'distance' then 'near.nr, (provider_id <= $6) desc, ' else 'first desc, (provider_id <= $6) desc, ' end
      || 'provider_id desc), ''{}'') from found'
      || case when sort = 'distance' then ' left join unnest($7) with ordinality as near (place, nr) using (place)' else '' end
    into ids using query, strong, places, most, beside, pivot, nearest;
  return ids;
end $$;
comment on function private.search_rare(tsquery, tsquery, tsquery, text[], text, integer, uuid, text[]) is 'Everybody who matches ''query'', looked for in the index, and ''beside'', compared row by row; in order, at most so many, and then any so many.';

create function private.search_wide(query tsquery, without tsquery, places text[], sort text, wanted integer, visit bigint, pivot uuid) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off as $$
declare
  sorting text := case sort when 'rating' then 'rating_score desc, created_at desc, ' when 'newest' then 'created_at desc, ' else '' end
    || 'provider_id desc';
  -- A round begins at the pivot, and what stands before it comes last.
  halves text[] := case when sort in ('rating', 'newest') then array['true'] else array['provider_id <= $6', 'provider_id > $6'] end;
  half text;
  part uuid[];
  ids uuid[] := '{}';
begin
  foreach half in array halves loop
    -- The function's form of @@, behind a limit: no index can be taken for it.
    execute 'select array(
        select provider_id from (
          select provider_id, membership_end, place, document, rating_score, created_at
          from private.listings where ' || half || ' order by ' || sorting || ' limit $5) as walked
        where membership_end > now()'
        || case when query is null then '' else ' and ts_match_vq(document, $1)' end
        || case when without is null then '' else ' and not ts_match_vq(document, $2)' end
        || case when places is null then '' else ' and place = any ($3)' end
      || ' order by ' || sorting || ' limit $4)'
      into part using query, without, places, wanted - cardinality(ids), visit, pivot;
    ids := ids || part;
    exit when cardinality(ids) >= wanted;
  end loop;
  return ids;
end $$;
comment on function private.search_wide(tsquery, tsquery, text[], text, integer, bigint, uuid) is 'The first so many who match, found by walking the listings in order, no further than told.';

create function private.search_first(query tsquery, without tsquery, places text[], sort text, wanted integer,
  expected double precision, everybody bigint, narrow integer, pivot uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  visit bigint := 2000 + 4 * ceil(wanted * (everybody / greatest(expected, 1)))::bigint;
  remaining tsquery := case when without is null then query else query && !!without end;
  ids uuid[];
begin
  if expected > narrow then
    ids := private.search_wide(query, without, places, sort, wanted, visit, pivot);
    if cardinality(ids) >= wanted or visit >= everybody then
      return ids;
    end if;
  end if;
  -- Expected to be few, or fewer than expected: words are not independent of each other.
  ids := private.search_rare(remaining, null, null, places, sort, 3 * narrow + 1, pivot, null);
  if cardinality(ids) <= 3 * narrow then
    return ids[:wanted];
  end if;
  return private.search_wide(query, without, places, sort, wanted, everybody + 1000, pivot);
end $$;
comment on function private.search_first(tsquery, tsquery, text[], text, integer, double precision, bigint, integer, uuid) is 'The first so many who match ''query'' and not ''without'', by whichever way is shorter; a wrong guess costs one more try.';

create function private.search_towns(query tsquery, beside tsquery, nearest text[], wanted integer, pivot uuid) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  town text;
  ids uuid[] := '{}';
begin
  foreach town in array coalesce(nearest, '{}') loop
    ids := ids || array(select provider_id from private.listings
      where place = town and provider_id <= pivot and membership_end > now()
        and (query is null or ts_match_vq(document, query)) and (beside is null or ts_match_vq(document, beside))
      order by provider_id desc limit wanted - cardinality(ids));
    ids := ids || array(select provider_id from private.listings
      where place = town and provider_id > pivot and membership_end > now()
        and (query is null or ts_match_vq(document, query)) and (beside is null or ts_match_vq(document, beside))
      order by provider_id desc limit wanted - cardinality(ids));
    exit when cardinality(ids) >= wanted;
  end loop;
  return ids;
end $$;
comment on function private.search_towns(tsquery, tsquery, text[], integer, uuid) is 'The first so many who match, town by town in the order given.';

create function public.search_providers(
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
      elsif towns is not null and expected > everybody / 8 then
        -- So many towns are not looked for in the index, which would give all who have the words.
        total := cardinality(private.search_wide(query, null, towns, 'newest', most + 1, everybody + 1000, pivot));
      else
        total := cardinality(private.search_rare(searched, beside, null, towns, 'newest', most + 1, pivot, null));
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
      'rating_average', l.rating_average, 'rating_count', l.rating_count,
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
  is 'A page of the directory: {total, providers, capped, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance and distance take turns by the day. Capped: there are more than the total says. Corrected: what was searched for instead of what was typed. Place: how the location was understood.';
revoke execute on function public.search_providers(text, text, text, integer, integer, text, integer) from public;
grant execute on function public.search_providers(text, text, text, integer, integer, text, integer) to anon, authenticated, service_role;
