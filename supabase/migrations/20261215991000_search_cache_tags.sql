-- A cached search ends only with what it was compared with.

create function private.symmetric_difference(before text[], after text[]) returns setof text
language sql immutable set search_path = '' as $$
  (select unnest(before) except select unnest(after)) union all (select unnest(after) except select unnest(before))
$$;
comment on function private.symmetric_difference(text[],text[]) is 'What is in one of two arrays only.';

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
  if rated or (old.name, old.title, old.bio, old.image_url, old.business_name, old.location)
      is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location) then
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

drop function search.find_lexemes(text,boolean);
drop function search.parse_words(text);
drop function search.parse_place(text,text,integer);

create function search.find_lexemes(
  word text, unfinished boolean, OUT lexemes text[], OUT cache_tags text[]
) returns record
language plpgsql stable as $$
declare
  stem text := (ts_lexize('pg_catalog.english_stem', word))[1];
begin
  -- A word that comes into use or falls out of it has a stem that a listing gains or loses.
  cache_tags := array['term:' || stem];
  if char_length(word) > 1 and exists (select from search.terms where kind = 'word' and term = word) then
    lexemes := array[stem];
    return;
  end if;
  if unfinished and char_length(word) = 1 then
    -- Every word that begins with a letter has one token.
    lexemes := array['^' || word];
    return;
  end if;
  if unfinished then
    cache_tags := cache_tags || ('begin:' || left(word, 2));
    -- At most the 40 most frequent: what begins with two letters is narrowed by typing on.
    select array_agg(begun.lexeme) into lexemes from (
      select t.lexeme from search.terms t
      where t.kind = 'word' and t.term >= word and t.term < word || chr(1114111)
      group by t.lexeme order by sum(t.listings) desc, t.lexeme limit 40) as begun;
  end if;
  if exists (select from search.term_sets where term = stem) and not coalesce(stem = any (lexemes), false) then
    lexemes := lexemes || stem;
  end if;
end $$;
comment on function search.find_lexemes(text,boolean) is
  'The lexemes in use that a word stands for, an unfinished one for all that begin with it; null when it is unknown. And the cache tags of what was compared for that.';

create function search.parse_words(
  typed text, OUT terms text[], OUT alternatives integer[], OUT groups integer[], OUT corrected text, OUT known
  boolean, OUT cache_tags text[]
) returns record
language plpgsql stable as $$
declare
  plain text := lower(btrim(typed));
  words text[] := case when plain ~ '^[a-z]{1,40}$' then array[plain] else (search.split_words(left(typed, 200)))[:12] end;
  n int := cardinality(words);
  only_little boolean;
  at int := 1;
  wide int;
  slips int := 0;
  group_nr int := 0;
  meanings text[];
  phrases text[];
  near text;
  compared text[];
begin
  known := true;
  cache_tags := '{}';
  terms := '{}';
  alternatives := '{}';
  groups := '{}';
  if n = 0 then
    known := coalesce(btrim(typed), '') = '';
    return;
  end if;
  while at <= n loop
    meanings := null;
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from public.search_synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    if wide = 1 and ts_lexize('pg_catalog.english_stem', words[at]) = '{}' then
      only_little := coalesce(only_little,
        not exists (select from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) <> '{}'));
      if meanings is null or not only_little then
        at := at + 1;
        continue;
      end if;
    end if;
    if meanings is null then
      select l.lexemes, l.cache_tags into phrases, compared from search.find_lexemes(words[at], at = n) as l;
      cache_tags := cache_tags || compared;
      if phrases is null and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]' then
        cache_tags := cache_tags || 'words'::text;
        near := search.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
    else
      -- Each alternative is lexemes that must all be there.
      select array_agg(distinct together) into phrases from (
        select (select string_agg((ts_lexize('pg_catalog.english_stem', word))[1], ' ') from unnest(search.split_words(phrase)) as word) as together
        from unnest(meanings || array_to_string(words[at : at + wide - 1], ' ')) as phrase) as wordings
      where together is not null;
    end if;
    if phrases is null then
      known := false;
      return;
    end if;
    group_nr := group_nr + 1;
    for nr in 1 .. cardinality(phrases) loop
      terms := terms || string_to_array(phrases[nr], ' ');
      groups := groups || array_fill(group_nr, array[cardinality(terms) - cardinality(groups)]);
      alternatives := alternatives || array_fill(nr, array[cardinality(terms) - cardinality(alternatives)]);
    end loop;
    at := at + wide;
  end loop;
  cache_tags := cache_tags || array(select 'term:' || term from unnest(terms) as term);
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;
comment on function search.parse_words(text) is
  'Typed text as terms: of each group one alternative must be held with all its terms. Not known: nobody can be found. The cache tags are of the terms, and of what was compared to find them.';

create function search.parse_place(
  typed text, typed_place text, radius integer, OUT service text, OUT place text, OUT within integer, OUT latitude real,
  OUT longitude real, OUT name text, OUT area text, OUT corrected boolean,
  OUT cache_tags text[]
) returns record
language plpgsql stable as $$
declare
  spoken text[];
  located record;
