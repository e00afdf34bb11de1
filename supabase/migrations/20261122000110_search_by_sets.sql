-- The directory search over sets (20261122000100): what was typed becomes sets, the sets become one, and the page is
-- taken out of it in order. Totals are exact, whatever was asked.

drop function private.search_rare(tsquery, tsquery, tsquery, text[], text, integer, uuid, text[]);
drop function private.search_wide(tsquery, tsquery, text[], text, integer, bigint, uuid);
drop function private.search_first(tsquery, tsquery, text[], text, integer, double precision, bigint, integer, uuid);
drop function private.search_ended(tsquery, text[]);
drop function private.search_towns(tsquery, tsquery, text[], integer, uuid);
drop function private.read_words(text, bigint);
drop function private.turn();

-- What was typed. ------------------------------------------------------------------------------------------

create or replace function private.lexemes_of(word text, unfinished boolean) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  stem text := (ts_lexize('pg_catalog.english_stem', word))[1];
  found text[];
begin
  if char_length(word) > 1 and exists (select from private.search_terms where kind = 'word' and term = word) then
    return array[stem];
  end if;
  if unfinished and char_length(word) = 1 then
    -- Every word that begins with a letter has one token.
    return array['^' || word];
  end if;
  if unfinished then
    -- At most the 40 most frequent: what begins with two letters is narrowed by typing on.
    select array_agg(begun.lexeme) into found from (
      select t.lexeme from private.search_terms t
      where t.kind = 'word' and t.term >= word and t.term < word || chr(1114111)
      group by t.lexeme order by sum(t.listings) desc, t.lexeme limit 40) as begun;
  end if;
  if exists (select from private.search_sets where term = stem) and not coalesce(stem = any (found), false) then
    found := found || stem;
  end if;
  return found;
end $$;

create function private.read_words(typed text, out terms text[], out alternatives integer[], out groups integer[],
  out corrected text, out known boolean)
language plpgsql stable set search_path = '' as $$
declare
  words text[] := (private.words_of(left(typed, 200)))[:12];
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
  only_little := not exists (select from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) <> '{}');
  while at <= n loop
    meanings := null;
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from public.search_synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    if wide = 1 and ts_lexize('pg_catalog.english_stem', words[at]) = '{}' and not (only_little and meanings is not null) then
      at := at + 1;
      continue;
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
comment on function private.read_words(text) is 'What somebody typed, as terms: of each group one alternative must be held with all its terms. Not known: nobody can be found.';

-- Sets. ----------------------------------------------------------------------------------------------------

create function private.sets_of(wanted text[], changed_by xid8) returns table (term text, part smallint, members pg_catalog."bit")
language sql stable as $$
  select s.term, s.part, s.members from private.search_sets s where changed_by is null and s.term = any (wanted)
  union all
  select own.term, own.part, bit_xor(own.members) from (
    select s.term, s.part, s.members from private.search_sets s where changed_by is not null and s.term = any (wanted)
    union all select step.term, step.part, step.members from private.search_steps(changed_by) as step
      where changed_by is not null and step.term = any (wanted)) as own
  where changed_by is not null group by own.term, own.part
$$;
comment on function private.sets_of(text[], xid8) is 'The sets of these terms; for a transaction that has itself changed some, as it has changed them.';

create function private.members(terms text[], alternatives integer[], groups integer[]) returns bit varying
language plpgsql stable set search_path = '' as $$
declare
  size int := coalesce((select (max(slot) >> 14) + 1 from private.search_rows), 0);
  changed_by xid8 := (select c.transaction from private.search_changes c where c.transaction = pg_current_xact_id_if_assigned() limit 1);
  many int := groups[cardinality(groups)];
  found pg_catalog."bit"[] := '{}';
  parts smallint[] := '{}';
  nobody constant bit varying := B'0'::bit(16384);
  all_of_them bit varying := '';
