-- Providers: who is listed. A listing holds only what the directory is searched and ordered by; what is shown of a provider
-- is read from the profile, by public.public_providers.

create table search.listings (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  membership_end timestamptz not null,
  created_at timestamptz not null,
  rating_score real generated always as
    ((20 + coalesce(rating_average, 0) * rating_count) / (5 + rating_count)) stored,
  rating_count integer not null default 0,
  rating_average numeric(3, 2),
  position point,
  place text collate "C",
  town text,
  reach circle,
  served text[] not null default '{}',
  categories text[] not null,
  document tsvector not null
);
-- Room for a new rating on the same page, and no index with ratings: then no index is written, which would take 20 times as long.
alter table search.listings set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
comment on table search.listings is
  'One row for each listed provider, derived from profile, membership and public feedback by triggers; search.refresh_listing() writes one again, private.check_listings() all.';
comment on column search.listings.rating_score is
  'The average as if everybody began with five ratings of 4 stars, so that a single one decides nothing.';
comment on column search.listings.rating_count is 'How many the average is of: one for each author (P-45).';
comment on column search.listings.position is 'Where the location is on the map of search.map_point(), if that is known.';
comment on column search.listings.place is 'The location by search.place_letters().';
comment on column search.listings.town is 'The town of the location as its owner writes it.';
comment on column search.listings.reach is 'The circle of the area that its owner has given, if it has a radius (search.covers()).';
comment on column search.listings.served is 'The towns and outward codes of that area, if it is a list.';
comment on column search.listings.categories is 'Selections with the groups and categories that they include.';
create index listings_words on search.listings using gin (document, place extensions.gin_trgm_ops, served) with (fastupdate = off);
create index listings_of_place on search.listings (place, provider_id);
create index listings_positions on search.listings using gist (position);
create index listings_reaches on search.listings using gist (reach);
create index listings_newest on search.listings (created_at desc, provider_id desc);
create index listings_ended on search.listings (membership_end);

-- Only functions that run as the owner call it, so that it can be a part of their queries.
create function search.rating_of(person uuid) returns table (average numeric, count integer)
language sql stable rows 1 as $$
  select round(avg(f.rating), 2), count(*)::int from public.feedback f
  where f.provider_id = person and f.is_public and not f.superseded
$$;
comment on function search.rating_of(uuid) is 'The average and number of a provider''s public feedback, the newest of each author.';

create function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  profile public.profiles;
  stated public.availability;
  until timestamptz;
  said record;
begin
  -- The lock makes two refreshes take turns, so the second sees what the first wrote.
  select * into profile from public.profiles p where p.id = person for no key update;
  if profile.account_type = 'provider' and profile.is_active and profile.is_visible then
    until := (select s.live_until from public.subscribers s where s.user_id = person and s.live_until > now());
  end if;
  if until is null then
    delete from search.listings where provider_id = person;
  else
    said := search.listing_text(profile);
    select * into stated from public.availability a where a.provider_id = person;
    insert into search.listings
      (provider_id, membership_end, created_at, rating_average, rating_count, position, place, town, reach, served,
        categories, document)
    select person, until, profile.created_at, rating.average, rating.count, here.centre,
      search.place_letters(profile.location),
      -- The town is the part before the first comma, unless it is a postcode.
      substring(btrim(regexp_replace(split_part(profile.location, ',', 1), '\s+', ' ', 'g')) from '^[^0-9]+$'), search.reach_of(stated, (search.locate(stated.base)).centre),
      array(select distinct lower(l.name) from unnest(stated.places) as place cross join lateral search.locate(place) as l where l.name is not null),
      said.categories, said.document
    from search.rating_of(person) as rating, search.locate(profile.location) as here
    on conflict (provider_id) do update set (membership_end, created_at, rating_average, rating_count, position, place, town,
      reach, served, categories, document) = row (excluded.membership_end, excluded.created_at, excluded.rating_average, excluded.rating_count,
      excluded.position, excluded.place, excluded.town, excluded.reach, excluded.served, excluded.categories, excluded.document);
    perform search.add_words(said.words);
  end if;
end $$;
comment on function search.refresh_listing(uuid) is
  'Writes, changes or removes a provider''s row so that it equals profile, membership and public feedback, and remembers its words.';

create function search.refresh_listing_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type <> 'client' or old.account_type = 'provider' then
    perform search.refresh_listing(new.id);
  end if;
  return null;
