-- Categories: the two levels that providers and jobs are filed under.

-- Taxonomy ------------------------------------------------------------------------------------------------------------

create function private.slugify(title text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(lower(regexp_replace(normalize(title, NFKD), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]', '-', 'g')
$$;
comment on function private.slugify(text) is
  'A category''s or group''s name as it is in addresses (spec 2 section 2); slugOf() in domain/categories/categories.ts has the same rule.';

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and name ~ '\S' and char_length(name) <= 80 and strpos(name, '>') = 0),
  group_name text not null check (group_name = btrim(group_name) and group_name ~ '\S' and char_length(group_name) <= 80 and strpos(group_name, '>') = 0),
  display_order integer not null default 1 check (display_order >= 1),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  merged_into uuid references public.categories (id) on delete set null,
  unique (group_name, name),
  constraint merged_ones_are_gone check (merged_into is null or (merged_into <> id and not is_active))
);
comment on table public.categories is
  'Subcategories by group; the source of every ''Main > Sub'' selection. Deleted means is_active false.';
comment on column public.categories.merged_into is
  'The category that this one was merged into: its address leads there, and later selections of it become that one.';
create index categories_in_order on public.categories (group_name, display_order) where is_active;
create index categories_merged on public.categories (merged_into);
create unique index categories_by_slug on public.categories (private.slugify(name)) where is_active;
grant select on public.categories to anon, authenticated;
grant insert (name, group_name, display_order) on public.categories to authenticated;
grant update (name, group_name, display_order, is_active) on public.categories to authenticated;

create function private.load_categories(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into public.categories (group_name, name)
  select given.key, names.name from jsonb_each(content::jsonb) as given, jsonb_array_elements_text(given.value) with ordinality as names (name, nr)
  where not exists (select from public.categories) order by given.key, names.nr
$$;
comment on function private.load_categories(text,text) is
  'What a new site begins with, supabase/seed/categories.json. From then on the categories are the admins''.';

create policy "everyone reads active categories" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_admin()));
create policy "admins add" on public.categories for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.cascade_category_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was text := old.group_name || ' > ' || old.name;
  becomes text := new.group_name || ' > ' || new.name;
  emptied boolean := old.group_name <> new.group_name
    and not exists (select from public.categories where group_name = old.group_name);
  touched uuid[];
begin
  touched := array(select provider_id from public.provider_categories where category_id = new.id);
  if was <> becomes then
    update public.profiles set categories = array_replace(categories, was, becomes) where categories @> array[was];
    update public.jobs set categories = array_replace(categories, was, becomes) where categories @> array[was];
    if emptied then
      -- The group no longer exists: a selection of the whole group follows its last category.
      update public.profiles set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
      update public.jobs set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
      update public.services set category = new.group_name where category = old.group_name;
    end if;
  end if;
  if was <> becomes or not new.is_active then
    update public.services set category = case when new.is_active then becomes end where category = was;
  end if;
  if old.is_active and not new.is_active then
    insert into private.removed_selections (category_id, profile_id, place)
      select new.id, p.id, array_position(p.categories, becomes) from public.profiles p where p.categories @> array[becomes]
      on conflict (category_id, profile_id) do update set place = excluded.place;
    update public.profiles set categories = array_remove(categories, becomes) where categories @> array[becomes];
  elsif new.is_active and not old.is_active then
    update public.profiles p set categories = p.categories[:r.place - 1] || becomes || p.categories[r.place:]
      from private.removed_selections r
      where r.category_id = new.id and p.id = r.profile_id
        and not p.categories @> array[becomes] and cardinality(p.categories) < 40;
    delete from private.removed_selections where category_id = new.id;
  end if;
  -- A profile names a whole group, not its categories, so the providers of this category are worked out again.
  delete from public.provider_categories where category_id = new.id;
  if new.is_active then
    insert into public.provider_categories (provider_id, category_id)
      select p.id, new.id from public.profiles p
      where p.account_type = 'provider' and p.categories && array[new.group_name, becomes];
  end if;
  perform search.refresh_listing(id) from (
    select unnest(touched) as id
    union select provider_id from public.provider_categories where category_id = new.id) as affected;
  update public.jobs set categories = categories where status = 'open' and categories && array[old.group_name, new.group_name];
  return null;