begin
  if many = 1 and cardinality(terms) = 1 then
    select array_agg(s.part), array_agg(s.members) into parts, found from private.sets_of(terms, changed_by) as s;
  elsif alternatives[cardinality(alternatives)] = cardinality(terms) and many = 1 then
    select array_agg(part), array_agg(members) into parts, found from (
      select s.part, bit_or(s.members) as members from private.sets_of(terms, changed_by) as s group by s.part) as either;
  else
    select array_agg(part), array_agg(members) into parts, found from (
      select part, bit_and(members) as members from (
        select grp, part, bit_or(members) as members from (
          select a.grp, s.part, bit_and(s.members) as members
          from unnest(groups, alternatives, terms) as a (grp, alternative, term)
          join private.sets_of(terms, changed_by) as s using (term)
          group by a.grp, a.alternative, s.part
          having count(*) = (select count(*) from unnest(groups, alternatives) as b (grp, alternative)
            where b.grp = a.grp and b.alternative = a.alternative)) as every
        group by grp, part) as either
      group by part having count(*) = many) as both_of_them;
  end if;
  for part in 0 .. size - 1 loop
    all_of_them := all_of_them || coalesce(found[array_position(parts, part::smallint)], nobody);
  end loop;
  return all_of_them;
end $$;
comment on function private.members(text[], integer[], integer[]) is 'The set of those who hold of each group one alternative with all its terms.';

create function private.members_of(terms text[]) returns bit varying
language sql stable set search_path = '' as $$
  select case when terms is not null then
    private.members(terms, array(select generate_series(1, cardinality(terms))), array_fill(1, array[cardinality(terms)])) end
$$;
comment on function private.members_of(text[]) is 'The set of those who hold one of the terms.';

create function private.slots_between(members bit varying, skip integer, wanted integer) returns integer[]
language sql stable set search_path = '' as $$
  -- 1,024 slots at a time are counted, and only those that hold somebody of the page looked at one by one.
  with pieces as (
    select at, bit_count(substring(members from at * 1024 + 1 for 1024)) as many
    from generate_series(length(members) / 1024 - 1, 0, -1) as at),
  counted as (select at, many, sum(many) over (order by at desc) as up_to from pieces),
  needed as (
    select min(at) as low, max(at) as high, min(up_to - many) as before from counted
    where many > 0 and up_to > skip and up_to - many < skip::bigint + wanted),
  -- From the highest slot down: between two ones stand the zeros of those who are no members.
  gaps as (
    select needed.before + gap.nr as nr, (needed.high + 1) * 1024 - sum(length(gap.zeros) + 1) over (order by gap.nr) as slot, needed.low
    from needed cross join lateral string_to_table(reverse(
      substring(members from needed.low * 1024 + 1 for (needed.high + 1 - needed.low) * 1024)::text), '1')
      with ordinality as gap (zeros, nr))
  select coalesce(array_agg(slot::integer order by nr) filter (where nr > skip and nr <= skip::bigint + wanted and slot >= low * 1024), '{}')
  from gaps
$$;
comment on function private.slots_between(bit varying, integer, integer) is 'Members of a set from the highest slot down: so many, after so many.';

-- A fair turn: everybody among equals is first equally often, because it is by rank that each day begins elsewhere. ----

create function private.turn() returns double precision
language sql stable set search_path = '' as $$
  select ('x' || left(md5('turn' || (now() at time zone 'Europe/London')::date), 8))::bit(32)::bigint / 4294967296.0
$$;
comment on function private.turn() is 'Where in the circle of equals today''s round begins, from 0 to 1. The same for everybody, so that pages fit together.';

create function private.slots_in_turn(members bit varying, turn double precision, skip integer, wanted integer) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  many int := bit_count(members);
  many_wanted int := greatest(0, least(wanted, many - skip));
  first_one int;
  slots int[];
begin
  if members is null or many_wanted = 0 then
    return '{}';
  end if;
  first_one := (floor(turn * many)::int + skip) % many;
  slots := private.slots_between(members, first_one, many_wanted);
  if cardinality(slots) < many_wanted then
    slots := slots || private.slots_between(members, 0, many_wanted - cardinality(slots));
  end if;
  return slots;
end $$;
comment on function private.slots_in_turn(bit varying, double precision, integer, integer) is 'Members of a set in today''s turn: so many, after so many.';

