-- Providers: what a provider shows beside the profile (services, hours, portfolio), and who has saved it.

-- Services ------------------------------------------------------------------------------------------------------------

create table public.services (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (title ~ '\S' and char_length(title) <= 100),
  description text check (char_length(description) <= 1000),
  price_pence integer check (price_pence between 1 and 100000000),
  price_text text check (price_text ~ '\S' and char_length(price_text) <= 60),
  unit text check (unit in ('hour', 'day', 'job', 'item', 'square metre')),
  category text check (char_length(category) <= 120),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(price_pence, price_text) <= 1),
  check (unit is null or price_pence is not null)
);
comment on table public.services is
  'What a provider offers, in the provider''s own order. Seen with the profile: by everybody while it is listed.';
comment on column public.services.price_pence is
  'The price it begins at, in pence, per unit; or price_text says it in words.';
create index services_of_provider on public.services (provider_id, position, id);
create index services_of_category on public.services (category) where category is not null;
grant select on public.services to anon;
grant select, delete on public.services to authenticated;
grant insert (provider_id, title, description, price_pence, price_text, unit, category) on public.services to
  authenticated;
grant update (title, description, price_pence, price_text, unit, category) on public.services to authenticated;
create policy "readable with the profile" on public.services for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers add their own" on public.services for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));
create policy "providers change their own" on public.services for update to authenticated
  using (provider_id = (select auth.uid())) with check (provider_id = (select auth.uid()) and (select private.require_active_account()));
create policy "providers delete their own" on public.services for delete to authenticated
  using (provider_id = (select auth.uid()) and (select private.require_active_account()));

create function private.check_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.category is not null and new.category is distinct from old.category then
    new.category := private.current_selection(new.category);
  end if;
  -- Imports have no caller. The policy refuses a row of another owner, and reveals nothing about that owner.
  if tg_op = 'INSERT' and (select auth.uid()) = new.provider_id then
    perform private.refuse_if(not private.is_member(new.provider_id),
      '42501', 'Subscription required', 'Activate a membership to add services and portfolio items.');
    -- Adds a provider's services one at a time, so that each takes the next position.
    perform pg_advisory_xact_lock(hashtext('services'), hashtext(new.provider_id::text));
    perform private.refuse_if((select count(*) >= 60 from public.services s where s.provider_id = new.provider_id),
      'PT409', 'You can list at most 60 services. Please remove one before you add another.');
    new.position := coalesce((select max(s.position) from public.services s where s.provider_id = new.provider_id), 0) + 1;
  end if;
  if new.category is distinct from old.category and private.unknown_selection(array[new.category]) is not null then
    raise exception '%', private.unknown_category_error(new.category) using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_service() is
  'Trigger: a live membership to add, at most 60, and the last place for the newest; a category that the picker could have made, after mergers.';

create trigger check_service before insert or update of category on public.services
  for each row execute function private.check_service();

create function public.reorder_services(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  perform pg_advisory_xact_lock(hashtext('services'), hashtext((select auth.uid())::text));
  perform private.refuse_if((select array_agg(s.id order by s.id) from public.services s where s.provider_id = (select auth.uid()))
    is distinct from (select array_agg(wanted order by wanted) from unnest(ids) as wanted),
    'PT409', 'Your services have changed in another window. Please reload the page and try again.');
  update public.services s set position = listed.place
  from unnest(ids) with ordinality as listed (id, place)
  where s.id = listed.id and s.provider_id = (select auth.uid()) and s.position <> listed.place;
end $$;
comment on function public.reorder_services(uuid[]) is 'Puts the caller''s services, all of them, into this order.';

-- Availability --------------------------------------------------------------------------------------------------------

create function private.valid_hours(hours jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(hours) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(hours) = 'object' then hours else '{}' end) as day
    where day.key not in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')
      or case jsonb_typeof(day.value)
        when 'string' then day.value not in ('"closed"', '"appointment"')
        when 'object' then day.value - '{opens,closes}'::text[] <> '{}'
          or coalesce(jsonb_typeof(day.value -> 'opens') <> 'string' or jsonb_typeof(day.value -> 'closes') <> 'string'
            or (day.value ->> 'opens') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' or (day.value ->> 'closes') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
            or (day.value ->> 'opens' = day.value ->> 'closes' and day.value ->> 'opens' <> '00:00'), true)
        else true
      end)
