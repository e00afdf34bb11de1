-- When a provider works and where: opening hours and the area served. Public with the profile.

create function private.valid_hours(hours jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(hours) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(hours) = 'object' then hours else '{}' end) as day
    where day.key not in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')
      or case jsonb_typeof(day.value)
        when 'string' then day.value not in ('"closed"', '"appointment"')
        when 'object' then day.value - '{opens,closes}'::text[] <> '{}'
          or coalesce(jsonb_typeof(day.value -> 'opens') <> 'string' or jsonb_typeof(day.value -> 'closes') <> 'string'
            or (day.value ->> 'opens') !~ '^([01]\d|2[0-3]):[0-5]\d$' or (day.value ->> 'closes') !~ '^([01]\d|2[0-3]):[0-5]\d$'
            or (day.value ->> 'opens' = day.value ->> 'closes' and day.value ->> 'opens' <> '00:00'), true)
        else true
      end)
$$;
comment on function private.valid_hours(jsonb) is 'Per weekday (mon to sun) "closed", "appointment" or {opens, closes} as HH:MM; closing at or before opening is on the next day, midnight to midnight is the whole day. A day that is missing is not said.';
grant execute on function private.valid_hours(jsonb) to anon, authenticated, service_role;

create function private.valid_places(places text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(places) <= 30
    and coalesce(bool_and(place is not null and place ~ '^[[:alnum:]][[:alnum:] ''’.,&()/-]*$' and char_length(place) <= 60), true)
    and count(*) = count(distinct lower(place))
  from unnest(places) as place
$$;
comment on function private.valid_places(text[]) is 'At most 30 towns or outward postcodes, each once, of at most 60 letters, digits and what stands in names.';
grant execute on function private.valid_places(text[]) to anon, authenticated, service_role;

create table public.availability (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  hours jsonb not null default '{}' check (private.valid_hours(hours)),
  places text[] not null default '{}' check (private.valid_places(places)),
  radius text check (radius ~ '\S' and char_length(radius) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.availability is 'When and where a provider works, in the provider''s own words. Seen with the profile: by everybody while it is listed.';
comment on column public.availability.hours is 'See private.valid_hours; in the time of the United Kingdom.';
comment on column public.availability.places is 'Towns and outward postcodes (''LS6'') that are served.';
comment on column public.availability.radius is 'How far they go, in words: ''Up to 15 miles from Leeds''.';
create trigger availability_touch before update on public.availability
  for each row execute function private.touch_updated_at();

alter table public.availability enable row level security;
create policy "seen with the profile" on public.availability for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers write their own" on public.availability for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and (select private.has_type('provider')));
create policy "providers change their own" on public.availability for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and (select private.has_type('provider')));
revoke all on public.availability from anon, authenticated;
grant select on public.availability to anon, authenticated;
-- An upsert names the key among what it sets; the policies keep it one's own.
grant insert (provider_id, hours, places, radius), update (provider_id, hours, places, radius)
  on public.availability to authenticated;
grant all on public.availability to service_role;

insert into private.export_parts (place, name, title, query) values
  (13, 'availability', 'Opening hours and area served', 'select hours, places, radius, created_at, updated_at from public.availability where provider_id = $1');