create function private.slots_by_date(members bit varying, few integer[], skip integer, wanted integer) returns integer[]
language plpgsql stable set search_path = '' as $$
begin
  if few is not null then
    return array(
      with these as materialized (select r.slot, r.created_at from private.search_rows r where r.slot = any (few))
      select slot from these order by created_at desc, slot desc offset skip limit wanted);
  end if;
  return array(select r.slot from private.search_rows r where get_bit(members, r.slot) = 1
    order by r.created_at desc, r.slot desc offset skip limit wanted);
end $$;
comment on function private.slots_by_date(bit varying, integer[], integer, integer) is 'Members of a set, the newest first: so many, after so many. Few: all of them, where sorting is shorter than walking.';

create function private.slots_by_rating(members bit varying, few integer[], turn double precision, skip integer, wanted integer) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  scores real[];
  sizes bigint[];
  before bigint := 0;
  slots int[] := '{}';
  part int[];
  here int;
  start int;
begin
  if few is not null then
    return array(
      with these as materialized (select r.slot, r.rating_score from private.search_rows r where r.slot = any (few)),
      ranked as (
        select slot, rating_score, row_number() over equals - 1 as nr, count(*) over (partition by rating_score) as many
        from these window equals as (partition by rating_score order by slot desc))
      select slot from ranked
      order by rating_score desc, (nr - floor(turn * many)::bigint + many) % many offset skip limit wanted);
  end if;
  select array_agg(rating_score order by rating_score desc), array_agg(many order by rating_score desc) into scores, sizes from (
    select rating_score, count(*) as many from (
      select r.rating_score from private.search_rows r where get_bit(members, r.slot) = 1
      order by r.rating_score desc, r.slot desc limit skip + wanted) as walked
    group by rating_score) as equals;
  for nr in 1 .. coalesce(cardinality(scores), 0) loop
    if nr = cardinality(scores) then
      -- The walk may have stopped in the midst of these.
      sizes[nr] := (select count(*) from private.search_rows r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1);
    end if;
    here := greatest(0, skip - before);
    if here < sizes[nr] then
      start := ((floor(turn * sizes[nr])::bigint + here) % sizes[nr])::int;
      here := least(wanted - cardinality(slots), sizes[nr] - here);
      part := array(select r.slot from private.search_rows r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1
        order by r.slot desc offset start limit here);
      if cardinality(part) < here then
        part := part || array(select r.slot from private.search_rows r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1
          order by r.slot desc limit here - cardinality(part));
      end if;
      slots := slots || part;
    end if;
    before := before + sizes[nr];
  end loop;
  return slots;
end $$;
comment on function private.slots_by_rating(bit varying, integer[], double precision, integer, integer) is 'Members of a set, the best rated first and equals in today''s turn: so many, after so many.';

create function private.slots_by_distance(members bit varying, few integer[], many integer, towns text[], listed bigint[],
  turn double precision, skip integer, wanted integer) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  everybody double precision := greatest(1, (select sum(one) from unnest(listed) as one));
  enough double precision := 0;
  near int := 0;
  slots int[];
begin
  if few is not null then
    return array(
      with these as materialized (
        select r.slot, near.nr from private.search_rows r
        join unnest(towns) with ordinality as near (term, nr) on near.term = '@' || r.place where r.slot = any (few)),
      ranked as (
        select slot, nr, row_number() over (partition by nr order by slot desc) - 1 as rank, count(*) over (partition by nr) as many
        from these)
      select slot from ranked order by nr, (rank - floor(turn * ranked.many)::bigint + ranked.many) % ranked.many offset skip limit wanted);
  end if;
  -- As many towns as will be enough, if the members are spread evenly; twice as many when they are not.
  while near < cardinality(towns) loop
    enough := greatest(2 * enough, 50 + 1.3 * (skip + wanted) * everybody / greatest(many, 1));
    near := coalesce((select min(nr) from (select nr, sum(one) over (order by nr) as up_to from unnest(listed) with ordinality as town (one, nr)) as counted
      where up_to >= enough), cardinality(towns));
    slots := array(
      with these as materialized (
        select r.slot, town.nr from unnest(towns[:near]) with ordinality as town (term, nr)
        join private.search_rows r on r.place = substr(town.term, 2) and get_bit(members, r.slot) = 1),
      ranked as (
        select slot, nr, row_number() over (partition by nr order by slot desc) - 1 as rank, count(*) over (partition by nr) as many
        from these)
      select slot from ranked order by nr, (rank - floor(turn * ranked.many)::bigint + ranked.many) % ranked.many offset skip limit wanted);
    exit when cardinality(slots) = wanted;
  end loop;
  return coalesce(slots, '{}');