$$;
comment on function private.valid_hours(jsonb) is
  'Per weekday (mon to sun) "closed", "appointment" or {opens, closes} as HH:MM; closing at or before opening is on the next day, midnight to midnight is the whole day. A missing day is not stated.';

create table public.availability (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  hours jsonb not null default '{}' check (private.valid_hours(hours)),
  base text check (base ~ '\S' and char_length(base) <= 60),
  miles integer check (miles between 1 and 100),
  whole_uk boolean not null default false,
  places text[] not null default '{}' check (cardinality(places) <= 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((base is null) = (miles is null)),
  check ((miles is not null)::int + whole_uk::int + (places <> '{}')::int <= 1)
);
comment on table public.availability is
  'When and where a provider works. Seen with the profile: by everybody while it is listed. The area is a radius around a base, the whole country, or a list of places.';
comment on column public.availability.hours is 'See private.valid_hours; in the time of the United Kingdom.';
comment on column public.availability.base is 'A town or postcode, from which the miles count.';
comment on column public.availability.places is 'Towns and outward postcodes (''LS6'') that are served: each is known and once.';
grant select on public.availability to anon, authenticated;
grant insert (provider_id, hours, base, miles, whole_uk, places) on public.availability to authenticated;
grant update (provider_id, hours, base, miles, whole_uk, places) on public.availability to authenticated;
create policy "readable with the profile" on public.availability for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers write their own" on public.availability for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));
create policy "providers change their own" on public.availability for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));

create function private.check_area() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  perform private.refuse_if(not coalesce(private.valid_hours(new.hours), false), '23514', 'These opening hours cannot be read.',
    'Please give each day as closed, by appointment, or from one time to another, such as 08:30 to 17:00.');
  new.base := btrim(regexp_replace(new.base, '\s+', ' ', 'g'));
  -- Before any place is looked up.
  perform private.refuse_if((select count(distinct private.fold(btrim(each.name))) > 50 from unnest(new.places) as each (name) where each.name ~ '\S'), '23514',
    'An area has at most 50 places.', 'Please take some out, or give a base and a number of miles.');
  if tg_op = 'INSERT' or new.places is distinct from old.places then
    new.places := array(select (array_agg(p.place order by p.nr))[1] from (
        -- Of a whole postcode a list has the first half.
        select case when l.kind = 'sector' then upper(split_part(l.name, ' ', 1)) when code.sector is not null then upper(code.outward)
            else btrim(regexp_replace(each.place, '\s+', ' ', 'g')) end as place, each.nr
        from unnest(new.places) with ordinality as each (place, nr) cross join lateral search.postcode(each.place) as code
        cross join lateral search.locate(left(each.place, 60)) as l) as p
      where p.place <> '' group by coalesce((select l.name from search.locate(p.place) as l where l.kind <> 'area'), private.fold(p.place)) order by min(p.nr));
  end if;
  perform private.refuse_if((new.base is null) <> (new.miles is null) or new.miles not between 1 and 100, '23514',
    'A radius is 1 to 100 miles around a town or postcode.', 'Please give both, or neither.');
  perform private.refuse_if((new.miles is not null)::int + new.whole_uk::int + (new.places <> '{}')::int > 1, '23514',
    'An area is a radius, a list of places or the whole UK.', 'Please choose one of them.');
  for place in
    select typed.name, found.kind from unnest(new.places || new.base) as typed (name) cross join lateral search.locate(left(typed.name, 60)) as found
    where typed.name is not null and (tg_op = 'INSERT' or typed.name <> all (old.places || coalesce(old.base, '')))
  loop
    if char_length(place.name) > 60 or place.kind is null or place.name ~ '[^[:alnum:] .''’()/–-]'
        -- Nothing but the place, as everybody reads it.
        or place.kind = 'town' and exists (select from string_to_table(place.name, '/') as part where not exists (select from search.places p
          where p.kind = 'town' and p.name = array_to_string(array_replace(search.split_words(part), 'saint', 'st'), ' ')))
        or place.kind <> 'town' and private.plain_digits(place.name) !~* '^[a-z]{1,2}[0-9][0-9a-z]?[ .–-]*([0-9] *([a-z]{2})?)?$'
        -- Measured from its area's town, a code that is no first half of a postcode passes until a list is loaded.
        or place.kind = 'area' and search.has_postcodes() then
      raise exception 'We do not know "%", or there are several of that name.', left(place.name, 60)
        using errcode = '23514', hint = 'Please use a town or the first half of a postcode, such as LS6.';
    end if;
  end loop;
  return new;
