-- Search that understands people: stems, unfinished words, slips of the keyboard and trade words, over one
-- document a listed provider. How wide a search is, is known before it is run: a narrow one goes through the
-- inverted index, a wide one walks the rows in the order asked for and stops when the page is full.
--
-- A document holds lexemes of what the provider wrote, which are letters and digits only, and tokens that no
-- text can make, because they begin with a sign: '~lexeme' where the word stands in the names, trades, skills
-- or town (not only in the description), '@town' and '#category'.

create extension if not exists fuzzystrmatch with schema extensions;

create function private.words_of(text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(left(word, 40) order by nr), '{}') from regexp_split_to_table(lower(
      regexp_replace(normalize(coalesce($1, ''), NFKD), '[\u0300-\u036f’''`]', '', 'g')), '[^[:alnum:]]+')
    with ordinality as split (word, nr) where word <> ''
$$;
comment on function private.words_of(text) is 'A text as words of letters and digits: small, without accents and apostrophes, in their order.';

create function private.place_of(location text) returns text
language sql immutable parallel safe as $$
  select nullif(lower(btrim(regexp_replace(left(location, 120), '\s+', ' ', 'g'))), '')
$$;
comment on function private.place_of(text) is 'A location as it is compared: small, with single spaces; null when there is none.';

-- What is counted: how many listings hold each token and each word as written. ------------------------------

create table private.search_terms (
  kind text not null check (kind in ('token', 'word')),
  term text collate "C" not null,
  lexeme text,
  listings bigint not null,
  primary key (kind, term)
) with (fillfactor = 70);
comment on table private.search_terms is 'How many listings hold each token of a document (''*'' is all of them), and each word as written with its lexeme. Kept by triggers, exact at every commit.';
create index search_terms_towns on private.search_terms using gin (term extensions.gin_trgm_ops)
  where kind = 'token' and term >= '@' and term < 'A';
create index search_terms_spelling on private.search_terms using gin (term extensions.gin_trgm_ops) where kind = 'word';

create table private.search_changes (
  transaction xid8 not null default pg_current_xact_id(),
  tokens_in text[] not null, tokens_out text[] not null, words_in text[] not null, words_out text[] not null
);
comment on table private.search_changes is 'What the running transaction changed in listings; counted and emptied when it commits.';
create index search_changes_of_transaction on private.search_changes (transaction);

alter table private.listings
  add column place text,
  add column words text[] not null default '{}',
  add column rating_score real generated always as
    ((20 + coalesce(rating_average, 0) * rating_count) / (5 + rating_count)) stored,
  -- The walk reads documents: what is moved out of the row first should be anything else.
  alter column document set storage main;
comment on column private.listings.words is 'Every distinct word of the document as written, but those that say nothing.';
comment on column private.listings.rating_score is 'The average as if everybody began with five ratings of 4 stars, so that a single one decides nothing.';

create function private.listing_text(person public.profiles, out strong text[], out weak text[])
language sql stable security definer set search_path = '' as $$
  select private.words_of(concat_ws(' ', person.business_name, person.first_name, person.last_name, person.location,
      -- Of 'Main > Sub' the sub only: the main one names what its neighbours do, too.
      (select string_agg(regexp_replace(selection, '^.* > ', ''), ' ') from unnest(person.categories) as selection),
      (select string_agg(skill ->> 'name', ' ') from jsonb_array_elements(person.skills) as skill))),
    private.words_of(concat_ws(' ', person.bio, array_to_string(private.category_keys(person.categories), ' ')))
$$;
comment on function private.listing_text(public.profiles) is 'A provider''s words: strong ones name the person, trade, skills and town; weak ones stand in the description only.';

create function private.listing_document(strong text[], weak text[], place text, categories text[]) returns tsvector
language sql stable set search_path = '' as $$
  select array_to_tsvector(array(
    select (ts_lexize('pg_catalog.english_stem', word))[1] from unnest(strong || weak) as word
      where ts_lexize('pg_catalog.english_stem', word) <> '{}'
    union select '~' || (ts_lexize('pg_catalog.english_stem', word))[1] from unnest(strong) as word
      where ts_lexize('pg_catalog.english_stem', word) <> '{}'
    union select '@' || place where place is not null
    union select '#' || key from unnest(categories) as key))
