-- The categories screen: what follows from adding, renaming, moving, deleting, restoring and ordering.

create table private.removed_selections (
  category_id uuid not null references public.categories (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  place integer not null,
  primary key (category_id, profile_id)
);
comment on table private.removed_selections is 'Who had chosen a category when it was deleted, and at which place of their list: so that it can be restored (decision 26).';
create index removed_selections_of_profile on private.removed_selections (profile_id);
create index profiles_by_selection on public.profiles using gin (categories);

create function private.place_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The order within a group is the server's: two admins who add at once must not get one place.
  perform pg_advisory_xact_lock(hashtext('categories of ' || new.group_name));
  new.display_order := 1 + coalesce((
    select max(display_order) from public.categories
    where group_name = new.group_name and is_active and id <> new.id), 0);
  return new;
end $$;
comment on function private.place_category() is 'Trigger: what is new in a group stands at its end (spec 2 section 9).';
create trigger place_new before insert on public.categories
  for each row execute function private.place_category();
create trigger place_moved before update on public.categories
  for each row when (new.group_name <> old.group_name or (new.is_active and not old.is_active))
  execute function private.place_category();
alter table public.categories alter column display_order set default 1;

create function private.follow_category() returns trigger
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
      -- The group is gone: whoever chose all of it goes where its last category went.
      update public.profiles set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
      update public.jobs set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
    end if;
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
  -- Whole groups are not written into profiles, so what they reach is found anew.
  delete from public.provider_categories where category_id = new.id;
  if new.is_active then
    insert into public.provider_categories (provider_id, category_id)
      select p.id, new.id from public.profiles p
      where p.account_type = 'provider' and p.categories && array[new.group_name, becomes];
  end if;
  perform private.refresh_listing(id) from (
    select unnest(touched) as id
    union select provider_id from public.provider_categories where category_id = new.id) as affected;
  update public.jobs set categories = categories where status = 'open' and categories && array[old.group_name, new.group_name];
  return null;
end $$;
comment on function private.follow_category() is
  'Trigger: a name or group that changes is changed in every profile and job; deleting unlinks, restoring links again (decision 26).';
create trigger follow_category after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name or old.is_active <> new.is_active)
  execute function private.follow_category();

create function public.admin_reorder_categories(group_name text, category_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present uuid[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtext('categories of ' || admin_reorder_categories.group_name));
  present := array(select c.id from public.categories c
    where c.group_name = admin_reorder_categories.group_name and c.is_active order by c.id for update);
  if present is distinct from array(select id from unnest(category_ids) as id order by id) then
    raise exception 'The categories have changed meanwhile. Please look again.' using errcode = 'PT409';
  end if;
  update public.categories c set display_order = listed.place
    from unnest(category_ids) with ordinality as listed (id, place)
    where c.id = listed.id and c.display_order <> listed.place;
end $$;
comment on function public.admin_reorder_categories(text, uuid[]) is
  'Numbers a group''s active categories 1..n in the order given, in one transaction; refused unless all of them are there once.';
revoke execute on function public.admin_reorder_categories(text, uuid[]) from public, anon;
grant execute on function public.admin_reorder_categories(text, uuid[]) to authenticated, service_role;

create function public.admin_categories() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name,
        'is_active', c.is_active, 'usage_count', coalesce(used.count, 0))
      order by c.group_name, c.display_order, c.name), '[]')
    from public.categories c
    left join (select category_id, count(*) as count from public.provider_categories group by category_id) as used
      on used.category_id = c.id);
end $$;
comment on function public.admin_categories() is 'Every category, deleted ones too, in order, with the number of its providers.';
revoke execute on function public.admin_categories() from public, anon;
grant execute on function public.admin_categories() to authenticated, service_role;