end $$;
comment on function private.check_area() is 'Trigger: hours can be read; an area is of one kind, and each of its places is known, and once in a list.';

create trigger check_area before insert or update of hours, base, miles, whole_uk, places on public.availability
  for each row execute function private.check_area();

create function search.refresh_listing_of_area() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(new.provider_id);
  return null;
end $$;
comment on function search.refresh_listing_of_area() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update of base, miles, whole_uk, places on public.availability
  for each row execute function search.refresh_listing_of_area();

-- Cards ---------------------------------------------------------------------------------------------------------------

create function search.card_offer(person uuid) returns table (price_pence integer, price_unit text, hours jsonb)
language sql stable as $$
  select cheapest.price_pence, cheapest.unit, nullif(a.hours, '{}')
  from (select) as one
  left join lateral (select s.price_pence, s.unit from public.services s
    where s.provider_id = person and s.price_pence is not null order by s.price_pence, s.position, s.id limit 1) as cheapest on true
  left join public.availability a on a.provider_id = person
$$;
comment on function search.card_offer(uuid) is 'What a provider''s card says of price and hours: the lowest price, and when they work.';

-- Saved providers -----------------------------------------------------------------------------------------------------

create table public.saved_providers (
  user_id uuid not null references public.profiles (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, provider_id),
  check (user_id <> provider_id)
);
comment on table public.saved_providers is 'Who saved which provider; seen by its owner only.';
create index saved_providers_of_provider on public.saved_providers (provider_id);
grant select, delete on public.saved_providers to authenticated;
grant insert (user_id, provider_id) on public.saved_providers to authenticated;
create policy "owners read" on public.saved_providers for select to authenticated using (user_id = (select auth.uid()));
create policy "owners save" on public.saved_providers for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_provider(provider_id));
create policy "owners unsave" on public.saved_providers for delete to authenticated using (user_id = (select auth.uid()));

-- Files ---------------------------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg']),
  ('portfolio_media', 'portfolio_media', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'video/mp4']),
  ('business_logos', 'business_logos', true, 2097152, array['image/png', 'image/jpeg', 'image/webp']),
  ('pictures', 'pictures', true, 10485760, array['image/jpeg', 'image/png', 'image/webp']),
  ('enquiry_pictures', 'enquiry_pictures', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.hidden_pictures (
  name text primary key,
  user_id uuid not null references public.profiles (id) on delete cascade
);
comment on table private.hidden_pictures is
  'Pictures that an admin removed: their owner cannot upload or show them again.';
create index hidden_pictures_of_user on private.hidden_pictures (user_id);

create function private.is_hidden_picture(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.hidden_pictures h where h.name = file)
$$;
comment on function private.is_hidden_picture(text) is 'Whether an admin has removed the picture.';

create function private.can_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when bucket = 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when bucket = 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_account_type('provider') and private.is_member((select auth.uid()))
    when bucket = 'business_logos' then split_part(name, '/', 1) in ('providers', 'site') and private.is_admin()
    when bucket in ('pictures', 'enquiry_pictures') then name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{64}\.(jpg|png|webp)$') and private.require_active_account()
      and not private.is_hidden_picture(name)
    else false end
$$;
comment on function private.can_write_file(text,text) is
  'Whether the caller may add or change this file: an own avatar, a member''s portfolio, an admin''s logo, an own picture by the hash of its content.';

create policy "add own files" on storage.objects for insert to authenticated
  with check (private.can_write_file(bucket_id, name));
-- The name of a picture is the hash of its content, which never changes.
create policy "replace own files" on storage.objects for update to authenticated
  using (bucket_id not in ('pictures', 'enquiry_pictures') and private.can_write_file(bucket_id, name))
  with check (bucket_id not in ('pictures', 'enquiry_pictures') and private.can_write_file(bucket_id, name));
create policy "read own files" on storage.objects for select to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text and not private.is_hidden_picture(name)
    or (select private.is_admin()) and bucket_id <> 'enquiry_pictures');
