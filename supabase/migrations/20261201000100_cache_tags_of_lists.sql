-- A change of one listing ends only the lists that it changes: they carry the tags of the rows in them.

create function private.invalidate_listing_on_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Which lists they are in, what those are found by, and what they are ordered by.
  moved constant boolean := (old.provider_id, old.slot, old.categories, old.place, old.location, old.membership_end, old.created_at)
    is distinct from (new.provider_id, new.slot, new.categories, new.place, new.location, new.membership_end, new.created_at);
  rated constant boolean := (old.rating_average, old.rating_count) is distinct from (new.rating_average, new.rating_count);
begin
  perform pg_notify('pgrst', concat_ws(' ', 'invalidate listings', 'listing:' || new.provider_id, case when moved then 'directory' end,
    case when (old.name, old.title, old.bio, old.image_url, old.business_name, old.location, old.rating_average, old.rating_count)
        is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location, new.rating_average, new.rating_count)
      then 'card:' || new.provider_id end,
    case when old.document is distinct from new.document then 'words' end, case when rated then 'ratings' end));
  if moved or rated then
    perform pg_notify('pgrst', concat_ws(' ', 'invalidate', 'category-page:' || md5(key), case when moved then 'category:' || md5(key) end))
    from (select unnest(old.categories) union select unnest(new.categories)) as either (key);
  end if;
  return null;
end $$;
comment on function private.invalidate_listing_on_update() is
  'Trigger: ends cached responses about a listing that changed, and the lists that are others by this change.';

create function private.invalidate_listing_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pgrst', concat_ws(' ', 'invalidate', 'category:' || md5(key), 'category-page:' || md5(key)))
  from unnest(coalesce(new.categories, old.categories)) as key;
  return null;
end $$;
comment on function private.invalidate_listing_categories() is
  'Trigger: ends cached lists of the categories of a listing that comes or goes.';

drop trigger invalidate_responses on search.listings;
drop trigger invalidate_responses_on_update on search.listings;
drop trigger invalidate_responses_on_detail on search.listings;
create trigger invalidate_responses after insert or delete on search.listings
  for each row execute function private.invalidate_listing('listings', 'directory', 'ratings');
create trigger invalidate_responses_of_categories after insert or delete on search.listings
  for each row execute function private.invalidate_listing_categories();
create trigger invalidate_responses_on_update after update on search.listings
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing_on_update();

create or replace function private.cache_ends(tags text[]) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    -- The order of equals moves on.
    ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London',
    case when tags && array['directory', 'listings'] or exists (select from unnest(tags) as tag where tag like 'category%') then
      (select min(l.membership_end) from search.listings l where l.membership_end > now()) end,
    (select min(l.membership_end) from search.listings l where l.membership_end > now()
      and l.provider_id in (select substr(tag, 9)::uuid from unnest(tags) as tag where tag like 'listing:%')),
    (select min(j.expires_at) from public.jobs j where j.expires_at > now()
      and j.id in (select substr(tag, 5)::uuid from unnest(tags) as tag where tag like 'job:%')));
end $$;
