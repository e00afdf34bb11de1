-- Providers: the directory's own rows. What is listed is a live membership, visible and active, and public columns only.

create table search.listings (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  name text not null,
  title text,
  bio text,
  image_url text,
  business_name text,
  location text,
  phone_number text,
  plan_type text not null,
  membership_end timestamptz not null,
  categories text[] not null,
  rating_average numeric(3, 2),
  rating_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document tsvector not null,
  place text,
  words text[] not null default '{}',
  rating_score real generated always as
    ((20 + coalesce(rating_average, 0) * rating_count) / (5 + rating_count)) stored,
  slot integer not null,
  main_category text,
  picture text,
  verified_average numeric(3, 2),
  verified_count integer not null default 0
);
-- The walk reads documents: what is moved out of the row first should be anything else.
alter table search.listings alter column document set storage main;
alter table search.listings set (fillfactor = 80);
comment on table search.listings is
  'One row for each listed provider; written by triggers through search.refresh_listing().';
comment on column search.listings.words is
  'Every distinct word of the document as written, but those that say nothing.';
comment on column search.listings.rating_score is
  'The average as if everybody began with five ratings of 4 stars, so that a single one decides nothing.';
comment on column search.listings.slot is
  'The number of this listing in the sets of search.term_sets: its own as long as it is listed.';
comment on column search.listings.main_category is 'The main category of the first selection; null if that is in the person''s own words.';
comment on column search.listings.rating_count is 'How many the average is of: one for each author (P-45).';
comment on column search.listings.verified_average is 'The average of feedback with the label "Verified hire" alone.';
comment on column search.listings.picture is 'The first picture of the portfolio that is a file of ours.';
create index listings_ended on search.listings (membership_end);
create index listings_newest on search.listings (created_at desc, provider_id desc) include (membership_end);
create unique index listings_slot on search.listings (slot);

create sequence search.slots as integer minvalue 0;

create table search.free_slots (
  slot integer primary key
);
comment on table search.free_slots is 'Slots whose listing is gone: the next to come takes the lowest.';
alter table search.free_slots enable row level security;

-- Only functions that run as the owner call it, so that it can be a part of their queries.
create function search.rating_of(
  person uuid
) returns table (average numeric, count integer, verified_average numeric, verified_count integer)
language sql stable rows 1 as $$
  select round(avg(f.rating), 2), count(*)::int, round(avg(f.rating) filter (where f.verified), 2),
    (count(*) filter (where f.verified))::int
  from public.feedback f where f.provider_id = person and f.is_public and not f.superseded
$$;
comment on function search.rating_of(uuid) is
  'The average and number of a provider''s public feedback, the newest of each author, and of that of verified hires.';

create function search.refresh_listing_of_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reviewed uuid := coalesce(new.provider_id, old.provider_id);
begin
  -- Only the averages change, not the words. The lock makes two reviews at once take turns.
  perform from public.profiles where id = reviewed for no key update;
  update search.listings set (rating_average, rating_count, verified_average, verified_count) = (
    select r.average, r.count, r.verified_average, r.verified_count from search.rating_of(reviewed) as r)
  where provider_id = reviewed;
  return null;
end $$;
comment on function search.refresh_listing_of_feedback() is 'Trigger: the listing shows the average of what is public.';

create trigger refresh_listing after insert or delete on public.feedback
  for each row execute function search.refresh_listing_of_feedback();
-- Not 'update of is_public': that asks what the caller set, and is_public is set by private.check_feedback_moderation().
create trigger refresh_listing_on_update after update on public.feedback
  for each row when (old.rating <> new.rating or old.is_public <> new.is_public or old.verified <> new.verified
    or old.superseded <> new.superseded)
  execute function search.refresh_listing_of_feedback();

create function search.main_category(selections text[]) returns text
language sql immutable set search_path = '' as $$
  select case when selections[1] not like 'Other: %' then split_part(selections[1], ' > ', 1) end
