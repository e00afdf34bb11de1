-- What the directory search reads: sets instead of rows.
--
-- A listing has a small number, its slot. For each token of the documents there is the set of slots that hold it,
-- as bits: a condition is a set, 'and' and 'or' of conditions are one machine word's work for 64 listings, and a
-- count is exact however wide the search. What remains to be asked of rows (the order, the place) stands in rows
-- of 60 bytes; the listings themselves, 1.5 kB each, are read for the twenty that are shown.
-- The decision on sets (docs/decisions) says what else was tried.

drop index private.listings_document, private.listings_turn, private.listings_best, private.listings_place;

-- Slots. ---------------------------------------------------------------------------------------------------

create sequence private.search_slots as integer minvalue 0;
create table private.free_slots (slot integer primary key);
comment on table private.free_slots is 'Slots whose listing is gone: the next to come takes the lowest.';
alter table private.free_slots enable row level security;

create function private.take_slot() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  -- One that is given back by a transaction still under way is not seen, or skipped.
  delete from private.free_slots where slot = (
    select f.slot from private.free_slots f order by f.slot limit 1 for update skip locked) returning slot into taken;
  return coalesce(taken, nextval('private.search_slots')::integer);
end $$;
comment on function private.take_slot() is 'A slot that no listing has.';

alter table private.listings add column slot integer;
comment on column private.listings.slot is 'The number of this listing in the sets of private.search_sets: its own as long as it is listed.';

-- What a set cannot say of a listing. -----------------------------------------------------------------------

create table private.search_rows (
  slot integer primary key,
  place text collate "C",
  rating_score real not null,
  created_at timestamptz not null
);
comment on table private.search_rows is 'What the directory is ordered by, a narrow row a listing; kept by trigger, at once.';
alter table private.search_rows enable row level security;

create table private.search_sets (
  term text collate "C",
  part smallint,
  members pg_catalog."bit" not null check (length(members) = 16384),
  primary key (term, part)
) with (fillfactor = 80);
comment on table private.search_sets is 'Which listings hold each token (''*'' is all of them): bit n of part p is slot 16384 p + n. Kept by trigger, exact at every commit.';
-- Compressed where it stands: most sets are small, and none is worth a second look-up.
alter table private.search_sets alter column members set storage main;
alter table private.search_sets enable row level security;

