-- Search: how typed words become terms: synonyms, slips of the keyboard, towns and distances.

-- Words ---------------------------------------------------------------------------------------------------------------

create table search.terms (
  kind text not null check (kind in ('token', 'word')),
  term text collate "C" not null,
  lexeme text,
  listings bigint not null,
  latitude real,
  longitude real,
  primary key (kind, term)
) with (fillfactor = 70);
alter table search.terms set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
comment on table search.terms is
  'How many listings have each town (a token, ''@leeds''), and each word as written with its lexeme. Kept by triggers, exact at every commit.';
comment on column search.terms.latitude is 'Of a town''s token: where it is, when that is known.';
create index terms_towns on search.terms using gin (replace(term, ',', '') extensions.gin_trgm_ops)
  where kind = 'token' and term >= '@' and term < 'A';
create index terms_spelling on search.terms using gin (term extensions.gin_trgm_ops) where kind = 'word';
create index terms_positions on search.terms (latitude) where latitude is not null;

create function search.split_words(text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(left(word, 40) order by nr), '{}') from regexp_split_to_table(private.plain_letters(coalesce($1, '')), '[^[:alnum:]]+')
    with ordinality as split (word, nr) where word <> ''
$$;
comment on function search.split_words(text) is
  'The words of a text in order: letters and digits, in small letters, without accents and apostrophes.';
grant execute on function search.split_words(text) to authenticated, service_role;

create function search.distinct_words(words text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct word from unnest(words) as word
    where char_length(word) > 1 and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by 1)
$$;
comment on function search.distinct_words(text[]) is
  'Each word once, without those that say nothing (''the'', ''and'').';

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
    -- Only the 40 most frequent words: people who have typed two letters narrow the list by typing more.
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

