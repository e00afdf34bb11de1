-- Services: what a provider offers and for how much. Adding needs a live membership (spec 2 section 5).
-- Without one they are kept, and not shown, because the profile is not.

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
comment on table public.services is 'What a provider offers, in the provider''s own order. Seen with the profile: by everybody while it is listed.';
comment on column public.services.price_pence is 'The price it begins at, in pence, per unit; or price_text says it in words.';
create index services_of_provider on public.services (provider_id, position, id);
create trigger services_touch before update on public.services
  for each row execute function private.touch_updated_at();

create function private.is_listed(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.listings l where l.provider_id = person and l.membership_end > now())
$$;
comment on function private.is_listed(uuid) is 'Whether this provider stands in the directory at this moment.';
grant execute on function private.is_listed(uuid) to anon, authenticated, service_role;

create function private.service_arrives() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The database's own work has no caller; somebody else's row is refused by the policy, without a word on its owner.
  if (select auth.uid()) is distinct from new.provider_id then
    return new;
  end if;
  if not private.is_member(new.provider_id) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  -- One service of a provider after the other: each finds its place behind the last.
  perform pg_advisory_xact_lock(hashtext('services'), hashtext(new.provider_id::text));
  if (select count(*) >= 60 from public.services s where s.provider_id = new.provider_id) then
    raise exception 'You can list at most 60 services' using errcode = 'PT409';
  end if;
  new.position := coalesce((select max(s.position) from public.services s where s.provider_id = new.provider_id), 0) + 1;
  return new;
end $$;
comment on function private.service_arrives() is 'Trigger: a live membership to add, at most 60, and the last place for the newest.';
create trigger service_arrives before insert on public.services
  for each row execute function private.service_arrives();

create function private.check_service_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.unknown_selection(array[new.category]) is not null then
    raise exception 'Unknown category: %', new.category using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_service_category() is 'Trigger: a service''s category is one that the picker could have made.';
create trigger check_service_category before insert or update of category on public.services
  for each row when (new.category is not null) execute function private.check_service_category();

create function private.follow_category_in_services() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.services s
    set category = case when new.is_active then new.group_name || ' > ' || new.name end
    where s.category = old.group_name || ' > ' || old.name;
  if not exists (select from public.categories c where c.group_name = old.group_name) then
    update public.services s set category = new.group_name where s.category = old.group_name;
  end if;
  return null;
end $$;
comment on function private.follow_category_in_services() is 'Trigger: a category that is renamed or moved is so in every service; one that is deleted leaves them.';
create index services_of_category on public.services (category) where category is not null;
create trigger follow_category_in_services after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name or (old.is_active and not new.is_active))
  execute function private.follow_category_in_services();

alter table public.services enable row level security;
create policy "seen with the profile" on public.services for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers add their own" on public.services for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and (select private.has_type('provider')));
create policy "providers change their own" on public.services for update to authenticated
  using (provider_id = (select auth.uid())) with check (provider_id = (select auth.uid()) and (select private.can_act()));
create policy "providers delete their own" on public.services for delete to authenticated
  using (provider_id = (select auth.uid()) and (select private.can_act()));
revoke all on public.services from anon, authenticated;
grant select on public.services to anon, authenticated;
grant insert (provider_id, title, description, price_pence, price_text, unit, category),
  update (title, description, price_pence, price_text, unit, category), delete on public.services to authenticated;
grant all on public.services to service_role;

create function public.reorder_services(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('services'), hashtext((select auth.uid())::text));
  if (select array_agg(s.id order by s.id) from public.services s where s.provider_id = (select auth.uid()))
     is distinct from (select array_agg(wanted order by wanted) from unnest(ids) as wanted) then
    raise exception 'Your services were changed in another window. Please look again.' using errcode = 'PT409';
  end if;
  update public.services s set position = listed.place
  from unnest(ids) with ordinality as listed (id, place)
  where s.id = listed.id and s.provider_id = (select auth.uid()) and s.position <> listed.place;
end $$;
comment on function public.reorder_services(uuid[]) is 'Puts the caller''s services, all of them, into this order.';
revoke execute on function public.reorder_services(uuid[]) from public, anon;
grant execute on function public.reorder_services(uuid[]) to authenticated, service_role;

insert into private.export_parts (place, name, title, query) values
  (12, 'services', 'Services', 'select title, description, price_pence, price_text, unit, category, created_at, updated_at from public.services where provider_id = $1 order by position');
