-- Search: how typed words become a query, and a typed place a point.

-- Words ---------------------------------------------------------------------------------------------------------------

create table search.words (
  word text collate "C" not null,
  lexeme text collate "C" not null
);
comment on table search.words is
  'The words of listings as they are written, to complete and correct what is typed. Written by search.refresh_listing(); one that no listing has any more finds nothing, and goes within a day (private.check_listings()).';
-- Not unique, so that two who write the same new word never wait for each other.
create index words_in_order on search.words (word, lexeme);
create index words_of_lexeme on search.words (lexeme);
create index words_spelling on search.words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create function search.split_words(text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(left(word, 40) order by nr), '{}') from regexp_split_to_table(
    regexp_replace(regexp_replace(private.plain_letters(coalesce($1, '')), '\m([a-z])\+\+', '\1plusplus ', 'g'), '\m([a-z])[#♯]', '\1sharp ', 'g'), '[^[:alnum:]]+')
    with ordinality as split (word, nr) where word <> ''
$$;
comment on function search.split_words(text) is
  'The words of a text in order: small letters and digits, without accents and apostrophes. C++ and C# are cplusplus and csharp, because a single letter says nothing.';

create function search.lexemes(words text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(lexeme), '{}') from unnest(words) as word, unnest(ts_lexize('pg_catalog.english_stem', word)) as lexeme
$$;
comment on function search.lexemes(text[]) is
  'Of words that say something (not ''the''), for documents and queries: to_tsvector() stems none with a digit.';

create function search.add_words(words text[]) returns void
language sql set search_path = '' as $$
  insert into search.words (word, lexeme)
  select distinct said.word, lexeme from unnest(words) as said (word), unnest(search.lexemes(array[said.word])) as lexeme
  where char_length(said.word) > 1 and not exists (select from search.words w where w.word = said.word)
$$;
comment on function search.add_words(text[]) is 'Remembers those words that are new and say something.';

create function search.nearest_word(typed text) returns text
language sql stable as $$
  -- One slip in four letters, two in five or more; transposed letters count as two.
  select known.word from (
    select w.word from search.words w where w.word operator(extensions.%) typed
    union select s.term from search.synonyms s where s.term operator(extensions.%) typed and strpos(s.term, ' ') = 0) as known
  cross join lateral extensions.levenshtein_less_equal(known.word, typed, 2) as slips
  where char_length(known.word) > 3 and slips <= case when char_length(typed) = 4 then 1 else 2 end
  order by slips, left(known.word, 1) <> left(typed, 1), extensions.similarity(known.word, typed) desc, known.word
  limit 1
$$;
comment on function search.nearest_word(text) is 'The known word that was probably meant, or null.';