$$;
comment on function private.listing_document(text[], text[], text, text[]) is 'The one document that every condition of a search is asked of.';

create function private.distinct_words(words text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct word from unnest(words) as word
    where char_length(word) > 1 and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by 1)
$$;
comment on function private.distinct_words(text[]) is 'Each word once, without those that say nothing (''the'', ''and'').';

create or replace function private.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into private.listings as listed (provider_id, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document)
  select p.id,
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(split_part(p.categories[1], ' > ', 2), ''), nullif(regexp_replace(p.categories[1], '^Other: ', ''), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.subscription_end, facets.categories,
    rating.average, rating.count, p.created_at, p.updated_at,
    private.place_of(p.location), private.distinct_words(said.strong || said.weak),
    private.listing_document(said.strong, said.weak, private.place_of(p.location), facets.categories)
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.subscribed and s.subscription_end > now()
  cross join lateral private.category_keys(p.categories) as facets (categories)
  cross join lateral private.listing_text(p) as said
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
    place = excluded.place, words = excluded.words, document = excluded.document;
  if not found then
    delete from private.listings where provider_id = person;
  end if;
  -- Time ends memberships without a word; who did not renew is swept out by whoever writes next, so that a
  -- search never has many of them to leave out.
  delete from private.listings where provider_id in (
    select l.provider_id from private.listings l where l.membership_end <= now() and l.provider_id <> person
    order by l.membership_end limit 20 for update skip locked);
end $$;

create or replace function private.feedback_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reviewed uuid := coalesce(new.provider_id, old.provider_id);
begin
  -- The words are the same: only the average is new. Two reviews at once take turns.
  perform from public.profiles where id = reviewed for no key update;
  update private.listings set (rating_average, rating_count) = (
    select round(avg(f.rating), 2), count(*)::int from public.feedback f where f.provider_id = reviewed and f.is_public)
  where provider_id = reviewed;
  return null;
end $$;

-- Those who are listed already: all at once, and counted once, before the triggers watch.
update private.listings l set place = private.place_of(p.location),
  words = private.distinct_words(said.strong || said.weak),
  document = private.listing_document(said.strong, said.weak, private.place_of(p.location), l.categories)
from public.profiles p cross join lateral private.listing_text(p) as said
where p.id = l.provider_id;

insert into private.search_terms (kind, term, lexeme, listings)
select 'token', term, null, count(*) from private.listings, unnest(tsvector_to_array(document)) as term group by term
union all select 'token', '*', null, count(*) from private.listings
union all select 'word', word, (ts_lexize('pg_catalog.english_stem', word))[1], count(*)
  from private.listings, unnest(words) as word group by word;

drop index private.listings_location, private.listings_categories;
create index listings_place on private.listings (place);
create index listings_ended on private.listings (membership_end);
create index listings_best on private.listings (rating_score desc, created_at desc, provider_id desc);

create function private.listing_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tokens_before text[] := case when tg_op = 'INSERT' then '{}' else tsvector_to_array(old.document) end;
  tokens_after text[] := case when tg_op = 'DELETE' then '{}' else tsvector_to_array(new.document) end;
  words_before text[] := case when tg_op = 'INSERT' then '{}' else old.words end;
  words_after text[] := case when tg_op = 'DELETE' then '{}' else new.words end;
begin
  -- First, because a transaction may have asked for its constraints at once.
  perform set_config('search.uncounted', 'yes', true);
  insert into private.search_changes (tokens_in, tokens_out, words_in, words_out) values (
    array(select unnest(tokens_after) except select unnest(tokens_before) union all select '*' where tg_op = 'INSERT'),
    array(select unnest(tokens_before) except select unnest(tokens_after) union all select '*' where tg_op = 'DELETE'),
    array(select unnest(words_after) except select unnest(words_before)),
    array(select unnest(words_before) except select unnest(words_after)));
  return null;
end $$;
comment on function private.listing_counted() is 'Trigger: notes what a listing gained and lost.';
create trigger listing_came_or_went after insert or delete on private.listings
  for each row execute function private.listing_counted();
create trigger listing_reworded after update on private.listings
  for each row when (old.document is distinct from new.document or old.words is distinct from new.words)
  execute function private.listing_counted();

create function private.count_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  -- One counting serves every change of the transaction.
  if current_setting('search.uncounted', true) is distinct from 'yes' then
    return null;
  end if;
  perform set_config('search.uncounted', 'no', true);
  with changes as (delete from private.search_changes where transaction = pg_current_xact_id() returning *),
  counted as (
    insert into private.search_terms as t (kind, term, lexeme, listings)
    -- In one order everywhere, so that two transactions that share words wait for, and never on, each other.
    select kind, term, case when kind = 'word' then (ts_lexize('pg_catalog.english_stem', term))[1] end, sum(step)
    from (select 'token' as kind, unnest(tokens_in) collate "C" as term, 1 as step from changes
      union all select 'token', unnest(tokens_out), -1 from changes
      union all select 'word', unnest(words_in), 1 from changes
      union all select 'word', unnest(words_out), -1 from changes) as steps
    group by kind, term having sum(step) <> 0 order by kind, term
    on conflict (kind, term) do update set listings = t.listings + excluded.listings
    returning kind, term, listings)
  select jsonb_agg(jsonb_build_array(kind, term)) into gone from counted where listings <= 0 and term <> '*';
  if gone is not null then
    delete from private.search_terms t using jsonb_array_elements(gone) as one
    where t.kind = one ->> 0 and t.term = one ->> 1 and t.listings <= 0;
  end if;
  return null;
end $$;
comment on function private.count_terms() is 'Trigger, at commit: adds what the transaction changed to the counts.';
create constraint trigger count_terms after insert on private.search_changes
  deferrable initially deferred for each row execute function private.count_terms();

-- Other words for the same thing. --------------------------------------------------------------------------

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  term text not null check (char_length(term) between 1 and 60),
  means text not null check (char_length(means) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (term, means),
  check (term <> means)
);
comment on table public.search_synonyms is 'What people type, and what else it finds: ''sparky'' also finds ''electrician'', not the other way round. Up to three words; admins edit it.';
create function private.tidy_synonym() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.term := array_to_string((private.words_of(new.term))[:3], ' ');
  new.means := array_to_string((private.words_of(new.means))[:3], ' ');
  new.updated_at := now();
  return new;
end $$;
comment on function private.tidy_synonym() is 'Trigger: a synonym is kept as the search reads words.';
grant execute on function private.tidy_synonym(), private.words_of(text) to authenticated, service_role;
create trigger tidy_synonym before insert or update on public.search_synonyms
  for each row execute function private.tidy_synonym();
create trigger trace after insert or update or delete on public.search_synonyms
  for each row execute function private.trace('id');
create index search_synonyms_spelling on public.search_synonyms using gin (term extensions.gin_trgm_ops);

alter table public.search_synonyms enable row level security;
create policy "admins read" on public.search_synonyms for select to authenticated using ((select private.is_admin()));
create policy "admins add" on public.search_synonyms for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.search_synonyms for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove" on public.search_synonyms for delete to authenticated using ((select private.is_admin()));
revoke all on public.search_synonyms from anon, authenticated;
grant select, delete, insert (term, means), update (term, means) on public.search_synonyms to authenticated;
grant all on public.search_synonyms to service_role;

insert into public.search_synonyms (term, means)
select term, means from (values
  ('sparky', array['electrician']), ('spark', array['electrician']), ('sparks', array['electrician']),
  ('sparkie', array['electrician']), ('electrical', array['electrician']), ('electrics', array['electrician']),
  ('rewire', array['electrician']), ('rewiring', array['electrician']), ('fuse box', array['electrician']),
  ('eicr', array['electrician']), ('chippy', array['carpentry', 'carpenter', 'joiner']),
  ('chippie', array['carpentry', 'carpenter', 'joiner']), ('carpenter', array['carpentry', 'joiner']),
  ('joiner', array['carpentry', 'joinery']), ('joinery', array['carpentry', 'joiner']), ('woodwork', array['carpentry']),
  ('brickie', array['bricklaying']), ('brickwork', array['bricklaying']), ('pointing', array['bricklaying', 'repointing']),
  ('gas man', array['plumber', 'gas engineer', 'heating']), ('gas engineer', array['plumber', 'heating']),
  ('gas fitter', array['plumber', 'gas engineer']), ('boiler', array['plumber', 'heating']),
  ('heating', array['plumber']), ('plumbing', array['plumber']), ('plumber', array['plumbing']), ('leak', array['plumber']),
  ('blocked drain', array['plumber', 'drainage']), ('dripping tap', array['plumber']), ('toilet', array['plumber', 'bathroom']),
  ('plasterer', array['plastering']), ('spread', array['plastering']), ('rendering', array['plastering']),
  ('roofer', array['roofing']), ('slater', array['roofing']), ('gutters', array['roofing', 'guttering']),
  ('scaffolder', array['scaffolding']), ('decorator', array['painting decorating', 'decorating']),
  ('painter', array['painting decorating', 'painting']), ('wallpaper', array['decorating']),
  ('wallpapering', array['decorating']), ('glazier', array['window fitting', 'glazing']), ('double glazing', array['window fitting']),
  ('handyman', array['renovations', 'specialist tradesperson', 'odd jobs']), ('odd jobs', array['handyman', 'specialist tradesperson']),
  ('handywoman', array['handyman', 'specialist tradesperson']), ('building', array['builder']),
  ('extension', array['builder']), ('loft conversion', array['builder', 'renovations']), ('refurb', array['renovations', 'refurbishment']),
  ('architect', array['architecture']), ('locked out', array['locksmith']), ('keys', array['locksmith']),
  ('mason', array['stonemason', 'stoneworker']), ('kitchen fitter', array['kitchen specialist']),
  ('bathroom fitter', array['bathroom specialist']), ('tiler', array['tiling', 'bathroom specialist']),
  ('garage', array['mechanic']), ('mot', array['mechanic', 'garage']), ('car repair', array['mechanic', 'garage']),
  ('tyres', array['tyre']), ('tires', array['tyre']), ('valet', array['car wash', 'valeting']), ('valeting', array['car wash']),
  ('car cleaning', array['car wash']), ('driving instructor', array['driving lessons']), ('towing', array['recovery']),
  ('breakdown', array['recovery']), ('car hire', array['vehicle hire']), ('van hire', array['vehicle hire']),
  ('cleaner', array['cleaning']), ('maid', array['domestic cleaning']), ('housekeeper', array['domestic cleaning']),
  ('hoover', array['cleaning']), ('removals', array['removal', 'van']), ('movers', array['removal', 'van']),
  ('man with van', array['man woman van']), ('man and van', array['man woman van']), ('moving house', array['removal', 'van']),
  ('rubbish', array['waste']), ('skip', array['waste']), ('junk', array['waste', 'clearance']), ('tip run', array['waste']),
  ('gardener', array['garden maintenance', 'gardening']), ('grass', array['lawn']), ('mowing', array['lawn']),
  ('turf', array['lawn']), ('hedges', array['garden maintenance']), ('hedge', array['garden maintenance']),
  ('tree surgeon', array['tree surgery']), ('arborist', array['tree surgery']), ('patio', array['paving', 'landscaping']),
  ('landscaper', array['landscaping']), ('tarmac', array['paving', 'driveway']),
  ('manicure', array['nails']), ('nails', array['manicure']), ('pedicure', array['nails']), ('gel nails', array['nails']),
  ('hair', array['hairdresser']), ('haircut', array['hairdresser', 'barber']), ('stylist', array['hairdresser']),
  ('makeup', array['beauty', 'make up']), ('make up', array['beauty', 'makeup']), ('lashes', array['beauty']),
  ('facial', array['beauty']), ('beautician', array['beauty']), ('masseuse', array['massage']), ('masseur', array['massage']),
  ('physio', array['sports massage', 'physiotherapist']), ('pt', array['personal training']), ('gym', array['personal training', 'fitness']),
  ('personal trainer', array['personal training']), ('counsellor', array['mental health', 'counselling']),
  ('therapist', array['mental health', 'counselling', 'massage']), ('therapy', array['mental health', 'massage']),
  ('tutor', array['tutoring']), ('teacher', array['tutoring', 'lessons']), ('maths', array['tutoring']), ('sen', array['special education needs']),
  ('photographer', array['photography']), ('photos', array['photography']), ('videographer', array['videography']),
  ('filming', array['videography']), ('wedding', array['weddings']), ('party', array['events']),
  ('accountant', array['accountancy']), ('bookkeeper', array['accountancy', 'bookkeeping']), ('tax', array['accountancy']),
  ('lawyer', array['legal', 'solicitor']), ('solicitor', array['legal']), ('ifa', array['finance advice']),
  ('it', array['computer', 'software', 'laptop', 'website', 'cyber security']), ('computer repair', array['laptop repairs', 'electronic repairs']),
  ('laptop', array['electronic repairs']), ('phone repair', array['electronic repairs']),
  ('web designer', array['website development', 'web design']), ('web developer', array['website development']),
  ('website', array['web']), ('coder', array['programming', 'development']), ('programmer', array['programming']),
  ('marketing', array['advertising']), ('dog walker', array['dog walking']), ('dog sitter', array['dog day care']),
  ('dog trainer', array['dog training']), ('puppy', array['dog']), ('kennels', array['dog day care'])
) as said (term, meanings), unnest(meanings) as means;

-- Understanding what was typed. -----------------------------------------------------------------------------

create function private.lexemes_of(word text, unfinished boolean) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  stem text := (ts_lexize('pg_catalog.english_stem', word))[1];
  found text[];
begin
  if char_length(word) > 1 and exists (select from private.search_terms where kind = 'word' and term = word) then
    return array[stem];
  end if;
  if unfinished then
    -- At most the 40 most frequent: what begins with one letter alone is narrowed by typing on.
    select array_agg(begun.lexeme) into found from (
      select t.lexeme from private.search_terms t
      where t.kind = 'word' and t.term >= word and t.term < word || chr(1114111)
      group by t.lexeme order by sum(t.listings) desc, t.lexeme limit 40) as begun;
  end if;
  if exists (select from private.search_terms where kind = 'token' and term = stem) and not coalesce(stem = any (found), false) then
    found := found || stem;
  end if;
  return found;
end $$;
comment on function private.lexemes_of(text, boolean) is 'The lexemes in use that a word stands for, an unfinished one for all that begin with it; null when it is unknown.';

create function private.nearest_word(word text) returns text
language sql stable set search_path = '' as $$
  -- One slip in four letters, two in five or more; transposed letters count as two.
  select term from (
    select t.term, t.listings from private.search_terms t
      where t.kind = 'word' and t.term operator(extensions.%) word
    union all select s.term, 1 from public.search_synonyms s
      where s.term operator(extensions.%) word and strpos(s.term, ' ') = 0) as known
  where abs(char_length(term) - char_length(word)) <= 2 and char_length(term) > 3
    and extensions.levenshtein_less_equal(term, word, 2) <= case when char_length(word) = 4 then 1 else 2 end
  order by extensions.levenshtein_less_equal(term, word, 2), left(term, 1) <> left(word, 1),
    extensions.similarity(term, word) desc, listings desc, term
  limit 1
$$;
comment on function private.nearest_word(text) is 'The known word that was probably meant, or null.';

create function private.read_words(typed text, everybody bigint,
  out query text, out strong text, out expected double precision, out strong_expected double precision,
  out single text, out at_least bigint, out corrected text, out known boolean)
language plpgsql stable set search_path = '' as $$
declare
  words text[] := (private.words_of(left(typed, 200)))[:12];
  n int := cardinality(words);
  only_little boolean := not exists (select from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) <> '{}');
  at int := 1;
  wide int;
  slips int := 0;
  said int := 0;
  meanings text[];
  alternatives text[];
  near text;
  part record;