do $$
begin
  execute format('create aggregate private.collect_members(integer, integer)
    (sfunc = pg_catalog.set_bit, stype = pg_catalog."bit", initcond = %L)', repeat('0', 16384));
end $$;
comment on aggregate private.collect_members(integer, integer) is 'A part of a set, from the numbers of its members within the part (and a 1 for each).';

-- Tokens that answer what used to be many: who has a word that begins with one letter, whose town holds one or two.

create function private.pieces_of(place text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct substr(place, at, wide) from generate_series(1, char_length(place)) as at, generate_series(1, 2) as wide
  where at + wide - 1 <= char_length(place)
$$;
comment on function private.pieces_of(text) is 'Every letter of a place, and every two beside each other.';

create function private.is_located(place text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (select t.latitude is not null from private.search_terms t where t.kind = 'token' and t.term = '@' || place),
    (private.locate(place)).latitude is not null)
$$;
comment on function private.is_located(text) is 'Whether it is known where a place is: as its town''s term says, or will say.';

create or replace function private.listing_document(strong text[], weak text[], place text, categories text[]) returns tsvector
language sql stable set search_path = '' as $$
  with words as (
    select (ts_lexize('pg_catalog.english_stem', word))[1] as lexeme, nr <= cardinality(strong) as strong
    from unnest(strong || weak) with ordinality as word (word, nr)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}')
  select array_to_tsvector(array(
    select lexeme from words
    union select '^' || left(lexeme, 1) from words
    union select '~' || lexeme from words where words.strong
    union select '~^' || left(lexeme, 1) from words where words.strong
    union select '@' || place where place is not null
    union select '?' || piece from private.pieces_of(place) as piece
    union select '&' where private.is_located(place)
    union select '#' || key from unnest(categories) as key))
$$;

-- Those who are listed already. -----------------------------------------------------------------------------

drop trigger listing_came_or_went on private.listings;
drop trigger listing_reworded on private.listings;

update private.listings l set slot = numbered.slot,
  document = array_to_tsvector(tsvector_to_array(l.document) || array(
    select case when token like '~%' then '~^' || substr(token, 2, 1) else '^' || left(token, 1) end
      from unnest(tsvector_to_array(l.document)) as token where left(token, 1) not in ('@', '#')
    union all select '?' || piece from private.pieces_of(l.place) as piece
    union all select '&' where private.is_located(l.place)))
from (select provider_id, row_number() over (order by created_at, provider_id) - 1 as slot from private.listings) as numbered
where numbered.provider_id = l.provider_id;
select setval('private.search_slots', count(*), false) from private.listings;
alter table private.listings alter column slot set not null;
create unique index listings_slot on private.listings (slot);

insert into private.search_rows (slot, place, rating_score, created_at)
select slot, place, rating_score, created_at from private.listings order by slot;
create index search_rows_newest on private.search_rows (created_at desc, slot desc);
create index search_rows_best on private.search_rows (rating_score desc, slot desc);
create index search_rows_places on private.search_rows (place, slot desc);

insert into private.search_sets (term, part, members)
select term, slot >> 14, private.collect_members(slot & 16383, 1) from (
  select slot, unnest(tsvector_to_array(document)) collate "C" as term from private.listings
  union all select slot, '*' from private.listings) as held
group by term, slot >> 14;

-- Of tokens only the towns are still counted: a set counts itself.
delete from private.search_terms where kind = 'token' and not (term >= '@' and term < 'A');
comment on table private.search_terms is 'How many listings have each town (a token, ''@leeds''), and each word as written with its lexeme. Kept by triggers, exact at every commit.';

-- Keeping it. ----------------------------------------------------------------------------------------------

create function private.keep_search_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.search_rows (slot, place, rating_score, created_at)
    values (new.slot, new.place, new.rating_score, new.created_at);
  elsif tg_op = 'DELETE' then
    delete from private.search_rows where slot = old.slot;
    insert into private.free_slots (slot) values (old.slot);
  else
    update private.search_rows set place = new.place, rating_score = new.rating_score, created_at = new.created_at
    where slot = new.slot;
  end if;
  return null;
end $$;
comment on function private.keep_search_row() is 'Trigger: the narrow row of a listing follows it.';
create trigger keep_search_row after insert or delete on private.listings
  for each row execute function private.keep_search_row();
create trigger reorder_search_row after update on private.listings
  for each row when ((old.place, old.rating_score, old.created_at) is distinct from (new.place, new.rating_score, new.created_at))
  execute function private.keep_search_row();

-- Empty between transactions.
alter table private.search_changes add column slot integer not null;

create or replace function private.listing_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tokens_before text[] := case when tg_op = 'INSERT' then '{}' else tsvector_to_array(old.document) end;
  tokens_after text[] := case when tg_op = 'DELETE' then '{}' else tsvector_to_array(new.document) end;
  words_before text[] := case when tg_op = 'INSERT' then '{}' else old.words end;
  words_after text[] := case when tg_op = 'DELETE' then '{}' else new.words end;
begin
  -- First, because a transaction may have asked for its constraints at once.
  perform set_config('search.uncounted', 'yes', true);
  insert into private.search_changes (slot, tokens_in, tokens_out, words_in, words_out) values (
    case when tg_op = 'DELETE' then old.slot else new.slot end,
    array(select unnest(tokens_after) except select unnest(tokens_before) union all select '*' where tg_op = 'INSERT'),
    array(select unnest(tokens_before) except select unnest(tokens_after) union all select '*' where tg_op = 'DELETE'),
    array(select unnest(words_after) except select unnest(words_before)),
    array(select unnest(words_before) except select unnest(words_after)));
  return null;
end $$;
create trigger listing_came_or_went after insert or delete on private.listings
  for each row execute function private.listing_counted();
create trigger listing_reworded after update on private.listings
  for each row when (old.document is distinct from new.document or old.words is distinct from new.words)
  execute function private.listing_counted();

create function private.search_steps(changed_by xid8) returns table (term text, part smallint, members pg_catalog."bit")
language sql stable as $$
  select step.term, (step.slot >> 14)::smallint, private.collect_members(step.slot & 16383, 1)
  from (
    select moved.term, moved.slot from (
      select c.slot, unnest(c.tokens_in) collate "C" as term, 1 as step from private.search_changes c where c.transaction = changed_by
      union all select c.slot, unnest(c.tokens_out) collate "C", -1 from private.search_changes c where c.transaction = changed_by) as moved
    group by moved.term, moved.slot having sum(moved.step) <> 0) as step
  group by step.term, step.slot >> 14
$$;
comment on function private.search_steps(xid8) is 'Which bits of which sets a transaction has changed and not yet written.';

create or replace function private.count_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  -- One counting serves every change of the transaction.
  if current_setting('search.uncounted', true) is distinct from 'yes' then
    return null;
  end if;
  perform set_config('search.uncounted', 'no', true);
  -- In one order everywhere, so that two transactions that share words wait for, and never on, each other.
  with written as (
    insert into private.search_sets as s (term, part, members)
    select step.term, step.part, step.members from private.search_steps(pg_current_xact_id()) as step order by step.term, step.part
    on conflict (term, part) do update set members = s.members # excluded.members
    returning term, part, members)
  select jsonb_agg(jsonb_build_array(term, part)) into gone from written where bit_count(members) = 0;
  if gone is not null then
    delete from private.search_sets s using jsonb_array_elements(gone) as one
    where s.term = one ->> 0 and s.part = (one ->> 1)::smallint and bit_count(s.members) = 0;
  end if;
  with changes as (delete from private.search_changes where transaction = pg_current_xact_id() returning *),
  counted as (
    insert into private.search_terms as t (kind, term, lexeme, listings)
    select kind, term, case when kind = 'word' then (ts_lexize('pg_catalog.english_stem', term))[1] end, sum(step)
    from (select 'token' as kind, unnest(tokens_in) collate "C" as term, 1 as step from changes
      union all select 'token', unnest(tokens_out), -1 from changes
      union all select 'word', unnest(words_in), 1 from changes
      union all select 'word', unnest(words_out), -1 from changes) as steps
    where kind = 'word' or (term >= '@' and term < 'A')
    group by kind, term having sum(step) <> 0 order by kind, term
    on conflict (kind, term) do update set listings = t.listings + excluded.listings
    returning kind, term, listings)
  select jsonb_agg(jsonb_build_array(kind, term)) into gone from counted where listings <= 0;
  if gone is not null then
    delete from private.search_terms t using jsonb_array_elements(gone) as one
    where t.kind = one ->> 0 and t.term = one ->> 1 and t.listings <= 0;
  end if;
  return null;
end $$;

create or replace function private.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into private.listings as listed (provider_id, slot, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document)
  select p.id, coalesce((select l.slot from private.listings l where l.provider_id = p.id), private.take_slot()),
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