$$;
comment on function search.main_category(text[]) is 'The main category of the first selection; null for a person''s own words.';

create function search.first_picture(samples jsonb) returns text
language sql immutable set search_path = '' as $$
  select jsonb_path_query_first(samples,
    '$[*].media[*] ? (!(@.type == "video") && @.url starts with "/storage/v1/object/public/").url') #>> '{}'
$$;
comment on function search.first_picture(jsonb) is 'The first picture of a portfolio that is a file of ours, so that it can be shown in any size.';

create function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock makes two refreshes take turns, so the second sees what the first wrote.
  perform from public.profiles where id = person for no key update;
  insert into search.listings as listed (provider_id, slot, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document, main_category, picture, verified_average, verified_count)
  select p.id, coalesce((select l.slot from search.listings l where l.provider_id = p.id), search.allocate_slot()),
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(nullif(split_part(p.categories[1], ' > ', 2), ''), 'Other'), nullif(split_part(regexp_replace(p.categories[1], '^Other: ', ''), ' > ', 1), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.live_until, facets.categories,
    rating.average, rating.count, p.created_at, p.updated_at,
    search.normalise_place(p.location), search.distinct_words(said.strong || said.weak),
    search.listing_document(said.strong, said.weak, search.normalise_place(p.location), facets.categories),
    search.main_category(p.categories), search.first_picture(p.work_samples), rating.verified_average, rating.verified_count
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.live_until > now()
  cross join lateral private.category_keys(p.categories) as facets (categories)
  cross join lateral search.listing_text(p) as said
  cross join lateral search.rating_of(p.id) as rating
  where p.id = person and p.account_type = 'provider' and p.is_active and p.is_visible
  on conflict (provider_id) do update set
    name = excluded.name, title = excluded.title, bio = excluded.bio, image_url = excluded.image_url,
    business_name = excluded.business_name, location = excluded.location, phone_number = excluded.phone_number,
    plan_type = excluded.plan_type, membership_end = excluded.membership_end, categories = excluded.categories,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    created_at = excluded.created_at, updated_at = excluded.updated_at,
    place = excluded.place, words = excluded.words, document = excluded.document,
    main_category = excluded.main_category, picture = excluded.picture,
    verified_average = excluded.verified_average, verified_count = excluded.verified_count;
  if not found then
    delete from search.listings where provider_id = person;
  end if;
  -- Memberships expire without a write, so the next write deletes up to 20 expired listings: a search never
  -- has many of them to leave out.
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now() and l.provider_id <> person
    order by l.membership_end limit 20 for update skip locked);
end $$;
comment on function search.refresh_listing(uuid) is
  'Writes, changes or removes a provider''s row so that it equals profile, membership and public feedback.';

create function search.refresh_listing_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(new.id);
  return null;
end $$;
comment on function search.refresh_listing_of_profile() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update on public.profiles
  for each row when (new.account_type <> 'client') execute function search.refresh_listing_of_profile();
create trigger refresh_listing_on_update after update of account_type on public.profiles
  for each row when (old.account_type = 'provider' and new.account_type = 'client') execute function search.refresh_listing_of_profile();

create function search.refresh_listing_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function search.refresh_listing_of_member() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update or delete on public.subscribers
  for each row execute function search.refresh_listing_of_member();

create view public.public_providers as
  select l.provider_id as id, l.provider_id as user_id, l.name, l.title, l.bio, l.image_url, l.business_name,
    l.location, l.phone_number, 'active'::text as membership_status, l.plan_type, null::text as promo_code,
    true as is_visible, l.created_at, l.updated_at, l.updated_at as modified_at,
    l.categories, l.rating_average, l.rating_count,
    p.first_name, p.last_name, p.categories as selections, p.skills, p.work_samples, p.social_links,
    l.main_category, l.picture
  from search.listings l left join public.profiles p on p.id = l.provider_id
  where l.membership_end > now();
comment on view public.public_providers is
  'Listed providers: visible, active, with a live membership. Runs as its owner and gives public columns only (P-08); promo_code is always null here.';