begin
  known := true;
  expected := everybody;
  strong_expected := everybody;
  while at <= n loop
    alternatives := '{}';
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
      alternatives := private.lexemes_of(words[at], at = n);
      if alternatives is null and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]' then
        near := private.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
      alternatives := coalesce(alternatives, '{}');
    else
      -- Each alternative is lexemes that must all be there.
      select array_agg(distinct together) into alternatives from (
        select (select string_agg((ts_lexize('pg_catalog.english_stem', word))[1], ' ') from unnest(private.words_of(phrase)) as word) as together
        from unnest(meanings || array_to_string(words[at : at + wide - 1], ' ')) as phrase) as phrases
      where together is not null;
    end if;
    select string_agg(either.text, ' | ') as text, least(sum(either.least), everybody) as listings,
      string_agg(either.strong_text, ' | ') filter (where either.strong_least > 0) as strong_text,
      least(sum(either.strong_least), everybody) as strong_listings,
      max(either.least) filter (where either.parts = 1) as most_of_one,
      case when count(*) = 1 and max(either.parts) = 1 then max(either.one) end as one
    into part from (
      select '(' || string_agg('''' || l.lexeme || '''', ' & ') || ')' as text, min(coalesce(t.listings, 0)) as least,
        '(' || string_agg('''~' || l.lexeme || '''', ' & ') || ')' as strong_text, min(coalesce(s.listings, 0)) as strong_least,
        count(*) as parts, max(l.lexeme) as one
      from unnest(alternatives) with ordinality as a (together, nr)
      cross join lateral unnest(string_to_array(a.together, ' ')) as l (lexeme)
      left join private.search_terms t on t.kind = 'token' and t.term = l.lexeme
      left join private.search_terms s on s.kind = 'token' and s.term = '~' || l.lexeme
      group by a.nr) as either
    where either.least > 0;
    if part.text is null then
      known := false;
      return;
    end if;
    said := said + 1;
    single := case when said = 1 then part.one end;
    at_least := case when said = 1 then part.most_of_one end;
    expected := expected * part.listings / greatest(everybody, 1);
    strong_expected := strong_expected * part.strong_listings / greatest(everybody, 1);
    strong := case when said = 1 then '(' || part.strong_text || ')' else strong || ' & (' || part.strong_text || ')' end;
    query := concat_ws(' & ', query, '(' || part.text || ')');
    at := at + wide;
  end loop;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;