end $$;
comment on function private.cascade_category_change() is
  'Trigger: a name or group that changes is changed in every profile, job and service; deleting unlinks, restoring links again (P-26).';

create trigger cascade_category_change after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name or old.is_active <> new.is_active)
  execute function private.cascade_category_change();

create function private.serialise_category_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('serialise_category_changes'));
  return null;
end $$;
comment on function private.serialise_category_changes() is
  'Trigger: changes that private.cascade_category_change() carries on are made one after the other. Numbering alone needs no turn.';

create trigger serialise_category_changes before insert or update of name, group_name, is_active on public.categories
  for each statement execute function private.serialise_category_changes();

create function private.check_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A merged category that is restored is no longer merged. Selections that were moved are not moved back.
  if new.is_active then
    new.merged_into := null;
  end if;
  if new.is_active and (new.name, new.group_name, new.is_active) is distinct from (old.name, old.group_name, old.is_active) then
    perform private.check_category_name(new);
  end if;
  if tg_op = 'INSERT' or new.group_name <> old.group_name or (new.is_active and not old.is_active) then
    -- The order within a group is the server's: two admins who add at once must not get one place.
    perform pg_advisory_xact_lock(hashtext('categories of ' || new.group_name));
    new.display_order := 1 + coalesce((
      select max(display_order) from public.categories
      where group_name = new.group_name and is_active and id <> new.id), 0);
  end if;
  return new;
end $$;
comment on function private.check_category() is
  'Trigger: the rules of its name, and a new category is the last of its group (spec 2 section 9).';

create trigger check_category before insert or update on public.categories
  for each row execute function private.check_category();

create function private.check_category_name(item public.categories) returns void
language plpgsql security definer set search_path = '' as $$
declare
  taken record;
begin
  -- The turn of private.serialise_category_changes() shows what other admins have added.
  if exists (select from public.categories c where not c.is_active and c.id <> item.id
      and c.group_name = item.group_name and c.name = item.name) then
    raise exception 'Please restore "%" in % instead: it was deleted there.', item.name, item.group_name using errcode = 'PT409';
  end if;
  with others as (
    select c.name, c.group_name from public.categories c where c.is_active and c.id <> item.id),
  names (name, of_group) as (
    select name, group_name from others
    union all select distinct group_name, null from others),
  wanted (name, is_group) as (values (item.name, false), (item.group_name, true))
  select wanted.name as wanted, wanted.is_group, names.name, names.of_group,
    private.fold(wanted.name) = private.fold(names.name) as is_same into taken
  from wanted join (table names union all select item.group_name, null) as names
    on private.slugify(names.name) = private.slugify(wanted.name) or private.fold(names.name) = private.fold(wanted.name)
  where not (wanted.is_group and names.of_group is null and names.name = wanted.name)
  order by wanted.is_group desc, names.of_group nulls first limit 1;
  if found then
    raise exception 'Please choose another name: %.', case
      when not taken.is_same then format('"%s" would have the web address of the %s', taken.wanted,
        case when taken.of_group is null then format('group "%s"', taken.name)
          else format('category "%s" in %s', taken.name, taken.of_group) end)
      when taken.of_group is null then format('there is a group "%s" already', taken.name)
      else format('there is a category "%s" in %s already', taken.name, taken.of_group) end using errcode = 'PT409';
  end if;
end $$;
comment on function private.check_category_name(public.categories) is
  'Refuses a name or group, and so a web address, that another active category or group has, whatever the case.';

create trigger log_admin_change after insert or update on public.categories
  for each row when (new.merged_into is null) execute function audit.log_admin_change('id');

-- Selections ----------------------------------------------------------------------------------------------------------