create function search.all_of(words text[]) returns text
language sql immutable as $$
  select string_agg('''' || lexeme || '''', ' & ') from unnest(search.lexemes(words)) as lexeme
$$;
comment on function search.all_of(text[]) is 'The query for texts with all of these words, null if they say nothing.';

create function search.category_query(category text) returns tsquery
language sql immutable as $$
  select ('''#' || replace(replace(nullif(btrim(left(category, 170)), ''), '\', '\\'), '''', '''''') || '''')::tsquery
$$;
comment on function search.category_query(text) is 'The query for a selection, null for none.';

create function search.words_query(typed text, known boolean, OUT asked tsquery, OUT corrected text) returns record
language plpgsql stable as $$
declare
  words text[] := (search.split_words(left(typed, 200)))[:12];
  n constant integer := cardinality(words);
  says_something constant boolean := search.all_of(words) is not null;
  at integer := 1;
  wide integer;
  meanings text[];
  -- Any of these, for the words here.
  phrases text[];
  groups text[] := '{}';
  near text;
  slips integer := 0;
begin
  while at <= n loop
    -- The longest synonym that begins here. A word like 'it' is one only among words like it.
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from search.synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
      and not (says_something and search.all_of(string_to_array(s.term, ' ')) is null)
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    phrases := array[search.all_of(words[at : at + wide - 1])];
    if meanings is not null then
      phrases := phrases || array(select search.all_of(search.split_words(meaning)) from unnest(meanings) as meaning);
    elsif phrases[1] is not null and not (known and exists (select from search.words w where w.word = words[at])) then
      if known and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]|^[a-z](plusplus|sharp)$'
          and not exists (select from search.words w where w.lexeme = btrim(phrases[1], ''''))
          and not (at = n and exists (select from search.words w where w.word > words[at] and w.word < words[at] || chr(1114111))) then
        near := search.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
      -- The last word may be unfinished. A single letter of it says nothing: nearly everybody has a word with it.
      if at = n and known and char_length(words[at]) = 1 then
        phrases := '{}';
      elsif at = n then
        phrases := phrases || (case when known then '''' || words[at] || '''' else phrases[1] end || ':*')
          || array(select distinct '''' || w.lexeme || '''' from search.words w
          where w.word > words[at] and w.word < words[at] || chr(1114111) and not starts_with(w.lexeme, words[at]));
      end if;
    end if;
    groups := groups || nullif(array_to_string(phrases, ' | '), '');
    at := at + wide;
  end loop;
  groups := array_remove(groups, null);
  asked := case when groups <> '{}' then '(' || array_to_string(groups, ') & (') || ')'
    -- Signs alone find nobody; words like 'the' ask for nothing.
    when n = 0 and btrim(typed) <> '' then '''*''' end::tsquery;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;
comment on function search.words_query(text,boolean) is
  'Typed text as a query, null where it asks for nothing: every word or what a synonym means by it, the last one perhaps unfinished. Known: by the words of listings, so that words they have are finished, and slips are put right (corrected).';

-- Synonyms ------------------------------------------------------------------------------------------------------------

create table search.synonyms (
  term text not null,
  means text not null,
  primary key (term, means),
  check (term <> means)
);
comment on table search.synonyms is
  'What people type, and what else it finds: ''sparky'' also finds ''electrician'', not the other way round. Up to three words, as search.split_words() gives them; from supabase/seed/synonyms.csv and merged categories.';
create index synonyms_spelling on search.synonyms using gin (term extensions.gin_trgm_ops);

create function private.csv_rows(content text) returns setof text[]
language sql immutable set search_path = '' as $$
  select string_to_array(line, ',') from string_to_table(replace(content, E'\r', ''), E'\n') with ordinality as lines (line, nr)
  where nr > 1 and line <> ''
$$;
comment on function private.csv_rows(text) is 'The rows of a CSV file without quotes, below its heading.';

create function search.load_synonyms(content text, previous text default null) returns void
language sql set search_path = '' as $$
  delete from search.synonyms s using private.csv_rows(previous) as row where (s.term, s.means) = (row[1], row[2]);
  insert into search.synonyms (term, means) select row[1], row[2] from private.csv_rows(content) as row on conflict do nothing
$$;
comment on function search.load_synonyms(text,text) is
  'Carries changes of supabase/seed/synonyms.csv into the synonyms; those of merged categories stay.';

-- Places --------------------------------------------------------------------------------------------------------------

create function search.map_point(latitude real, longitude real) returns point
language sql immutable as $$
  -- The transverse Mercator projection about 2 degrees west, as on Ordnance Survey maps: off by a fifth of one per cent at most.
  select point(3958.8 * atanh(cosd(latitude) * sind(longitude + 2)), 3958.8 * radians(atan2d(tand(latitude), cosd(longitude + 2))))
$$;
comment on function search.map_point(real,real) is
  'A place of the United Kingdom on a map in miles, where distances are those of a ruler (<->).';

create table search.places (
  kind text not null check (kind in ('town', 'area', 'outward', 'sector')),
  name text collate "C" not null check (name <> ''),
  town text,
  latitude real not null check (latitude between 49 and 61.5),
  longitude real not null check (longitude between -9 and 2.5),
  position point not null generated always as (search.map_point(latitude, longitude)) stored,
  primary key (kind, name)
);
comment on table search.places is
  'Where towns, postcode areas (''ls''), outward codes (''ls6'') and sectors (''ls6 3'') of the United Kingdom are. The operator loads the last two (npm run postcodes); until then postcodes are measured from their area''s town.';
comment on column search.places.town is 'Of an area: the town that gives its position.';
create index places_positions on search.places using gist (position);

create function search.full_postcode() returns text
language sql immutable parallel safe as $$
  -- After a comma 'B2, 1st floor' and 'B2, 1 St Mary''s Road' are none.
  values ('(?i)(?<![[:alnum:]])([a-z]{1,2}[0-9][0-9a-z]?)(?:[\s._/-]*|[^[:alnum:]]{1,5}(?![0-9](?:\s|st|nd|rd|th)))([0-9])(?:\s*|[._/-])[a-z]{2}(?![[:alnum:]])')
$$;
comment on function search.full_postcode() is 'The pattern of a whole postcode among words, in plain digits: its first half and the digit of its sector.';

create function search.shorten_postcodes(typed text) returns text
language plpgsql immutable parallel safe as $$
declare
  whole text;
begin
  typed := private.plain_digits(typed);
  loop
    whole := regexp_substr(typed, search.full_postcode());
    exit when whole is null;
    typed := replace(typed, whole, upper(substring(whole from search.full_postcode())));
  end loop;
  return typed;
end $$;
comment on function search.shorten_postcodes(text) is 'A text in plain digits with the first half alone of each whole postcode.';

create function search.postcode(typed text, OUT outward text, OUT sector text) returns record
language sql immutable parallel safe as $$
  -- A whole postcode comes before a sign such as 'A4', and before 'B2 1st' of a floor. Of 'LS63' the last digit may be the sector's:
  -- search.locate() decides by what there is. A text that is nothing else may have gaps anywhere ('L S 6 3 A B').
  select part[1], part[1] || ' ' || part[2]
  from (select lower(private.plain_digits(left(typed, 120)))) as said (text)
  cross join lateral (select coalesce(
    regexp_match(regexp_replace(text, '[0-9]\s*(?:st|nd|rd|th)\M', '', 'g'), search.full_postcode()),
    regexp_match(text, search.full_postcode()),
    regexp_match(text, '\m([a-z]{1,2}[0-9][0-9a-z]?)(?:[\s.–-]*([0-9])(?:\s*[a-z]{2})?)?\M'),
    regexp_match(regexp_replace(text, '[\s._–-]', '', 'g'), '^([a-z]{1,2}[0-9][0-9a-z]?)([0-9])[a-z]{2}$'),
    regexp_match(regexp_replace(text, '[\s._–-]', '', 'g'), '^([a-z]{1,2}[0-9][0-9a-z]?)([0-9])?$'))) as found (part)
$$;
comment on function search.postcode(text) is
  'A full or partial postcode in a text, in any spelling: its first half (''ls6'') and sector (''ls6 3''), in lower case.';

create function search.has_postcodes() returns boolean
language sql stable as $$
  select count(*) = 500 from (select from search.places where kind in ('outward', 'sector') limit 500) as found
$$;
comment on function search.has_postcodes() is 'Whether the operator has loaded a list of postcodes; the sample''s few are none.';

create function search.locate(
  typed text, OUT centre point, OUT name text, OUT area text, OUT kind text
) returns record
language plpgsql stable as $$
declare
  words constant text[] := (array_replace(search.split_words(left(typed, 120)), 'saint', 'st'))[:12];
  code constant record := search.postcode(typed);
  -- 'LS63' is in LS6 where there is no LS63.
  shorter constant text := (select part from substring(code.outward from '^(.*[0-9])[0-9]$') as part where part is not null and search.has_postcodes());
  codes constant text[] := array[code.sector, code.outward, shorter || ' ' || right(code.outward, 1), shorter];
  -- The 'Hyde Park' of a road with a whole postcode is no town of another end of the country.
  home constant point := (select p.position from search.places p
    where code.sector is not null and p.kind = 'area' and p.name = substring(code.outward from '^[a-z]+'));
  -- For 'York Road, Leeds' a whole part between commas comes first, then the longest name, then the last one.
  names constant text[] := array(
      select array_to_string(array_replace(search.split_words(part), 'saint', 'st'), ' ')
      from string_to_table(left(typed, 120), ',') with ordinality as parts (part, nr) order by nr)
    || array(
      select array_to_string(words[at : at + wide - 1], ' ')
      from generate_series(1, 4) as wide, generate_series(1, cardinality(words) - wide + 1) as at order by wide desc, at desc);
begin
  select p.position, case p.kind when 'town' then p.name when 'area' then p.town else upper(p.name) end,
    case p.kind when 'area' then upper(p.name) end, p.kind into centre, name, area, kind
  from search.places p
  where p.kind in ('outward', 'sector') and p.name = any (codes)
    or p.kind = 'town' and p.name = any (names) and (p.position <-> home > 100) is not true or p.kind = 'area' and p.name = substring(code.outward from '^[a-z]+')
  order by array_position('{town,area}'::text[], p.kind) nulls first,
    coalesce(array_position(codes, p.name), array_position(names, p.name)) limit 1;
end $$;
comment on function search.locate(text) is
  'Where a text says that something is: by sector or first half of a postcode, by town, or else by the postcode''s area; all null when it names no place that is known.';

create function private.refuse_unknown_postcode(location text) returns void
language plpgsql stable set search_path = '' as $$
declare
  said constant text := private.plain_digits(location);
  code constant record := search.postcode(said);
begin
  -- A sign such as 'A4' beside other words need be no postcode.
  if (code.sector is not null or regexp_replace(said, '[\s._–-]', '', 'g') ~* '^[a-z]{1,2}[0-9][0-9a-z]?[0-9]?$') and search.has_postcodes()
      and coalesce((search.locate(said)).kind, 'area') not in ('outward', 'sector') then
    raise exception 'We do not know the postcode "%".', coalesce(substring(said from '(?i)\m' || code.outward || '(?:[^[:alnum:]]*[0-9](?:[\s._/-]*[a-z]{2})?)?\M'), said)
      using errcode = '23514', hint = 'Please check it, or type a town.';
  end if;
end $$;
comment on function private.refuse_unknown_postcode(text) is 'Refuses a text with a postcode that a loaded list does not have.';

create function search.nearest_place(typed text) returns text
language sql stable set search_path = '' as $$
  with close as materialized (
    select p.name, slips from search.places p cross join lateral extensions.levenshtein_less_equal(p.name, typed, 2) as slips
    where p.kind = 'town' and abs(char_length(p.name) - char_length(typed)) <= 2 and char_length(typed) between 4 and 40
      and slips <= case when char_length(typed) = 4 then 1 else 2 end)
  select name from close cross join lateral (select count(*) as listings from search.listings l where l.place = name) as here
  -- Two wrong letters in a short name leave too little of it to recognise.
  where extensions.similarity(name, typed) >= 0.2
  -- A place without providers is seldom what was meant.
  order by slips + (listings = 0)::int, left(name, 1) <> left(typed, 1), listings desc, extensions.similarity(name, typed) desc, name
  limit 1
$$;
comment on function search.nearest_place(text) is 'The town that was probably meant, or null.';

create function search.parse_place(
  typed text, typed_place text, radius integer, OUT service text, OUT place text, OUT within integer, OUT centre point,
  OUT name text, OUT area text, OUT corrected boolean
) returns record
language plpgsql stable as $$
declare
  spoken text[];
  here record;
begin
  service := private.plain_digits(left(typed, 200));
  typed_place := nullif(btrim(private.plain_digits(left(typed_place, 120))), '');
  corrected := false;
  if typed_place is null then
    spoken := regexp_match(service, '^(.*)\mwithin\s+([0-9]{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    if spoken is null then
      spoken := regexp_match(service, '^(.*)\m(near)\s+(\S.*)$', 'i');
    end if;
    if spoken is not null and (search.locate(spoken[3])).kind is not null then
      service := spoken[1];
      typed_place := spoken[3];
      radius := coalesce(radius, nullif(lower(spoken[2]), 'near')::int, 10);
    end if;
  else
    spoken := regexp_match(typed_place, '^within\s+([0-9]{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    typed_place := coalesce(spoken[2], typed_place);
    radius := coalesce(radius, spoken[1]::int);
  end if;
  within := case when radius is not null then least(greatest(radius, 1), 200) end;
  place := search.normalise_place(typed_place);
  if place is null then
    return;
  end if;
  here := search.locate(place);
  place := replace(place, ',', '');
  -- Symbols are not typing errors, and neither is what somebody's place contains.
  if here.kind is null and char_length(place) > 3 and place !~ '[^[:alnum:] ]'
      and (select count(*) = 0 from search.listings l where l.place like private.contains_pattern(parse_place.place)) then
    name := search.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      here := search.locate(place);
    end if;
  end if;
  centre := here.centre;
  area := here.area;
  name := coalesce(here.name, name);
  if within is null and centre is not null and (search.postcode(place)).outward is not null
      and not exists (select from search.listings l where l.place = parse_place.place) then
    -- A postcode means the area around it.
    within := 10;
  end if;
end $$;
comment on function search.parse_place(text,text,integer) is
  'Typed service and place, separated: ''plumber near Leeds'' and ''within 10 miles of LS6'' are understood, slips are put right.';

create function search.locate_again() returns void
language plpgsql set search_path = '' as $$
begin
  -- Many are in the same place, so each spelling is looked up once.
  create temporary table located on commit drop as
    select spelt.place, here.centre, here.name from (
      select p.location as place from search.listings l join public.profiles p on p.id = l.provider_id
      union select a.base from public.availability a union select unnest(a.places) from public.availability a
      union select j.location from public.jobs j) as spelt
    cross join lateral search.locate(spelt.place) as here;
  analyze pg_temp.located;
  update search.listings l set position = at.centre, reach = at.reach, served = at.served
  from (
    select p.id, home.centre, search.reach_of(a, base.centre) as reach, array(
      select distinct lower(named.name) from pg_temp.located as named where named.place = any (a.places) and named.name is not null) as served
    from public.profiles p left join pg_temp.located as home on home.place = p.location
    left join public.availability a on a.provider_id = p.id left join pg_temp.located as base on base.place = a.base) as at
  where at.id = l.provider_id and (l.position::text, l.reach::text, l.served) is distinct from (at.centre::text, at.reach::text, at.served);
  update public.jobs j set position = here.centre from pg_temp.located as here
  where here.place = j.location and j.position::text is distinct from here.centre::text;
  drop table pg_temp.located;
end $$;
comment on function search.locate_again() is 'Moves listings, their areas and jobs to where their places are now.';

create function search.load_places(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
declare
  removed integer;
  written integer;
begin
  -- The operator loads the codes.
  delete from search.places p where p.kind in ('town', 'area')
    and (p.kind, p.name) not in (select row[1], row[2] from private.csv_rows(content) as row);
  get diagnostics removed = row_count;
  insert into search.places as p (kind, name, town, latitude, longitude)
  select row[1], row[2], nullif(row[3], ''), row[4]::real, row[5]::real from private.csv_rows(content) as row
  on conflict (kind, name) do update set town = excluded.town, latitude = excluded.latitude, longitude = excluded.longitude
    where (p.town, p.latitude, p.longitude) is distinct from (excluded.town, excluded.latitude, excluded.longitude);
  get diagnostics written = row_count;
  if removed + written > 0 then
    perform search.locate_again();
  end if;
end $$;
comment on function search.load_places(text,text) is
  'Makes towns and postcode areas what supabase/seed/places.csv says, and moves what was located by them.';

create function public.load_postcodes(content text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  result json;
begin
  perform private.refuse_if(content is null or octet_length(content) > 2000000 or content !~ '^name,latitude,longitude\n',
    '22023', 'Please send rows of name, latitude and longitude, at most 2 MB.');
  perform private.refuse_if((select coalesce(bool_or(row[1] !~ '^[a-z]{1,2}[0-9][0-9a-z]?( [0-9])?$'), true) from private.csv_rows(content) as row),
    '22023', 'These are not the first halves and sectors of postcodes (''ls6'', ''ls6 3'').', 'Please use npm run postcodes.');
  with loaded as materialized (
    select case when row[1] like '% %' then 'sector' else 'outward' end as kind, row[1] as name, row[2]::real as latitude, row[3]::real as longitude
    from private.csv_rows(content) as row),
  removed as (delete from search.places p where p.kind in ('outward', 'sector') and (p.kind, p.name) not in (select kind, name from loaded)),
  written as (
    insert into search.places as p (kind, name, latitude, longitude) select kind, name, latitude, longitude from loaded
    on conflict (kind, name) do update set latitude = excluded.latitude, longitude = excluded.longitude
      where (p.latitude, p.longitude) is distinct from (excluded.latitude, excluded.longitude))
  select json_build_object('sectors', count(*) filter (where kind = 'sector'), 'outwards', count(*) filter (where kind = 'outward'))
    into result from loaded;
  perform search.locate_again();
  insert into private.cache_changes (tags) values (null);
  return result;
end $$;
comment on function public.load_postcodes(text) is
  'For npm run postcodes: replaces all sectors and first halves of postcodes by these, and measures again what was located by them.';

create function public.count_postcodes() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('loaded', search.has_postcodes(), 'sectors', count(*) filter (where kind = 'sector'), 'outwards', count(*))
  from search.places where kind in ('outward', 'sector')
$$;
comment on function public.count_postcodes() is
  'For npm run doctor and admin_health(): whether a list of postcodes is loaded, and how many sectors and codes there are.';

-- Areas ---------------------------------------------------------------------------------------------------------------

create function search.places_around(centre point) returns text[]
language sql stable as $$
  select coalesce(array_agg(near.name), '{}') from (
    select p.name from search.places p where p.position <@ circle(centre, 3) and p.kind in ('town', 'outward')
    union
    -- A large town is as wide as its postcodes.
    select town.name
    from (select p.name, p.position from search.places p where p.kind = 'outward' order by p.position <-> centre limit 1) as code
    join search.places area on area.kind = 'area' and area.name = substring(code.name from '^[a-z]+')
    join search.places town on town.kind = 'town' and town.name = area.town
    where code.position <@ circle(centre, 3) and town.position <@ circle(centre, 10)) as near
$$;
comment on function search.places_around(point) is
  'The towns and outward codes at most 3 miles from here, and the town that gives the postcodes here their letters if it is within 10: who serves one of them by name serves here.';

create function search.covers(reach circle, served text[], centre point, around text[]) returns boolean
language sql immutable as $$ select reach @> circle(centre, 0) or served && around $$;
comment on function search.covers(circle,text[],point,text[]) is
  'Whether an area covers a place: it is within the radius, or close to a town or postcode of the list. Around: search.places_around(centre). search.find_listings() asks each half by itself, by its index.';

create function search.reach_of(area public.availability, base point) returns circle
language sql immutable as $$
  select case when area.whole_uk then circle(search.map_point(54.5, -3), 1000) when area.miles is not null then circle(base, area.miles) end
$$;
comment on function search.reach_of(public.availability,point) is
  'The circle of an area with a radius, around where its base is; null for a list, and where the base is not known.';