grant select on public.public_providers to anon, authenticated;

create function search.listing_text(person public.profiles, OUT strong text[], OUT weak text[]) returns record
language sql stable security definer set search_path = '' as $$
  select search.split_words(concat_ws(' ', person.business_name, person.first_name, person.last_name, person.location,
      -- Only the second part of 'Main > Sub': the first also describes what other trades do.
      (select string_agg(regexp_replace(selection, '^.* > ', ''), ' ') from unnest(person.categories) as selection),
      (select string_agg(skill ->> 'name', ' ') from jsonb_array_elements(person.skills) as skill))),
    search.split_words(concat_ws(' ', person.bio, array_to_string(private.category_keys(person.categories), ' ')))
$$;
comment on function search.listing_text(public.profiles) is
  'A provider''s words: strong ones name the person, trade, skills and town; weak ones are in the description only.';

create function search.listing_document(strong text[], weak text[], place text, categories text[]) returns tsvector
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
    union select '?' || piece from search.letters_and_pairs(place) as piece
    union select '&' where search.is_located(place)
    union select '#' || key from unnest(categories) as key))
$$;
comment on function search.listing_document(text[],text[],text,text[]) is
  'The document that every condition of a search is matched with.';

create function public.trial_providers() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('user_id', p.id,
      'name', coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'), 'title', null, 'bio', left(p.bio, 160),
      'image_url', p.profile_image_url, 'business_name', p.business_name, 'location', p.location,
      'rating_average', null, 'rating_count', 0, 'miles', null) order by p.created_at desc, p.id desc), '[]')
  from (select * from public.profiles where account_type = 'provider' and is_active and is_visible
      and (select trial from private.site_mode) and not exists (select from search.listings where membership_end > now())
    order by created_at desc, id desc limit 20) as p
$$;
comment on function public.trial_providers() is
  'In a trial where nobody is listed yet: visible, active providers without membership (P-13). Otherwise nobody.';
grant execute on function public.trial_providers() to anon, authenticated;

create function private.is_listed(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from search.listings l where l.provider_id = person and l.membership_end > now())
$$;
comment on function private.is_listed(uuid) is 'Whether this provider is listed in the directory now.';
grant execute on function private.is_listed(uuid) to anon, authenticated, service_role;

create function search.allocate_slot() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  taken integer;
begin
  -- A slot that an open transaction is freeing is not taken.
  delete from search.free_slots where slot = (
    select f.slot from search.free_slots f order by f.slot limit 1 for update skip locked) returning slot into taken;
  return coalesce(taken, nextval('search.slots')::integer);
end $$;
comment on function search.allocate_slot() is 'A slot that no listing has.';

create function search.delete_expired_listings() returns void
language sql security definer set search_path = '' as $$
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now()
    order by l.membership_end limit 200 for update skip locked)
$$;
comment on function search.delete_expired_listings() is 'Task: listings whose membership is over go, up to 200 a time.';

create trigger invalidate_responses after insert or delete on search.listings
  for each row execute function private.invalidate_listing('listings', 'directory', 'ratings');
create trigger invalidate_responses_of_categories after insert or delete on search.listings
  for each row execute function private.invalidate_listing_categories();
create trigger invalidate_responses_on_update after update on search.listings
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing_on_update();
create trigger invalidate_responses_on_truncate after truncate on search.listings
  for each statement execute function private.invalidate_cache();

create function private.check_listings(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  people constant uuid[] := array(
    (select l.provider_id from search.listings l where l.provider_id > start order by 1 limit most)
    union (select s.user_id from public.subscribers s
      where s.live_until > now() and s.user_id > start order by 1 limit most)
    order by 1 limit most);
  person uuid;
  before jsonb;
begin
  differences := 0;
  foreach person in array people loop
    before := (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  after := people[most];
end $$;
comment on function private.check_listings(text,integer) is
  'Rewrites the next listings, in order of id, and gives how many changed.';