create function private.unknown_selection(selections text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  selection text;
begin
  -- One by one: a join with the list would read every category.
  foreach selection in array coalesce(selections, '{}') loop
    if not (selection ~ '^Other: \S' and char_length(selection) <= 120) and not exists (
        select from public.categories c
        where c.group_name = split_part(selection, ' > ', 1) and selection in (c.group_name, c.group_name || ' > ' || c.name)) then
      return selection;
    end if;
  end loop;
  return null;
end $$;
comment on function private.unknown_selection(text[]) is
  'The first selection that is neither ''Main'', ''Main > Sub'' nor ''Other: text'', or null.';

create function private.unknown_category_error(selection text) returns text
language sql immutable strict set search_path = '' as $$
  select format('There is no category "%s". Please choose one from the list.', selection)
$$;
comment on function private.unknown_category_error(text) is 'The refusal of a category that does not exist; null for null.';

create function private.category_keys(selections text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct key), '{}') from (
    select selection as key from unnest(selections) as selection
    union select split_part(selection, ' > ', 1) from unnest(selections) as selection where selection not like 'Other: %'
    union select c.group_name || ' > ' || c.name from public.categories c
      where c.is_active and c.group_name = any (selections)) as keys
$$;
comment on function private.category_keys(text[]) is
  'Selections spread out for filtering: ''Main > Sub'' also counts as ''Main'', and ''Main'' as each of its subs.';

create function private.replace_selections(selections text[], merged text[], target text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(selection order by place), '{}') from (
    select case when chosen = any (merged) then target else chosen end as selection, min(place) as place
    from unnest(selections) with ordinality as t (chosen, place) group by 1) as result
  -- A selection of the target's whole group includes it already.
  where selection <> target or not (split_part(target, ' > ', 1) = any (selections) and not split_part(target, ' > ', 1) = any (merged))
$$;
comment on function private.replace_selections(text[],text[],text) is
  'Selections with some of them replaced by one, in their order and none twice.';

-- Providers in categories ---------------------------------------------------------------------------------------------

create table public.provider_categories (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, category_id)
);
comment on table public.provider_categories is
  'Which provider is in which category; follows profiles.categories by trigger.';
create index provider_categories_by_category on public.provider_categories (category_id, provider_id);
grant select on public.provider_categories to authenticated;
create policy "owners and admins read" on public.provider_categories for select to authenticated
  using (provider_id = (select auth.uid()) or (select private.is_admin()));

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
comment on function private.link_categories() is
  'Trigger: a selection of a whole main category links every category in it.';

create trigger link_categories after insert or update of categories, account_type on public.profiles
  for each row execute function private.link_categories();

-- Changing a category -------------------------------------------------------------------------------------------------