create policy "remove own files" on storage.objects for delete to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text
    or (bucket_id in ('business_logos', 'pictures', 'enquiry_pictures') and (select private.is_admin())));

create function private.within_file_quota(bucket text, file text, facts jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := split_part(file, '/', 1);
  quota record;
  used record;
begin
  -- A portfolio shows at most 40 items of 20 files each; what none shows is removed after a day.
  select q.files, q.bytes into quota from (values
    ('avatars', 4, 8388608::bigint),
    ('portfolio_media', 900, 2147483648),
    ('pictures', 200, 1073741824),
    ('enquiry_pictures', 400, 1073741824)) as q (bucket, files, bytes)
  where q.bucket = within_file_quota.bucket;
  if not found then
    return true;
  end if;
  -- Uploads of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || '/' || folder, 0));
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into used
  from storage.objects o
  where o.bucket_id = within_file_quota.bucket and o.name <> file
    -- The folder as one range of the index on names, which are in byte order.
    and o.name collate "C" >= folder || '/' and o.name collate "C" < folder || '0';
  if used.files + 1 > quota.files then
    raise exception 'You have reached the limit of % files. Remove one and try again.', quota.files
      using errcode = 'PT413';
  end if;
  perform private.refuse_if(used.bytes + coalesce((facts ->> 'size')::bigint, (facts ->> 'contentLength')::bigint, 0) > quota.bytes,
    'PT413', 'You have used all your storage space. Remove a file and try again.');
  return true;
end $$;
comment on function private.within_file_quota(text,text,jsonb) is
  'True while the folder''s account has room for this file; otherwise raises what to do.';

create policy "within quota to add" on storage.objects as restrictive for insert to authenticated
  with check (private.within_file_quota(bucket_id, name, metadata));
create policy "within quota to replace" on storage.objects as restrictive for update to authenticated
  with check (private.within_file_quota(bucket_id, name, metadata));

