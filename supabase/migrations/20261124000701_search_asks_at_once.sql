-- The first run of a statement in a transaction costs PostgreSQL 30 to 40 µs, whatever it finds, and a search ran a dozen
-- before it looked for anybody. What every search needs is now asked at once, and the usual case goes a short way: one
-- word, one town, a set in which every part holds somebody.

create function private.begin_search(out size integer, out changed integer[], out ended integer[], out turn double precision)
language plpgsql stable as $$
declare
  midnight constant timestamptz := ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London';
  next_end timestamptz;
begin
  select sets.size,
    array(select distinct c.slot from private.search_changes c
      where c.transaction = pg_current_xact_id_if_assigned() and c.slot < 16384 * sets.size),
    array(select l.slot from private.listings l where l.membership_end <= now()),
    private.turn(),
    (select min(l.membership_end) from private.listings l where l.membership_end > now())
  into size, changed, ended, turn, next_end
  from (select coalesce((select (max(r.slot) >> 14) + 1 from private.search_rows r), 0) as size) as sets;
  -- Never past what time alone changes: the end of a membership, and midnight, when the turn moves on.
  perform set_config('response.headers', format('[{"Cache-Control": "public, max-age=0, s-maxage=%s"}]',
    floor(least(60, extract(epoch from least(next_end, midnight) - now())))), true);
end $$;
comment on function private.begin_search() is 'What a search needs before it looks for anybody: how many parts a set has, the slots that the running transaction has changed and whose sets are not written yet, those whose membership is over, and where today''s turn begins. Says of the answer under way that it may be shared by everybody, for at most a minute.';

create aggregate private.joined(bit varying) (sfunc = bitcat, stype = bit varying);
comment on aggregate private.joined(bit varying) is 'Bits, one behind the other.';

create function private.spread(members bit varying, parts smallint[], size integer) returns bit varying
language plpgsql immutable as $$
declare
  nobody constant bit varying := B'0'::bit(16384);
  found bit varying := '';
begin
  for part in 0 .. size - 1 loop
    found := found || coalesce(substring(members from 16384 * (array_position(parts, part::smallint) - 1) + 1 for 16384), nobody);
  end loop;
  return found;
end $$;
comment on function private.spread(bit varying, smallint[], integer) is 'A set, so many parts wide, of which only these parts hold anybody.';

create or replace function private.members_of(terms text[], size integer, changed integer[]) returns bit varying
language plpgsql stable as $$
declare
  found bit varying;
  parts smallint[];
  one int;
begin
  if terms is null then
    return null;
  end if;
  if cardinality(terms) = 1 then
    select private.joined(coalesce(s.dense, s.members) order by s.term, s.part), array_agg(s.part order by s.term, s.part)
    into found, parts from private.search_sets s where s.term = terms[1];
  else
    select private.joined(either.members order by either.part), array_agg(either.part order by either.part) into found, parts from (
      select s.part, bit_or(coalesce(s.dense, s.members)) as members
      from private.search_sets s where s.term = any (terms) group by s.part) as either;
  end if;
  if cardinality(parts) is distinct from size then
    found := private.spread(found, parts, size);
  end if;
  -- What the transaction has itself changed is not in the sets before it commits.
  foreach one in array changed loop
    found := set_bit(found, one, private.holds(one, terms,
      array(select generate_series(1, cardinality(terms))), array_fill(1, array[cardinality(terms)]))::integer);
  end loop;
  return found;
end $$;

create or replace function private.members(terms text[], alternatives integer[], groups integer[], size integer, changed integer[])
returns bit varying
language plpgsql stable as $$
declare
  many int := groups[cardinality(groups)];
  found bit varying;
  parts smallint[];
  one int;
begin
  if many = 1 and alternatives[cardinality(alternatives)] = cardinality(terms) then
    return private.members_of(terms, size, changed);
  end if;
  select private.joined(both_of_them.members order by part), array_agg(part order by part) into found, parts from (
    select part, bit_and(either.members) as members from (
      select grp, part, bit_or(every.members) as members from (
        select a.grp, s.part, bit_and(coalesce(s.dense, s.members)) as members
        from unnest(groups, alternatives, terms) as a (grp, alternative, term)
        join private.search_sets s using (term)
        group by a.grp, a.alternative, s.part
        having count(*) = (select count(*) from unnest(groups, alternatives) as b (grp, alternative)
          where b.grp = a.grp and b.alternative = a.alternative)) as every
      group by grp, part) as either
    group by part having count(*) = many) as both_of_them;
  if cardinality(parts) is distinct from size then
    found := private.spread(found, parts, size);
  end if;
  foreach one in array changed loop
    found := set_bit(found, one, private.holds(one, terms, alternatives, groups)::integer);
  end loop;
  return found;
end $$;