create table private.removed_selections (
  category_id uuid not null references public.categories (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  place integer not null,
  primary key (category_id, profile_id)
);
comment on table private.removed_selections is
  'Who had chosen a category when it was deleted, and at which place of their list: so that it can be restored (P-26).';
create index removed_selections_of_profile on private.removed_selections (profile_id);

-- Merging -------------------------------------------------------------------------------------------------------------

create function private.current_selection(selection text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  main constant text := split_part(selection, ' > ', 1);
  successor uuid;
begin
  select c.merged_into into successor from public.categories c
  where c.group_name = main and c.merged_into is not null and (c.group_name || ' > ' || c.name = selection
    or (main = selection and not exists (select from public.categories o where o.group_name = main and o.is_active)))
  order by c.updated_at desc limit 1;
  if successor is null then
    return selection;
  end if;
  return (select c.group_name || ' > ' || c.name from public.categories c where c.id = successor);
end $$;
comment on function private.current_selection(text) is
  'A selection after mergers: a merged category, or a group that a merger emptied, becomes the category that it was merged into.';

create function private.current_selections(selections text[], most integer) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Each is looked up, so that a long list would cost seconds before a check of its column refuses it.
  if cardinality(selections) > most then
    raise exception 'Please choose at most % categories', most using errcode = '23514';
  end if;
  return array(select selection from (
    select private.current_selection(chosen) as selection, min(place) as place
    from unnest(selections) with ordinality as t (chosen, place) group by 1) as current order by place);
end $$;
comment on function private.current_selections(text[],integer) is
  'At most so many selections, after mergers: a form may have been open during one, and an import come later.';

create function private.merged_selections(category_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[c.group_name || ' > ' || c.name] || case when not exists (
      select from public.categories o where o.group_name = c.group_name and o.is_active and o.id <> c.id)
    then array[c.group_name] else '{}' end
  from public.categories c where c.id = category_id
$$;
comment on function private.merged_selections(uuid) is
  'The selections that a merger of this category replaces: its own, and its group''s when it is the last one there.';

create function private.category_reach(category_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'providers', (select count(*) from public.profiles where account_type = 'provider' and categories && chosen),
    'seekers', (select count(*) from public.profiles where account_type = 'client' and categories && chosen),
    'jobs', (select count(*) from public.jobs where categories && chosen),
    'services', (select count(*) from public.services where category = any (chosen)))
  from private.merged_selections(category_id) as chosen
$$;
comment on function private.category_reach(uuid) is
  'How many selected a category itself, by kind. Selections of its whole group count only if it is the group''s last one.';

create function public.admin_category_reach(category_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.refuse_if(not exists (select from public.categories c where c.id = category_id),
    'PT404', 'This category no longer exists. Please reload the page.');
  return private.category_reach(category_id);
end $$;
comment on function public.admin_category_reach(uuid) is
  'What a merger of this category would move: providers, seekers, jobs and services.';

create function public.admin_merge_categories(
  from_id uuid, into_id uuid, reason text, from_seen timestamptz default null, into_seen timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  source public.categories;
  target public.categories;
  chosen text[];
  becomes text;
  moved jsonb;
  old_words text[];
  new_words text[];
begin
  perform private.refuse_if(from_id = into_id, 'PT400', 'A category cannot be merged into itself. Please choose another one.');
  -- The turn of private.serialise_category_changes(), before any row is held.
  perform pg_advisory_xact_lock(hashtext('serialise_category_changes'));
  select * into source from public.categories where id = from_id for update;
  select * into target from public.categories where id = into_id for update;
  perform private.refuse_if(source.id is null or target.id is null,
    'PT404', 'This category no longer exists. Please reload the page.');
  perform private.refuse_if_stale('category', source.updated_at, from_seen);
  perform private.refuse_if_stale('category', target.updated_at, into_seen);
  perform private.refuse_if(not source.is_active or not target.is_active,
    'PT409', 'One of these categories has been deleted, so nothing was merged. Please reload the page and try again.');
  chosen := private.merged_selections(from_id);
  becomes := target.group_name || ' > ' || target.name;
  moved := private.category_reach(from_id);

  update public.profiles set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.jobs set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.services set category = becomes where category = any (chosen);
  -- Restoring it does not give it back to accounts that lost it at an earlier deletion.
  delete from private.removed_selections r where r.category_id = from_id;
  update public.categories set merged_into = into_id where merged_into = from_id;
  update public.categories set is_active = false, merged_into = into_id where id = from_id;

  -- A search for the old name finds the new one too; a synonym has at most three words.
  old_words := search.split_words(source.name);
  new_words := search.split_words(target.name);
  if cardinality(old_words) between 1 and 3 and cardinality(new_words) between 1 and 3 and old_words <> new_words then
    insert into search.synonyms (term, means)
    select term, array_to_string(new_words, ' ') from (
      select array_to_string(old_words, ' ') as term
      union select s.term from search.synonyms s where s.means = array_to_string(old_words, ' ')) as known
    where term <> array_to_string(new_words, ' ')
    on conflict do nothing;
  end if;

  perform audit.record('merge', 'categories', from_id::text,
    jsonb_build_object('name', source.name, 'group_name', source.group_name),
    jsonb_build_object('merged_into', becomes, 'moved', moved), why);
  return moved;
end $$;
comment on function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz) is
  'Merges one active category into another: profiles, jobs and services move, its synonyms and address follow. The updated_at that the caller saw refuse to merge what has changed since. Says how many were moved.';

-- Category page -------------------------------------------------------------------------------------------------------

create function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  with listed as materialized (
    select l.provider_id, l.created_at, l.position, l.place, l.town, l.reach, l.served, l.categories, l.rating_average,
      l.rating_count, l.rating_score
    from search.listings l
    where l.document @@ search.category_query(category_page.category) and l.membership_end > now()),
  spelt as materialized (
    select town, btrim(regexp_replace(search.place_letters(town), '[^a-z0-9]+', '-', 'g'), '-') as slug
    from (select distinct town from listed) as written),
  here as materialized (select * from listed left join spelt using (town)),
  located as (select distinct on (place) place, position from here),
  centre as materialized (
    select position, search.places_around(position) as around from located
    where place = (select mode() within group (order by place) from here where slug = town_slug)),
  chosen as materialized (
    select here.*, slug is distinct from town_slug as covers from here
    where town_slug is null or slug = town_slug or exists (select from centre where search.covers(reach, served, centre.position, centre.around))),
  by_town as (
    select slug, name, providers, round(located.position <-> (select position from centre))::int as miles
    from (select slug, mode() within group (order by town) as name, mode() within group (order by place) as place,
        count(*)::int as providers
      from here where slug <> '' and slug is distinct from town_slug group by slug) as other
    left join located using (place)
    order by miles, providers desc, slug limit least(greatest(towns, 0), 1000))
  select json_build_object(
    'total', (select count(*) from chosen),
    'rated', (select count(*) from chosen where rating_count > 0),
    'rating_count', (select coalesce(sum(rating_count), 0) from chosen),
    'rating_average', (select round(sum(rating_average * rating_count) / nullif(sum(rating_count), 0), 2) from chosen),
    'town', (select mode() within group (order by town) from here where slug = town_slug),
    'towns', (select coalesce(json_agg(by_town order by miles, providers desc, slug), '[]') from by_town),
    'parts', (select coalesce(json_object_agg(key, providers), '{}') from (
      select key, count(*)::int as providers from chosen, unnest(categories) as key
      where key like '% > %' group by key) as parts),
    'providers', (select coalesce(json_agg(json_build_object(
        'user_id', p.user_id, 'name', p.name, 'title', p.title, 'bio', left(p.bio, 160), 'image_url', p.image_url,
        'business_name', p.business_name, 'location', p.location, 'rating_average', p.rating_average, 'rating_count', p.rating_count,
        'main_category', p.main_category, 'picture', p.picture, 'price_pence', offer.price_pence, 'price_unit', offer.price_unit,
        'hours', offer.hours, 'covers', town_slug is not null and best.covers)
        order by best.rating_score desc, best.created_at desc, best.provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 6) as best
      join public.public_providers p on p.user_id = best.provider_id
      cross join lateral search.card_offer(best.provider_id) as offer)));
end $$;
comment on function public.category_page(text,text,integer) is
  'What a category''s page shows, for the whole country or one town (who is there, and whose area covers it): how many are listed, their ratings, the six best (whole rows of two and of three), each subcategory''s count, and the other towns: with the most of them, or for a town the nearest.';

create function public.category_moved(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select target.name
  from public.categories merged join public.categories target on target.id = merged.merged_into and target.is_active
  where private.slugify(merged.name) = slug
    or (private.slugify(merged.group_name) = slug
      and not exists (select from public.categories c where c.group_name = merged.group_name and c.is_active))
  order by private.slugify(merged.name) = slug desc, merged.updated_at desc limit 1
$$;
comment on function public.category_moved(text) is
  'The name of the category that took the place of the one with this address; null when none did.';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_reorder_categories(group_name text, category_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present uuid[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtext('categories of ' || admin_reorder_categories.group_name));
  present := array(select c.id from public.categories c
    where c.group_name = admin_reorder_categories.group_name and c.is_active order by c.id for update);
  perform private.refuse_if(present is distinct from array(select id from unnest(category_ids) as id order by id),
    'PT409', 'The categories have changed since you opened them, so nothing was saved. Please reload the page and try again.');
  update public.categories c set display_order = listed.place
    from unnest(category_ids) with ordinality as listed (id, place)
    where c.id = listed.id and c.display_order <> listed.place;
end $$;
comment on function public.admin_reorder_categories(text,uuid[]) is
  'Numbers a group''s active categories 1..n in the order given, in one transaction; refused unless all of them are there once.';

create function public.admin_categories() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name,
        'is_active', c.is_active, 'updated_at', c.updated_at, 'merged_into', kept.name, 'usage_count', coalesce(used.count, 0))
      order by c.group_name, c.display_order, c.name), '[]')
    from public.categories c
    left join public.categories kept on kept.id = c.merged_into
    left join (select category_id, count(*) as count from public.provider_categories group by category_id) as used
      on used.category_id = c.id);
end $$;
comment on function public.admin_categories() is
  'Every category, deleted ones too, in order, with the number of its providers.';