create function private.hide_picture(owner uuid, picture text, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if owner is not null then
    insert into private.hidden_pictures (name, user_id)
    values (regexp_replace(picture, '^/storage/v1/object/public/[a-z_]+/', ''), owner) on conflict do nothing;
  end if;
  update public.jobs j set pictures = array_remove(j.pictures, picture) where j.user_id = owner and picture = any (j.pictures);
  perform set_config('moderation.reason', why, true);
  update public.feedback f set pictures = array_remove(f.pictures, picture) where f.user_id = owner and picture = any (f.pictures);
  perform set_config('moderation.reason', '', true);
end $$;
comment on function private.hide_picture(uuid,text,text) is 'Takes a picture off everything of its owner''s, who cannot upload it again.';

create function private.is_file_shown(bucket text, file text, owner uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case bucket
    when 'portfolio_media' then exists (select from public.profiles p where p.id = owner and strpos(p.work_samples::text, file) > 0)
      or exists (select from public.job_quotes q
        where q.provider_id = owner and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
    when 'pictures' then exists (select from public.jobs j
        where j.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (j.pictures))
      or exists (select from public.feedback f
        where f.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (f.pictures))
    when 'enquiry_pictures' then exists (select from public.enquiry_messages m
      where m.author_id = owner and '/storage/v1/object/authenticated/enquiry_pictures/' || file = any (m.pictures)) end;
end $$;
comment on function private.is_file_shown(text,text,uuid) is 'Whether anything of its owner shows a file.';

create function private.replaces_shown_file(bucket text, file text, existing boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case bucket
      when 'portfolio_media' then exists (select from public.job_quotes q where q.provider_id = (select auth.uid())
        and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
      else private.is_file_shown(bucket, file, (select auth.uid())) end, false)
    and (existing or not exists (select from storage.objects o where o.bucket_id = bucket and o.name = file));
end $$;
comment on function private.replaces_shown_file(text,text,boolean) is
  'Whether a file of the caller''s would become another picture on a quote, job, review or message that others have read. A second upload of a file that is there is refused as a duplicate anyway.';

create policy "shown files are added once" on storage.objects as restrictive for insert to authenticated
  with check (not private.replaces_shown_file(bucket_id, name, false));
create policy "shown files are not replaced" on storage.objects as restrictive for update to authenticated
  using (not private.replaces_shown_file(bucket_id, name, true)) with check (not private.replaces_shown_file(bucket_id, name, true));

create function public.unused_files(p_limit integer default 1000) returns table (bucket text, name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select m.files_checked_to into start from private.site_mode m for update;
  select array_agg(n.bucket_id || '/' || n.name order by n.bucket_id, n.name collate "C") into walked from (
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('avatars', 'business_logos', 'enquiry_pictures', 'pictures', 'portfolio_media')
      and (o.bucket_id, o.name collate "C") > (split_part(start, '/', 1), substr(start, strpos(start, '/') + 1))
    order by o.bucket_id, o.name collate "C" limit most) as n;
  update private.site_mode set files_checked_to = case when cardinality(walked) = most then walked[most] else '' end;
  return query
    select o.bucket_id, o.name from unnest(walked) as w (file)
      join storage.objects o on o.bucket_id = split_part(w.file, '/', 1) and o.name = substr(w.file, strpos(w.file, '/') + 1)
    -- A name with other characters may be encoded in an address, where it would not be found: such a file is never deleted.
    where o.name ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(portfolio/)?|providers/)[A-Za-z0-9._-]+$'
      and o.created_at < now() - interval '1 day'
      -- Profiles show the files of the first two buckets: an account's own, and those that admins gave to providers.
      and not case when o.bucket_id = 'avatars' then exists (
          select from public.profiles p where p.id::text = split_part(o.name, '/', 1) and strpos(p.profile_image_url, o.name) > 0)
        when o.bucket_id = 'business_logos' then o.name in (
          select substring(p.profile_image_url from '/business_logos/([^?]+)') from public.profiles p
          where p.profile_image_url like '%/business_logos/%')
        else private.is_file_shown(o.bucket_id, o.name, split_part(o.name, '/', 1)::uuid) end;
end $$;
comment on function public.unused_files(integer) is
  'For tidy-portfolio: of the next files of all accounts those that are a day old and shown by nothing. Each call walks on; after the last it begins again.';

create function private.picture_problem(pictures text[], verified text[], bucket text, folder text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when cardinality(pictures) > 5 then 'Please add at most 5 pictures'
    when array_ndims(pictures) > 1 or cardinality(pictures) > (select count(distinct address) from unnest(pictures) as p (address))
      then 'Two of your pictures are the same. Please remove one of them.'
    when exists (
      select from unnest(pictures) as p (address)
      where (p.address = any (verified)) is not true and not exists (
        select from storage.objects o
        where o.bucket_id = bucket and o.name = substr(p.address, length(shelf.path) + 1) and p.address = shelf.path || o.name
          and starts_with(o.name, folder) and starts_with(o.metadata ->> 'mimetype', 'image/')
          and not exists (select from private.hidden_pictures h where h.name = o.name)))
      then 'You can only show pictures that you uploaded yourself. Please upload the picture again.' end
  from (select '/storage/v1/object/' || case when b.public then 'public/' else 'authenticated/' end || b.id || '/' as path
    from storage.buckets b where b.id = bucket) as shelf
$$;
comment on function private.picture_problem(text[],text[],text,text) is
  'Why these addresses cannot be shown, or null: at most five, each once, of files in this folder. Those that were verified before are not checked again.';

-- Portfolio -----------------------------------------------------------------------------------------------------------

create function private.is_short_text(value jsonb, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select case coalesce(jsonb_typeof(value), 'null')
    when 'null' then true
    when 'string' then char_length(value #>> '{}') <= longest
    else false end
$$;
comment on function private.is_short_text(jsonb,integer) is 'Whether this is nothing, or a text within its length.';

create function private.valid_work_sample(sample jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(sample) <> 'object' then false
    when coalesce(sample ->> 'id', '') = '' or char_length(sample ->> 'id') > 100 then false
    when not (private.is_short_text(sample -> 'title', 100) and private.is_short_text(sample -> 'description', 1000)) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' and sample ->> 'imageUrl' is null then false
    when not coalesce(private.valid_file_address(sample ->> 'imageUrl'), true) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' then true
    else jsonb_array_length(sample -> 'media') <= 20 and not exists (
      select from jsonb_array_elements(sample -> 'media') as item
      where jsonb_typeof(item) <> 'object'
         or not coalesce(private.valid_file_address(item ->> 'url'), false)
         or coalesce(item ->> 'type', '') not in ('image', 'video')
         or not private.is_short_text(item -> 'id', 100)
         or not private.is_short_text(item -> 'filename', 255)
         or not private.is_short_text(item -> 'alt', 200)
         or not private.is_short_text(item -> 'caption', 200)
         or item -> 'subtitles' is not null and not (item ->> 'type' = 'video'
           and private.is_short_text(item -> 'subtitles', 6000) and starts_with(item ->> 'subtitles', 'WEBVTT')))
    end
$$;
comment on function private.valid_work_sample(jsonb) is
  '{id, title, description, media: [{id, url, type, filename, alt, caption, subtitles}]}, at most 20 media; subtitles are WebVTT; an older item may carry imageUrl instead (spec 2 section 3).';

create function private.work_sample_files(samples jsonb) returns table (address text, type text)
language sql immutable set search_path = '' as $$
  select item ->> 'url', item ->> 'type'
  from jsonb_array_elements(case when jsonb_typeof(samples) = 'array' then samples else '[]' end) as sample,
    jsonb_array_elements(case when jsonb_typeof(sample -> 'media') = 'array' then sample -> 'media' else '[]' end) as item
  union all
  select sample ->> 'imageUrl', 'image'
  from jsonb_array_elements(case when jsonb_typeof(samples) = 'array' then samples else '[]' end) as sample
  where sample ->> 'imageUrl' is not null
$$;
comment on function private.work_sample_files(jsonb) is 'Every file that work samples show, older ones'' imageUrl too.';

create function private.check_work_samples() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Kept as a path: it stays right when the site moves, and cannot lead to another server.
  shelf constant text := '/storage/v1/object/public/portfolio_media/';
  problem text;
begin
  -- Only what a person writes: the sample and imports have rules of their own (see check_own_profile).
  if current_user not in ('anon', 'authenticated') or new.work_samples = old.work_samples then
    return new;
  end if;
  problem := case
    when jsonb_typeof(new.work_samples) <> 'array' then 'Your portfolio could not be read. Please reload the page and try again.'
    when jsonb_array_length(new.work_samples) > 40 then 'Your portfolio can have at most 40 items. Please remove one before you add another.'
    -- One that is already longer may become shorter.
    when char_length(new.work_samples::text) > greatest(1000000, char_length(old.work_samples::text)) then 'Your portfolio has more text than it can hold. Please shorten descriptions or remove subtitles.'
    when not private.valid_work_samples(new.work_samples) then 'This portfolio item is not valid. Please check its texts and files, and try again.'
    when (select count(*) <> count(distinct sample ->> 'id') from jsonb_array_elements(new.work_samples) as sample)
      then 'Two of your portfolio items are the same. Please remove one of them.'
    when exists (
      select from jsonb_array_elements(new.work_samples) as sample
      where sample ->> 'imageUrl' is null and sample -> 'media' = '[]'
        and sample not in (select jsonb_array_elements(old.work_samples)))
      then 'Please upload at least one media file'
    when exists (
      select from private.work_sample_files(new.work_samples) as shown
      where shown.address not in (select address from private.work_sample_files(old.work_samples))
        and not exists (
          select from storage.objects o
          where o.bucket_id = 'portfolio_media'
            and o.name = substr(shown.address, length(shelf) + 1)
            and shown.address = shelf || o.name
            and starts_with(o.name, new.id || '/portfolio/')
            and starts_with(o.metadata ->> 'mimetype', shown.type || '/')))
      then 'You can only show files that you uploaded to your portfolio. Please upload the file.'
  end;
  perform private.refuse_if(problem is not null, '23514', problem);
  return new;
end $$;
comment on function private.check_work_samples() is
  'Trigger: what an owner puts into the portfolio is valid, and shows only files that they uploaded there themselves. Runs as the caller, so that it knows who writes.';

-- After check_profile, whose refusal for want of a membership comes first.
create trigger verify_work_samples before update of work_samples on public.profiles
  for each row execute function private.check_work_samples();

-- Provider page -------------------------------------------------------------------------------------------------------

create table private.departed_providers (
  provider_id uuid primary key,
  left_at timestamptz not null default now()
);
comment on table private.departed_providers is
  'Providers whose accounts were deleted or are no provider''s any more: nothing but the number in the address of their page, so that it can say "gone" (410) and not "unknown" (404).';

create function private.record_departed_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type = 'provider' then
    delete from private.departed_providers where provider_id = new.id;
  elsif old.account_type = 'provider' then
    insert into private.departed_providers (provider_id) values (old.id) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.record_departed_provider() is
  'Trigger: remembers who left for good, and forgets it when they come back.';

create trigger record_departed_provider after update of account_type or delete on public.profiles
  for each row execute function private.record_departed_provider();

create function public.provider_page(provider_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  shown json;
begin
  select row_to_json(p) into shown from (
    select p.*, verified.average as verified_average, verified.count as verified_count
    from public.public_providers p
    cross join (select round(avg(f.rating), 2) as average, count(*) as count from public.feedback f
      where f.provider_id = provider_page.provider_id and f.is_public and not f.superseded and f.verified) as verified
    where p.user_id = provider_page.provider_id) as p;
  if shown is null and provider_page.provider_id is distinct from (select auth.uid()) then
    return json_build_object('provider', null, 'services', '[]'::json, 'availability', null, 'response', null, 'latest', '[]'::json,
      'departed', exists (select from private.departed_providers d where d.provider_id = provider_page.provider_id));
  end if;
  return json_build_object('provider', shown, 'departed', false,
    'services', coalesce((
      select json_agg(json_build_object('id', s.id, 'title', s.title, 'description', s.description,
        'price_pence', s.price_pence, 'price_text', s.price_text, 'unit', s.unit, 'category', s.category)
        order by s.position, s.id)
      from public.services s where s.provider_id = provider_page.provider_id), '[]'),
    'availability', (
      select json_build_object('hours', a.hours, 'base', a.base, 'miles', a.miles, 'whole_uk', a.whole_uk, 'places', a.places)
      from public.availability a where a.provider_id = provider_page.provider_id),
    'response', (
      select json_build_object('reply_minutes', r.reply_minutes, 'questions', r.questions, 'answered', r.answered, 'hires', r.hires)
      from private.response_facts r where r.provider_id = provider_page.provider_id and num_nonnulls(r.questions, r.hires) > 0),
    'latest', coalesce((
      select json_agg(json_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
        'author_name', f.author_name, 'verified', f.verified, 'in_contact', f.in_contact, 'invited', f.invited, 'edited_at', f.edited_at, 'created_at', f.created_at)
        order by f.created_at desc, f.id)
      from (
        select * from public.feedback f
        where f.provider_id = provider_page.provider_id and f.is_public and not f.superseded
        order by f.created_at desc, f.id limit 2) as f), '[]'));
end $$;
comment on function public.provider_page(uuid) is
  'All that a provider''s own page begins with: {provider, services, availability, response, latest, departed}. Provider is the row of public_providers with the rating by verified hires; null unless the directory lists it: then only its owner gets the rest. Latest: the newest public feedback, one of each author. Departed: the provider has left for good (410); a hidden, inactive or lapsed one may return, and counts as unknown (404).';