comment on function private.read_words(text, bigint) is 'What somebody typed, as a query of lexemes in use, with how many listings to expect; ''strong'' asks the same of names, trades, skills and town. Not known: nobody can be found.';

-- The two ways through the listings. ------------------------------------------------------------------------

create function private.search_rare(query tsquery, beside tsquery, strong tsquery, places text[], sort text, most integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  ids uuid[];
begin
  execute 'with found as materialized (
      select provider_id, created_at, rating_score, '
      || case when strong is null then 'false' else 'ts_match_vq(document, $2)' end || ' as first
      from private.listings where membership_end > now()'
      || case when query is null then '' else ' and document @@ $1' end
      || case when beside is null then '' else ' and ts_match_vq(document, $5)' end
      -- Beside words the towns are only compared: going through their index as well would cost more.
      || case when places is null then '' when query is null then ' and place = any ($3)' else ' and (place || '''') = any ($3)' end
    || ' limit $4)
    select coalesce(array_agg(provider_id order by '
      || case when sort = 'rating' then 'rating_score desc, ' else 'first desc, ' end
      || 'created_at desc, provider_id desc), ''{}'') from found'
    into ids using query, strong, places, most, beside;
  return ids;
end $$;
comment on function private.search_rare(tsquery, tsquery, tsquery, text[], text, integer) is 'Everybody who matches ''query'', looked for in the index, and ''beside'', compared row by row; in order, at most so many, and then any so many.';

create function private.search_wide(query tsquery, without tsquery, places text[], sort text, wanted integer, visit bigint) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off as $$
declare
  sorting text := case when sort = 'rating' then 'rating_score desc, ' else '' end || 'created_at desc, provider_id desc';
  ids uuid[];
begin
  -- The function's form of @@, behind a limit: no index can be taken for it.
  execute 'select array(
      select provider_id from (
        select provider_id, membership_end, place, document, rating_score, created_at
        from private.listings order by ' || sorting || ' limit $5) as walked
      where membership_end > now()'
      || case when query is null then '' else ' and ts_match_vq(document, $1)' end
      || case when without is null then '' else ' and not ts_match_vq(document, $2)' end
      || case when places is null then '' else ' and place = any ($3)' end
    || ' order by ' || sorting || ' limit $4)'
    into ids using query, without, places, wanted, visit;
  return ids;
end $$;
comment on function private.search_wide(tsquery, tsquery, text[], text, integer, bigint) is 'The first so many who match, found by walking the listings in order, no further than told.';

create function private.search_first(query tsquery, without tsquery, places text[], sort text, wanted integer,
  expected double precision, everybody bigint, narrow integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  visit bigint := 2000 + 4 * ceil(wanted * (everybody / greatest(expected, 1)))::bigint;
  remaining tsquery := case when without is null then query else query && !!without end;
  ids uuid[];
begin
  if expected > narrow then
    ids := private.search_wide(query, without, places, sort, wanted, visit);
    if cardinality(ids) >= wanted or visit >= everybody then
      return ids;
    end if;
  end if;
  -- Expected to be few, or fewer than expected: words are not independent of each other.
  ids := private.search_rare(remaining, null, null, places, sort, 3 * narrow + 1);
  if cardinality(ids) <= 3 * narrow then
    return ids[:wanted];
  end if;
  return private.search_wide(query, without, places, sort, wanted, everybody + 1000);
end $$;
comment on function private.search_first(tsquery, tsquery, text[], text, integer, double precision, bigint, integer) is 'The first so many who match ''query'' and not ''without'', by whichever way is shorter; a wrong guess costs one more try.';

create function private.search_ended(query tsquery, places text[]) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.listings
  where membership_end <= now() and (query is null or ts_match_vq(document, query)) and (places is null or place = any (places))
$$;
comment on function private.search_ended(tsquery, text[]) is 'How many of those counted are over: normally none, as each write sweeps them out.';

drop function public.search_providers(text, text, text, integer, integer);
drop function private.search_query(text);

create function public.search_providers(
  service text default null, location text default null, category text default null,
  page_size integer default 20, page_offset integer default 0, sort text default 'relevance'
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(page_size, 1), 60);
  skip int := least(greatest(page_offset, 0), 10000);
  wanted int;
  everybody bigint := coalesce((select listings from private.search_terms where kind = 'token' and term = '*'), 0);
  narrow int;
  most constant int := 1000;
  place text := private.place_of(location);
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
  if sort is null or sort not in ('relevance', 'newest', 'rating') then
    raise exception 'Sort is relevance, newest or rating' using errcode = '22023';
  end if;
  size := coalesce(size, 20);
  skip := coalesce(skip, 0);
  wanted := skip + size;
  -- Up to here the index is the shorter way: about as many rows as the walk would visit.
  narrow := greatest(1000, sqrt(wanted * everybody::float))::int;
  words := private.read_words(service, everybody);
  if not words.known then
    return nobody;
  end if;
  expected := words.expected;
  strong_expected := words.strong_expected;
  query := words.query::tsquery;
  strong := case when sort = 'relevance' then words.strong::tsquery end;
  conditions := (query is not null)::int;

  if place is not null then
    -- 'Contains', asked of the towns instead of the rows.
    if char_length(place) < 3 then
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
    ids := private.search_rare(searched, beside, strong, towns, sort, 3 * narrow + 1);
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
        total := cardinality(private.search_wide(query, null, towns, 'newest', most + 1, everybody + 1000));
      else
        total := cardinality(private.search_rare(searched, beside, null, towns, 'newest', most + 1));
      end if;
      capped := total > most;
      total := least(total, most);
    end if;
    if strong is null then
      ids := private.search_first(query, null, towns, sort, wanted, expected, everybody, narrow);
    else
      ids := private.search_first(strong, null, towns, 'newest', wanted, strong_expected, everybody, narrow);
      if cardinality(ids) < wanted then
        ids := ids || private.search_first(query, strong, towns, 'newest', wanted - cardinality(ids),
          greatest(expected - strong_expected, 0), everybody, narrow);
      end if;
    end if;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(json_build_object(
      'user_id', l.provider_id, 'name', l.name, 'title', l.title, 'bio', left(l.bio, 160),
      'image_url', l.image_url, 'business_name', l.business_name, 'location', l.location,
      'rating_average', l.rating_average, 'rating_count', l.rating_count) order by page.nr), '[]'),
    'capped', capped, 'corrected', case when total > 0 then words.corrected end)
  into answer
  from unnest(ids[skip + 1 : skip + size]) with ordinality as page (provider_id, nr)
  join private.listings l using (provider_id);
  return answer;
end $$;
comment on function public.search_providers(text, text, text, integer, integer, text)
  is 'A page of the directory: {total, providers, capped, corrected}. Category is a selection; location is part of a place name; sort is relevance, newest or rating. Capped: there are more than the total says. Corrected: what was searched for instead of what was typed.';
revoke execute on function public.search_providers(text, text, text, integer, integer, text) from public;
grant execute on function public.search_providers(text, text, text, integer, integer, text) to anon, authenticated, service_role;