create or replace function private.slots_between(members bit varying, skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
declare
  top int := length(members);
  step int := 64;
  here int;
  few bigint;
  slots int[] := '{}';
begin
  wanted := least(wanted, bit_count(members) - skip);
  if wanted <= 0 then
    return slots;
  end if;
  -- From the highest slot down, by halves: whole stretches that hold no more than are to be skipped.
  while 2 * step < top loop
    step := 2 * step;
  end loop;
  while step >= 32 loop
    if step <= top then
      here := bit_count(substring(members from top - step + 1 for step));
      if here <= skip then
        skip := skip - here;
        top := top - step;
      end if;
    end if;
    step := step / 2;
  end loop;
  if wanted > 100 then
    -- So many at once: between two ones stand the zeros of those who are no members; behind the last one, nobody.
    here := bit_count(substring(members from 1 for top));
    return array(
      select slot from (
        select here + 1 - gap.nr as nr, sum(octet_length(gap.zeros) + 1) over (order by gap.nr)::integer - 1 as slot
        from string_to_table(substring(members from 1 for top)::text, '1') with ordinality as gap (zeros, nr)) as ones
      where nr > skip order by nr limit wanted);
  end if;
  loop
    while bit_count(substring(members from top - 511 for 512)) = 0 loop
      top := top - 512;
    end loop;
    -- As a number, so that its lowest bit is the highest slot: of that bit less one, every bit below it is set.
    few := substring(members from top - 31 for 32)::bit(32)::bigint;
    while few <> 0 loop
      if skip > 0 then
        skip := skip - 1;
      else
        slots := slots || top - 1 - bit_count(((few & -few) - 1)::bit(32))::integer;
        if cardinality(slots) = wanted then
          return slots;
        end if;
      end if;
      few := few & (few - 1);
    end loop;
    top := top - 32;
  end loop;
end $$;

create or replace function private.read_place(typed text, said text, radius integer, out service text, out place text, out within integer,
  out latitude real, out longitude real, out name text, out area text, out corrected boolean)
language plpgsql stable as $$
declare
  spoken text[];
  located record;
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
  -- Who writes a town and nothing else is understood at once.
  select p.latitude, p.longitude, p.name into latitude, longitude, name from private.places p where p.kind = 'town' and p.name = place;
  if found then
    within := case when within is not null then least(greatest(within, 1), 200) end;
    return;
  end if;
  located := private.locate(place);
  -- Signs are no slip of the keyboard.
  if located.latitude is null and place !~ '[^[:alnum:] ''.,-]' and not exists (select from private.search_terms t where t.kind = 'token' and t.term >= '@' and t.term < 'A'
      and t.term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%') then
    name := private.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      located := private.locate(place);
    end if;
  end if;
  latitude := located.latitude;
  longitude := located.longitude;
  area := located.area;
  name := coalesce(located.name, name);
  within := case when within is not null then least(greatest(within, 1), 200) end;
  if within is null and latitude is not null and private.outward_code(place) is not null
      and not exists (select from private.search_terms t where t.kind = 'token' and t.term = '@' || place) then
    -- Who gives a postcode means what is around it.
    within := 10;
  end if;
end $$;

create or replace function private.read_words(typed text, out terms text[], out alternatives integer[], out groups integer[],
  out corrected text, out known boolean)
language plpgsql stable as $$
declare
  plain text := lower(btrim(typed));
  words text[] := case when plain ~ '^[a-z]{1,40}$' then array[plain] else (private.words_of(left(typed, 200)))[:12] end;
  n int := cardinality(words);
  only_little boolean;
  at int := 1;
  wide int;
  slips int := 0;
  said int := 0;
  meanings text[];
  phrases text[];
  near text;
begin
  known := true;
  terms := '{}';
  alternatives := '{}';
  groups := '{}';
  if n = 0 then
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
      phrases := private.lexemes_of(words[at], at = n);
      if phrases is null and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]' then
        near := private.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
    else
      -- Each alternative is lexemes that must all be there.
      select array_agg(distinct together) into phrases from (
        select (select string_agg((ts_lexize('pg_catalog.english_stem', word))[1], ' ') from unnest(private.words_of(phrase)) as word) as together
        from unnest(meanings || array_to_string(words[at : at + wide - 1], ' ')) as phrase) as said
      where together is not null;
    end if;
    if phrases is null then
      known := false;
      return;
    end if;
    said := said + 1;
    for nr in 1 .. cardinality(phrases) loop
      terms := terms || string_to_array(phrases[nr], ' ');
      groups := groups || array_fill(said, array[cardinality(terms) - cardinality(groups)]);
      alternatives := alternatives || array_fill(nr, array[cardinality(terms) - cardinality(alternatives)]);
    end loop;
    at := at + wide;
  end loop;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
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
      select array_agg(term) into towns from private.search_terms
      where kind = 'token' and term >= '@' and term < 'A'
        and term like '@%' || replace(replace(replace(asked.place, '\', '\\'), '%', '\%'), '_', '\_') || '%';
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

create or replace function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  begun record := private.begin_search();
  members bit varying := private.members_of(array['#' || left(category, 170)], begun.size, begun.changed);
  slots integer[] := private.slots_between(members, 0, bit_count(members)::integer);
  answer json;
begin
  with here as materialized (
    select l.provider_id, l.name, l.title, l.bio, l.image_url, l.business_name, l.location, l.rating_average, l.rating_count,
      l.rating_score, l.created_at, l.categories, private.town_of(l.location) as town
    from private.listings l
    where l.slot = any (slots) and l.membership_end > now()),
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

drop function private.changed_slots(integer);
drop function private.search_size();
drop function private.share_listings();
