-- The service categories: the taxonomy of spec 2 section 3 as data, and which provider is in which.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 80 and strpos(name, '>') = 0),
  group_name text not null check (group_name = btrim(group_name) and char_length(group_name) between 1 and 80 and strpos(group_name, '>') = 0),
  display_order integer not null check (display_order >= 1),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (group_name, name)
);
comment on table public.categories is 'Subcategories by group; the source of every ''Main > Sub'' selection. Deleted means is_active false.';
create index categories_in_order on public.categories (group_name, display_order) where is_active;
create trigger categories_touch before update on public.categories
  for each row execute function private.touch_updated_at();

alter table public.categories enable row level security;
create policy "everybody reads active ones" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_admin()));
create policy "admins add" on public.categories for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
grant insert (name, group_name, display_order), update (name, group_name, display_order, is_active)
  on public.categories to authenticated;
grant all on public.categories to service_role;

create table public.provider_categories (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, category_id)
);
comment on table public.provider_categories is 'Which provider is in which category; follows profiles.categories by trigger.';
create index provider_categories_by_category on public.provider_categories (category_id, provider_id);

alter table public.provider_categories enable row level security;
create policy "owners and admins read" on public.provider_categories for select to authenticated
  using (provider_id = (select auth.uid()) or (select private.is_admin()));
revoke all on public.provider_categories from anon, authenticated;
grant select on public.provider_categories to authenticated;
grant all on public.provider_categories to service_role;

create function private.unknown_selection(selections text[]) returns text
language sql stable security definer set search_path = '' as $$
  select selection from unnest(selections) as selection
  where not (selection ~ '^Other: \S' and char_length(selection) <= 120)
    and not exists (
      select from public.categories c
      where selection = c.group_name or selection = c.group_name || ' > ' || c.name)
  limit 1
$$;
comment on function private.unknown_selection(text[]) is 'The first selection that is neither ''Main'', ''Main > Sub'' nor ''Other: text'', or null.';

create function private.check_selections() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text := private.unknown_selection(new.categories);
begin
  if unknown is not null then
    raise exception 'Unknown category: %', unknown
      using errcode = '23514', hint = 'Choose from the categories, or write ''Other: '' and your own words.';
  end if;
  return new;
end $$;
comment on function private.check_selections() is 'Trigger: only selections that the picker could have made.';
create trigger check_selections before insert or update of categories on public.profiles
  for each row execute function private.check_selections();

create function private.link_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.provider_categories where provider_id = new.id;
  if new.account_type = 'provider' then
    insert into public.provider_categories (provider_id, category_id)
    select new.id, c.id from public.categories c
    where c.is_active and (c.group_name = any (new.categories) or c.group_name || ' > ' || c.name = any (new.categories));
  end if;
  return new;
end $$;
comment on function private.link_categories() is 'Trigger: a selection of a whole main category links every category in it.';
create trigger link_categories after insert or update of categories, account_type on public.profiles
  for each row execute function private.link_categories();

insert into public.categories (group_name, name, display_order)
select group_name, name, position
from (values
  ('Cars/Vehicles', array['Breakdown/Recovery Service', 'Car Styling', 'Car Wash/Cleaning', 'Driving Lessons/Teaching', 'Mechanic/Garage', 'Tyre Service', 'Vehicle Hire']),
  ('Cleaning & Removal Services', array['Carpet Cleaning', 'Commercial Cleaning', 'Domestic Cleaning', 'House Clearance', 'Man/Woman with a Van', 'Post Construction Cleaning', 'Specialist Removal', 'Storage', 'Waste Removal', 'Window Cleaning']),
  ('Construction/Trade', array['Architecture', 'Bathroom Specialist', 'Bricklaying', 'Builder', 'Carpentry', 'Demolition', 'Electrician', 'Kitchen Specialist', 'Locksmith', 'Mechanical', 'Plastering/Rendering', 'Plumber', 'Project Management', 'Renovations', 'Roofing', 'Scaffolding', 'Specialist Tradesperson', 'Stoneworker/Stonemason', 'Window/Door Fitting']),
  ('Education', array['Apprenticeship Programmes', 'Professional Courses', 'Special Education Needs (SEN) Teacher', 'Tutoring']),
  ('Events', array['Adults Party', 'Commercial Events', 'Kids Party', 'Weddings']),
  ('Fitness, Health and Wellbeing', array['Boxing/MMA', 'Mental Health', 'Personal Training', 'Spa/Massage/Relaxation', 'Sports Massage']),
  ('Gardening and Outdoors', array['Driveway Paving', 'Garden Design', 'Garden Maintenance', 'Landscaping', 'Lawn Care Services', 'Planting', 'Tree Surgery']),
  ('Hair & Beauty', array['Beauty & cosmetics', 'Hairdresser/ Barber', 'Nails', 'Other']),
  ('IT', array['Computer Programming', 'Cyber Security', 'Graphic Design', 'Phone/Laptop/Electronic Repairs', 'Website/App Development', 'SEO Specialist']),
  ('Legal and Financial Services', array['Accountancy', 'Consultancy', 'Finance Management/Advice', 'Legal Services', 'Mortgage Advice']),
  ('Marketing & Advertising', array['Digital Advertising', 'Social Media Marketing/Management', 'Print Advertising', 'Radio Advertising', 'Brand Marketing', 'Direct Marketing']),
  ('Music, Photography and Visuals', array['Music Production', 'Photography', 'Recording Studio', 'Video editing', 'Videography']),
  ('Painting, Decorating and Interior Design', array['External Wall Painting', 'Interior Design', 'Internal Painting and Decorating', 'Wall Murals/Paint Effects']),
  ('Pets/Animals', array['Dog Day-care', 'Dog Training', 'Dog Walking'])
) as taxonomy (group_name, names),
unnest(names) with ordinality as listed (name, position);
