-- Two things that cost a search more than they needed to, at 100,000 providers: a slip of the keyboard was compared with
-- some six hundred words by their letters in threes (1.9 ms, now 0.5), and every town with the one that was asked for
-- (0.11 ms, now 0.02, and it grew with the towns).

create function private.towns_called(place text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  -- By search_terms_towns. The planner takes the towns for three and would read all of them.
  return (select array_agg(term) from private.search_terms
    where kind = 'token' and term >= '@' and term < 'A'
      and term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%');
end $$;
comment on function private.towns_called(text) is 'The tokens of towns whose name contains these letters, three at least; null for none.';

create or replace function private.nearest_word(word text) returns text
language plpgsql stable as $$
declare
  letters constant text[] := string_to_array('abcdefghijklmnopqrstuvwxyz', null);
  behind text;
  letter text;
  tried text[] := '{}';
  near text;
begin
  -- Most slips are one letter too many, too few or wrong: those words are looked up, however many others there are.
  for at in 0 .. char_length(word) loop
    behind := substr(word, at + 1);
    tried := tried || (left(word, at) || substr(behind, 2));
    foreach letter in array letters loop
      tried := tried || (left(word, at) || letter || behind) || (left(word, at) || letter || substr(behind, 2));
    end loop;
  end loop;
  select term into near from (
    select t.term, t.listings from private.search_terms t where t.kind = 'word' and t.term = any (tried)
    union all select s.term, 1 from public.search_synonyms s where s.term = any (tried)) as known
  where char_length(term) > 3 and term operator(extensions.%) word
  order by term <> word, left(term, 1) <> left(word, 1), extensions.similarity(term, word) desc, listings desc, term
  limit 1;
  if found then
    return near;
  end if;
  -- One slip in four letters, two in five or more; transposed letters count as two.
  select term into near from (
    select t.term, t.listings from private.search_terms t
      where t.kind = 'word' and t.term operator(extensions.%) word
    union all select s.term, 1 from public.search_synonyms s
      where s.term operator(extensions.%) word and strpos(s.term, ' ') = 0) as known
  where abs(char_length(term) - char_length(word)) <= 2 and char_length(term) > 3
    and extensions.levenshtein_less_equal(term, word, 2) <= case when char_length(word) = 4 then 1 else 2 end
  order by extensions.levenshtein_less_equal(term, word, 2), left(term, 1) <> left(word, 1),
    extensions.similarity(term, word) desc, listings desc, term
  limit 1;
  return near;
end $$;

create or replace function public.search_providers(
  service text default null, location text default null, category text default null,
  page_size integer default 20, page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  size int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  asked record;
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
  nobody constant json := '{"total": 0, "providers": []}';
  begun record := private.begin_search();
  answer json;
begin
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Sort is relevance, newest, rating or distance' using errcode = '22023';
  end if;
  asked := private.read_place(service, location, within);
  words := private.read_words(asked.service);
  if not words.known then
    return nobody;
  end if;
  near := asked.latitude is not null and (asked.within is not null or sort = 'distance');
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;

  if words.terms <> '{}' then
    found := private.members(words.terms, words.alternatives, words.groups, begun.size, begun.changed);
    if order_by = 'relevance' then
      named := private.members(string_to_array('~' || array_to_string(words.terms, ' ~'), ' '),
        words.alternatives, words.groups, begun.size, begun.changed);
    end if;
  end if;
  if asked.place is not null then
    -- 'Contains' and 'near', asked of the towns instead of the rows.
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from private.towns_near(asked.latitude, asked.longitude, asked.within) as t;
      also := private.members_of(case when asked.within is null then array['&'] else towns end, begun.size, begun.changed);
    elsif char_length(asked.place) < 3 then
      also := private.members_of(array['?' || asked.place], begun.size, begun.changed);
    else
      towns := private.towns_called(asked.place);
      also := private.members_of(towns, begun.size, begun.changed);
    end if;
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := private.members_of(array['#' || key], begun.size, begun.changed);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, private.members_of(array['*'], begun.size, begun.changed));
  -- Whose time is over is normally swept out by the next write.
  foreach one in array begun.ended loop
    found := set_bit(found, one, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' and named is null then
    slots := private.slots_in_turn(found, begun.turn, skip, size);
  elsif order_by = 'relevance' then
    named := named & found;
    slots := private.slots_in_turn(named, begun.turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || private.slots_in_turn(found & ~named, begun.turn, greatest(0, skip - bit_count(named)::int), size - cardinality(slots));
    end if;
  else
    -- Looking at each member costs ten times what an entry of an index does that is walked in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := private.slots_between(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then private.slots_by_date(found, few, skip, size)
      when 'rating' then private.slots_by_rating(found, few, begun.turn, skip, size)
      else private.slots_by_distance(found, few, total, towns, listed, begun.turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(card), '[]'),
    'corrected', words.corrected,
    'place', case when asked.latitude is not null or asked.corrected then json_build_object('name', asked.name, 'area', asked.area,
      'corrected', asked.corrected, 'within', case when near then asked.within end, 'near', near) end)
  into answer
  from (select l.provider_id as user_id, l.name, l.title, left(l.bio, 160) as bio, l.image_url, l.business_name,
      l.location, l.rating_average, l.rating_count, get_bit(named, l.slot) = 1 as named,
      case when near then (select round(private.miles(asked.latitude, asked.longitude, t.latitude, t.longitude))
        from private.search_terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles
    from private.listings l where l.slot = any (slots) order by array_position(slots, l.slot)) as card;
  return answer;
end $$;
