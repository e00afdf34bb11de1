-- A provider who moves to another town ends only the lists that are found by place, and those that show the town.

create or replace function private.invalidate_listing_on_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Which lists they are in, and what those are ordered by; where they are; and how they are rated.
  listed constant boolean := (old.provider_id, old.slot, old.categories, old.membership_end, old.created_at)
    is distinct from (new.provider_id, new.slot, new.categories, new.membership_end, new.created_at);
  moved constant boolean := (old.place, old.location) is distinct from (new.place, new.location);
  rated constant boolean := (old.rating_average, old.rating_count) is distinct from (new.rating_average, new.rating_count);
  ended text[] := array['listings', 'listing:' || new.provider_id];
begin
  if listed then
    ended := ended || 'directory'::text || array(select 'category:' || md5(key) from unnest(old.categories || new.categories) as key);
  end if;
  if moved then
    ended := ended || 'places'::text;
  end if;
  if listed or moved or rated then
    ended := ended || array(select 'category-page:' || md5(key) from unnest(old.categories || new.categories) as key);
  end if;
  if rated or (old.name, old.title, old.bio, old.image_url, old.business_name, old.location)
      is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location) then
    ended := ended || ('card:' || new.provider_id);
  end if;
  if old.document is distinct from new.document then
    ended := ended || 'words'::text;
  end if;
  if rated then
    ended := ended || 'ratings'::text;
  end if;
  insert into private.cache_changes (tags) values (ended);
  return null;
end $$;