end $$;
comment on function search.refresh_listing_of_profile() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update on public.profiles
  for each row execute function search.refresh_listing_of_profile();

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
  select l.provider_id as id, l.provider_id as user_id,
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') as name,
    coalesce(nullif(nullif(split_part(p.categories[1], ' > ', 2), ''), 'Other'),
      nullif(split_part(regexp_replace(p.categories[1], '^Other: ', ''), ' > ', 1), '')) as title,
    p.bio, p.profile_image_url as image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end as phone_number, 'active'::text as membership_status,
    s.subscription_tier as plan_type, null::text as promo_code, true as is_visible, l.created_at, p.updated_at,
    p.updated_at as modified_at, l.categories, l.rating_average, l.rating_count, p.first_name, p.last_name,
    p.vat_number, p.categories as selections, p.skills, p.work_samples, p.social_links,
    case when p.categories[1] not like 'Other: %' then split_part(p.categories[1], ' > ', 1) end as main_category,
    jsonb_path_query_first(p.work_samples,
      '$[*].media[*] ? (!(@.type == "video") && @.url starts with "/storage/v1/object/public/").url') #>> '{}' as picture
  from search.listings l join public.profiles p on p.id = l.provider_id
  left join public.subscribers s on s.user_id = l.provider_id
  where l.membership_end > now();
comment on view public.public_providers is
  'Listed providers: visible, active, with a live membership. Runs as its owner and gives public columns only (P-08); promo_code is always null here. Main_category is that of the first selection, picture the first of the portfolio that is a file of ours.';
grant select on public.public_providers to anon, authenticated;

create function search.listing_text(person public.profiles, OUT categories text[], OUT words text[], OUT document tsvector) returns record
language sql stable security definer set search_path = '' as $$
  select keys, strong || weak, array_to_tsvector(search.lexemes(strong || weak) || array(
    select '~' || lexeme from unnest(search.lexemes(strong)) as lexeme
    union all select '#' || key from unnest(keys) as key))
  from private.category_keys(person.categories) as keys,
    search.split_words(concat_ws(' ', person.business_name, person.first_name, person.last_name, person.location,
      -- Only the second part of 'Main > Sub': the first also describes what other trades do.
      (select string_agg(regexp_replace(selection, '^.* > ', ''), ' ') from unnest(person.categories) as selection),
      (select string_agg(skill ->> 'name', ' ') from jsonb_array_elements(person.skills) as skill))) as strong,
    search.split_words(concat_ws(' ', person.bio, array_to_string(keys, ' '))) as weak
$$;
comment on function search.listing_text(public.profiles) is
  'What of a provider is searched: categories with those that include them, all words, and the document: the lexemes of all words, with ~ again those of name, trade, skills and town, and with # each category.';

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

create function private.is_listed(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from search.listings l where l.provider_id = person and l.membership_end > now())
$$;
comment on function private.is_listed(uuid) is 'Whether this provider is listed in the directory now.';

create function search.delete_expired_listings() returns void
language sql security definer set search_path = '' as $$
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now()
    order by l.membership_end limit 200 for update skip locked)
$$;
comment on function search.delete_expired_listings() is 'Task: listings whose membership is over go, up to 200 a time.';

create function private.check_listings(part bigint default floor(extract(epoch from now()) / 300)::bigint) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  parts constant integer := 288;
  person uuid;
  before jsonb;
  differences bigint := 0;
begin
  for person in
    select id from (select provider_id as id from search.listings union select user_id from public.subscribers where live_until > now()) as listed
    where part is null or (uuid_hash(id) & 2147483647) % parts = part % parts order by id
  loop
    before := (select to_jsonb(l) from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  if differences > 0 then
    -- Ends everything that is cached: it may have been made of what was wrong.
    insert into private.cache_changes (tags) values (null);
    raise warning '% listings differed from what they are derived from, and were repaired', differences;
  end if;
  if part is null or part % parts = 0 then
    -- Words that no listing has any more stay until then.
    delete from search.words w where w.lexeme not in (select s.word from ts_stat('select document from search.listings') as s);
    if found then
      insert into private.cache_changes (tags) values ('{directory}');
    end if;
  end if;
  return differences;
end $$;
comment on function private.check_listings(bigint) is
  'Task, every five minutes: writes one of 288 parts of the listings again, so all within a day, and gives how many changed. For the operator, with null: all of them.';