create function search.nearest_word(word text) returns text
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
    select t.term, t.listings from search.terms t where t.kind = 'word' and t.term = any (tried)
    union all select s.term, 1 from public.search_synonyms s where s.term = any (tried)) as known
  where char_length(term) > 3 and term operator(extensions.%) word
  order by term <> word, left(term, 1) <> left(word, 1), extensions.similarity(term, word) desc, listings desc, term
  limit 1;
  if found then
    return near;
  end if;
  -- One slip in four letters, two in five or more; transposed letters count as two.
  select term into near from (
    select t.term, t.listings from search.terms t
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
comment on function search.nearest_word(text) is 'The known word that was probably meant, or null.';

create function search.locate_town() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select at.latitude, at.longitude into new.latitude, new.longitude from search.locate(substr(new.term, 2)) as at;
  return new;
end $$;
comment on function search.locate_town() is 'Trigger: finds out where a new town is.';

create trigger locate_town before insert on search.terms
  for each row when (new.kind = 'token' and new.term >= '@' and new.term < 'A') execute function search.locate_town();

create function search.searchable_text(texts text[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return ' ' || private.fold(array_to_string(texts, ' '));
end $$;
comment on function search.searchable_text(text[]) is
  'The text that is searched: all texts as private.fold() compares them, each word after a space.';

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

-- Synonyms ------------------------------------------------------------------------------------------------------------

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  term text not null check (char_length(term) between 1 and 60),
  means text not null check (char_length(means) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (term, means),
  check (term <> means)
);
comment on table public.search_synonyms is
  'What people type, and what else it finds: ''sparky'' also finds ''electrician'', not the other way round. Up to three words; admins edit it.';
create index search_synonyms_spelling on public.search_synonyms using gin (term extensions.gin_trgm_ops);
alter table public.search_synonyms enable row level security;
grant select, delete on public.search_synonyms to authenticated;
grant insert (term, means) on public.search_synonyms to authenticated;
grant update (term, means) on public.search_synonyms to authenticated;
create policy "admins read" on public.search_synonyms for select to authenticated using ((select private.is_admin()));
create policy "admins add" on public.search_synonyms for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.search_synonyms for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove" on public.search_synonyms for delete to authenticated using ((select private.is_admin()));

create function search.normalise_synonym() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.term := array_to_string((search.split_words(new.term))[:3], ' ');
  new.means := array_to_string((search.split_words(new.means))[:3], ' ');
  new.updated_at := now();
  return new;
end $$;
comment on function search.normalise_synonym() is 'Trigger: stores a synonym as the search splits words.';
grant execute on function search.normalise_synonym() to authenticated, service_role;

create trigger normalise_synonym before insert or update on public.search_synonyms
  for each row execute function search.normalise_synonym();
create trigger log_admin_change after insert or update or delete on public.search_synonyms
  for each row execute function audit.log_admin_change('id');
create trigger invalidate_responses after insert or delete on public.search_synonyms
  for each row execute function private.invalidate_cache('directory', 'jobs');
create trigger invalidate_responses_on_update after update on public.search_synonyms
  for each row when (old.* is distinct from new.*) execute function private.invalidate_cache('directory', 'jobs');
create trigger invalidate_responses_on_truncate after truncate on public.search_synonyms
  for each statement execute function private.invalidate_cache();

create function private.csv_rows(content text) returns setof text[]
language sql immutable set search_path = '' as $$
  select string_to_array(line, ',') from string_to_table(replace(content, E'\r', ''), E'\n') with ordinality as lines (line, nr)
  where nr > 1 and line <> ''
$$;
comment on function private.csv_rows(text) is 'The rows of a CSV file without quotes, below its heading.';

create function search.load_synonyms(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
begin
  -- Rows older than the first load came with a migration, and admins may have changed them: they stay.
  if previous is null and exists (select from public.search_synonyms) then return; end if;
  delete from public.search_synonyms s using private.csv_rows(previous) as gone
  where (s.term, s.means) = (gone[1], gone[2])
    and (s.term, s.means) not in (select row[1], row[2] from private.csv_rows(content) as row);
  insert into public.search_synonyms (term, means)
  select row[1], row[2] from private.csv_rows(content) as row
  where previous is null or (row[1], row[2]) not in (select known[1], known[2] from private.csv_rows(previous) as known)
  on conflict (term, means) do nothing;
end $$;
comment on function search.load_synonyms(text,text) is
  'Carries changes of supabase/seed/synonyms.csv into the synonyms; what admins added or removed stays so.';

-- Places --------------------------------------------------------------------------------------------------------------

create table search.places (
  kind text not null check (kind in ('town', 'area', 'outward')),
  name text collate "C" not null check (name <> ''),
  town text,
  latitude real not null check (latitude between 49 and 61.5),
  longitude real not null check (longitude between -9 and 2.5),
  primary key (kind, name)
);
comment on table search.places is
  'Where towns, postcode areas (''ls'') and outward codes (''ls6'') of the United Kingdom are. Outward codes go before areas and are empty until somebody loads a list.';
comment on column search.places.town is 'Of an area: the town that gives its position.';
alter table search.places enable row level security;

create function search.distance_in_miles(
  from_latitude real, from_longitude real, to_latitude real, to_longitude real
) returns double precision
language sql immutable parallel safe as $$
  -- On a plane: within one country the earth's shape changes it by less than half of one per cent.
  select 69.09 * sqrt(power(to_latitude - from_latitude, 2)
    + power((to_longitude - from_longitude) * cos(radians((to_latitude + from_latitude) / 2)), 2))
$$;
comment on function search.distance_in_miles(real,real,real,real) is 'Miles between two points of the United Kingdom.';

create function search.outward_code(text) returns text
language sql immutable parallel safe as $$
  select (regexp_match(lower(left($1, 120)), '\m([a-z]{1,2}[0-9][0-9a-z]?)\s*(?:[0-9][a-z]{2})?\M'))[1]
$$;
comment on function search.outward_code(text) is
  'The first half of a postcode in a text, in lower case; the second half is ignored.';

-- Estimates of a thousand rows for each generate_series made the planner hash all places; now each name is looked up.
create function search.locate(
  typed text, OUT latitude real, OUT longitude real, OUT name text, OUT area text
) returns record
language plpgsql stable as $$
declare
  words text[] := (array_replace(search.split_words(left(typed, 120)), 'saint', 'st'))[:12];
  code text := search.outward_code(typed);
  part text;
begin
  if code is not null then
    select p.latitude, p.longitude, upper(code) into latitude, longitude, name
    from search.places p where p.kind = 'outward' and p.name = code;
    if found then
      return;
    end if;
  end if;
  -- For 'York Road, Leeds' a whole part between commas comes first, then the longest name, then the last one.
  foreach part in array coalesce(string_to_array(left(typed, 120), ','), '{}') loop
    select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p
    where p.kind = 'town' and p.name = array_to_string(array_replace(search.split_words(part), 'saint', 'st'), ' ');
    if found then
      return;
    end if;
  end loop;
  for wide in reverse least(4, cardinality(words)) .. 1 loop
    for at in reverse cardinality(words) - wide + 1 .. 1 loop
      select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p
      where p.kind = 'town' and p.name = array_to_string(words[at : at + wide - 1], ' ');
      if found then
        return;
      end if;
    end loop;
  end loop;
  if code is not null then
    select p.latitude, p.longitude, p.town, upper(p.name) into latitude, longitude, name, area
    from search.places p where p.kind = 'area' and p.name = substring(code from '^[a-z]+');
  end if;
end $$;
comment on function search.locate(text) is
  'Where a text says that something is: by outward code, by town, or else by the postcode''s area; all null when it names no place that is known.';

create function search.nearest_place(typed text) returns text
language sql stable set search_path = '' as $$
  select known.name from (
    select p.name, coalesce(t.listings, 0) as listings from search.places p
      left join search.terms t on t.kind = 'token' and t.term = '@' || p.name
      where p.kind = 'town'
    union all select substr(t.term, 2), t.listings from search.terms t
      where t.kind = 'token' and t.term >= '@' and t.term < 'A') as known
  where char_length(typed) between 4 and 40 and case when abs(char_length(known.name) - char_length(typed)) <= 2
      then extensions.levenshtein_less_equal(known.name, typed, 2) <= case when char_length(typed) = 4 then 1 else 2 end
        -- Two wrong letters in a short name leave too little of it to recognise.
        and extensions.similarity(known.name, typed) >= 0.2 end
  -- A place without providers is seldom what was meant.
  order by extensions.levenshtein_less_equal(known.name, typed, 2) + (known.listings = 0)::int, left(known.name, 1) <> left(typed, 1),
    known.listings desc, extensions.similarity(known.name, typed) desc, known.name
  limit 1
$$;
comment on function search.nearest_place(text) is 'The known place that was probably meant, or null.';

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
  if located.latitude is null and place !~ '[^[:alnum:] ,]' and not exists (select from search.terms t where t.kind = 'token' and t.term >= '@' and t.term < 'A'
      and replace(t.term, ',', '') like '@' || private.contains_pattern(replace(place, ',', ''))) then
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

create function search.find_nearby_towns(
  from_latitude real, from_longitude real, radius integer
) returns table (term text, listings bigint, miles double precision)
language sql stable as $$
  select t.term, t.listings, away.miles from search.terms t
  cross join lateral search.distance_in_miles(from_latitude, from_longitude, t.latitude, t.longitude) as away (miles)
  where t.latitude between from_latitude - coalesce(radius, 1000) / 69.0 and from_latitude + coalesce(radius, 1000) / 69.0
    and away.miles <= coalesce(radius, 1000)
  order by away.miles, t.term
$$;
comment on function search.find_nearby_towns(real,real,integer) is
  'The tokens of the towns in a circle, nearest first.';

create function search.town_of_location(location text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when town ~ '[0-9]' then null else nullif(town, '') end
  from (select btrim(regexp_replace(split_part(left(location, 120), ',', 1), '\s+', ' ', 'g')) as town) as written
$$;
comment on function search.town_of_location(text) is
  'The town of a location: the part before the first comma, unless it is a postcode.';

create function search.is_located(place text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (select t.latitude is not null from search.terms t where t.kind = 'token' and t.term = '@' || place),
    (search.locate(place)).latitude is not null)
$$;
comment on function search.is_located(text) is
  'Whether it is known where a place is: as its town''s term says, or will say.';

create trigger invalidate_responses after insert or update or delete or truncate on search.places
  for each statement execute function private.invalidate_cache('directory', 'jobs');

create function search.find_towns(place text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set enable_indexscan = 'off' set enable_indexonlyscan = 'off' as $$
begin
  -- The settings above force the index search_terms_towns: the planner expects three towns and would read all of them.
  return (select array_agg(term) from search.terms
    where kind = 'token' and term >= '@' and term < 'A'
      and replace(term, ',', '') like '@' || private.contains_pattern(replace(place, ',', '')));
end $$;
comment on function search.find_towns(text) is
  'The tokens of towns whose name contains these letters, three at least; null for none.';

create function search.load_places(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
declare
  removed integer;
  written integer;
begin
  -- Outward codes are not in the file: the operator loads them.
  delete from search.places p where p.kind <> 'outward'
    and (p.kind, p.name) not in (select row[1], row[2] from private.csv_rows(content) as row);
  get diagnostics removed = row_count;
  insert into search.places as p (kind, name, town, latitude, longitude)
  select row[1], row[2], nullif(row[3], ''), row[4]::real, row[5]::real from private.csv_rows(content) as row
  on conflict (kind, name) do update set town = excluded.town, latitude = excluded.latitude, longitude = excluded.longitude
    where (p.town, p.latitude, p.longitude) is distinct from (excluded.town, excluded.latitude, excluded.longitude);
  get diagnostics written = row_count;
  if removed + written > 0 then
    update search.terms t set latitude = at.latitude, longitude = at.longitude
    from search.terms s cross join lateral search.locate(substr(s.term, 2)) as at
    where s.kind = 'token' and s.term >= '@' and s.term < 'A' and (t.kind, t.term) = (s.kind, s.term)
      and (t.latitude, t.longitude) is distinct from (at.latitude, at.longitude);
    update search.job_places j set latitude = at.latitude, longitude = at.longitude
    from search.job_places s cross join lateral search.locate(s.name) as at
    where j.id = s.id and s.id > 0 and (j.latitude, j.longitude) is distinct from (at.latitude, at.longitude);
  end if;
end $$;
comment on function search.load_places(text,text) is
  'Makes towns and postcode areas what supabase/seed/places.csv says, and moves what was located by them.';