begin
  cache_tags := '{}';
  service := left(typed, 200);
  typed_place := nullif(btrim(left(typed_place, 120)), '');
  within := radius;
  corrected := false;
  if typed_place is null and service ~* '\m(near|within)\M' then
    spoken := regexp_match(service, '^(.*)\mwithin\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    if spoken is null then
      spoken := regexp_match(service, '^(.*)\m(near)\s+(\S.*)$', 'i');
      spoken[2] := case when spoken is not null then '10' end;
    end if;
    if (search.locate(spoken[3])).latitude is not null then
      service := spoken[1];
      typed_place := spoken[3];
      within := coalesce(within, spoken[2]::int);
    end if;
  elsif typed_place ~* '^within\M' then
    spoken := regexp_match(typed_place, '^within\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    typed_place := coalesce(spoken[2], typed_place);
    within := coalesce(within, spoken[1]::int);
  end if;
  place := search.normalise_place(typed_place);
  if place is null then
    return;
  end if;
  -- A town by its exact name needs no further search.
  select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p where p.kind = 'town' and p.name = place;
  if found then
    within := case when within is not null then least(greatest(within, 1), 200) end;
    return;
  end if;
  located := search.locate(place);
  cache_tags := array['towns'];
  -- Symbols are not typing errors.
  if located.latitude is null and place !~ '[^[:alnum:] ''.,-]' and not exists (select from search.terms t where t.kind = 'token' and t.term >= '@' and t.term < 'A'
      and t.term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%') then
    cache_tags := array['places'];
    name := search.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      located := search.locate(place);
    end if;
  end if;
  latitude := located.latitude;
  longitude := located.longitude;
  area := located.area;
  name := coalesce(located.name, name);
  within := case when within is not null then least(greatest(within, 1), 200) end;
  if within is null and latitude is not null and search.outward_code(place) is not null
      and not exists (select from search.terms t where t.kind = 'token' and t.term = '@' || place) then
    -- A postcode means the area around it.
    within := 10;
  end if;
end $$;
comment on function search.parse_place(text,text,integer) is
  'Typed service and place, separated: ''plumber near Leeds'' and ''within 10 miles of LS6'' are understood, slips are put right. And the cache tags of what was compared for that.';

create or replace function search.apply_changes_at_commit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
  other_towns boolean;
begin
  -- One counting serves every change of the transaction.
  if current_setting('search.uncounted', true) is distinct from 'yes' then
    return null;
  end if;
  perform set_config('search.uncounted', 'no', true);
  -- In one order everywhere, so that two transactions that share words wait for, and never on, each other.
  with written as (
    insert into search.term_sets as s (term, part, members, dense)
    select step.term, step.part, case when bit_count(step.members) < 32 then step.members end,
      case when bit_count(step.members) >= 32 then step.members end
    from search.pending_set_changes(pg_current_xact_id()) as step order by step.term, step.part
    on conflict (term, part) do update set (members, dense) = (
      select case when bit_count(now.members) < 32 then now.members end, case when bit_count(now.members) >= 32 then now.members end
      from (select coalesce(s.dense, s.members) # coalesce(excluded.dense, excluded.members) as members) as now)
    returning term, part, members)
  select jsonb_agg(jsonb_build_array(term, part)) into gone from written where bit_count(members) = 0;
  if gone is not null then
    delete from search.term_sets s using jsonb_array_elements(gone) as one
    where s.term = one ->> 0 and s.part = (one ->> 1)::smallint and bit_count(s.members) = 0;
  end if;
  with changes as (delete from search.listing_changes where transaction = pg_current_xact_id() returning *),
  counted as (
    insert into search.terms as t (kind, term, lexeme, listings)
    select kind, term, case when kind = 'word' then (ts_lexize('pg_catalog.english_stem', term))[1] end, sum(step)
    from (select 'token' as kind, unnest(tokens_in) collate "C" as term, 1 as step from changes
      union all select 'token', unnest(tokens_out), -1 from changes
      union all select 'word', unnest(words_in), 1 from changes
      union all select 'word', unnest(words_out), -1 from changes) as steps
    where kind = 'word' or (term >= '@' and term < 'A')
    group by kind, term having sum(step) <> 0 order by kind, term
    on conflict (kind, term) do update set listings = t.listings + excluded.listings
    returning kind, term, listings, xmax = 0 as is_new)
  select jsonb_agg(jsonb_build_array(kind, term)) filter (where listings <= 0),
    coalesce(bool_or(kind = 'token' and (is_new or listings <= 0)), false)
    into gone, other_towns from counted;
  if other_towns then
    insert into private.cache_changes (tags) values ('{towns}');
  end if;
  if gone is not null then
    delete from search.terms t using jsonb_array_elements(gone) as one
    where t.kind = one ->> 0 and t.term = one ->> 1 and t.listings <= 0;
  end if;
  return null;
end $$;
comment on function search.apply_changes_at_commit() is
  'Trigger, at commit: adds what the transaction changed to the counts. Cached responses for which the names of all towns were compared end when a town gets its first listing, or loses its last.';

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
      l.location, l.rating_average, l.rating_count, get_bit(named, l.slot) = 1 as named,
      case when near then (select round(search.distance_in_miles(place_query.latitude, place_query.longitude, t.latitude, t.longitude))
        from search.terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles
    from search.listings l where l.slot = any (slots) order by array_position(slots, l.slot)) as card;
  return answer;
end $$;