end $$;
comment on function private.slots_by_distance(bit varying, integer[], integer, text[], bigint[], double precision, integer, integer) is 'Members of a set, town by town in the order given and in each in today''s turn: so many, after so many.';

-- The search. ----------------------------------------------------------------------------------------------

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
  slot_ended int;
  total int;
  everybody bigint;
  turn double precision := private.turn();
  nobody constant json := json_build_object('total', 0, 'providers', '[]'::json);
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
    found := private.members(words.terms, words.alternatives, words.groups);
    if order_by = 'relevance' then
      named := private.members(array(select '~' || said.term from unnest(words.terms) with ordinality as said (term, nr) order by said.nr),
        words.alternatives, words.groups);
    end if;
  end if;
  if asked.place is not null then
    -- 'Contains' and 'near', asked of the towns instead of the rows.
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from private.towns_near(asked.latitude, asked.longitude, asked.within) as t;
      also := private.members_of(case when asked.within is null then array['&'] else towns end);
    elsif char_length(asked.place) < 3 then
      also := private.members_of(array['?' || asked.place]);
    else
      select array_agg(term) into towns from private.search_terms
      where kind = 'token' and term >= '@' and term < 'A'
        and term like '@%' || replace(replace(replace(asked.place, '\', '\\'), '%', '\%'), '_', '\_') || '%';
      also := private.members_of(towns);
    end if;
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := private.members_of(array['#' || key]);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, private.members_of(array['*']));
  -- Whose time is over is normally swept out by the next write.
  for slot_ended in select l.slot from private.listings l where l.membership_end <= now() loop
    found := set_bit(found, slot_ended, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' then
    named := named & found;
    slots := private.slots_in_turn(named, turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || private.slots_in_turn(coalesce(found & ~named, found), turn,
        greatest(0, skip - coalesce(bit_count(named), 0)::int), size - cardinality(slots));
    end if;
  else
    -- Looking at each member costs ten times what an entry of an index does that is walked in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := private.slots_between(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then private.slots_by_date(found, few, skip, size)
      when 'rating' then private.slots_by_rating(found, few, turn, skip, size)
      else private.slots_by_distance(found, few, total, towns, listed, turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(json_build_object(
      'user_id', l.provider_id, 'name', l.name, 'title', l.title, 'bio', left(l.bio, 160),
      'image_url', l.image_url, 'business_name', l.business_name, 'location', l.location,
      'rating_average', l.rating_average, 'rating_count', l.rating_count, 'named', get_bit(named, l.slot) = 1,
      'miles', case when near then round(private.miles(asked.latitude, asked.longitude, t.latitude, t.longitude)) end)
      order by page.nr), '[]'),
    'corrected', words.corrected,
    'place', case when asked.latitude is not null or asked.corrected then json_build_object('name', asked.name, 'area', asked.area,
      'corrected', asked.corrected, 'within', case when near then asked.within end, 'near', near) end)
  into answer
  from unnest(slots) with ordinality as page (slot, nr)
  join private.listings l using (slot)
  left join private.search_terms t on near and t.kind = 'token' and t.term = '@' || l.place;
  return answer;
end $$;
comment on function public.search_providers(text, text, text, integer, integer, text, integer)
  is 'A page of the directory: {total, providers, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance, rating and distance take turns by the day. Corrected: what was searched for instead of what was typed. Place: how the location was understood. Of a provider, named: the words stand in name, trade, skills or town (null where nothing was asked that way).';

-- Category pages. ------------------------------------------------------------------------------------------

create or replace function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  members bit varying := private.members_of(array['#' || left(category, 170)]);
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
