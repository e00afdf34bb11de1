-- Two categories become one: whoever and whatever chose the one that goes is in the one that is kept.

alter table public.categories
  add column merged_into uuid references public.categories (id) on delete set null,
  add constraint merged_ones_are_gone check (merged_into is null or (merged_into <> id and not is_active));
comment on column public.categories.merged_into is 'The category that took this one''s place: its address leads there, and so does whoever still chooses it.';
create index categories_merged on public.categories (merged_into);

create function private.restored_alone() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.merged_into := null;
  return new;
end $$;
comment on function private.restored_alone() is 'Trigger: a merged category that is restored stands for itself again. Who was moved stays where they are.';
create trigger restored_alone before update of is_active on public.categories
  for each row when (new.is_active and old.merged_into is not null) execute function private.restored_alone();

-- A merger writes its own line, with the reason and what was moved.
drop trigger trace on public.categories;
create trigger trace after insert on public.categories for each row execute function private.trace('id');
create trigger trace_change after update on public.categories
  for each row when (new.merged_into is null) execute function private.trace('id');

create function private.replace_selections(selections text[], gone text[], kept text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(selection order by place), '{}') from (
    select case when said = any (gone) then kept else said end as selection, min(place) as place
    from unnest(selections) with ordinality as t (said, place) group by 1) as replaced
  -- Who has the whole group of the one that is kept has it already.
  where selection <> kept or not (split_part(kept, ' > ', 1) = any (selections) and not split_part(kept, ' > ', 1) = any (gone))
$$;
comment on function private.replace_selections(text[], text[], text) is 'Selections with some of them replaced by one, in their order and none twice.';

create function private.kept_selection(selection text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select kept.group_name || ' > ' || kept.name
    from public.categories gone join public.categories kept on kept.id = gone.merged_into
    where gone.merged_into is not null and (gone.group_name || ' > ' || gone.name = selection
      or (gone.group_name = selection
        and not exists (select from public.categories c where c.group_name = selection and c.is_active)))
    order by gone.updated_at desc limit 1), selection)
$$;
comment on function private.kept_selection(text) is 'A selection as it stands after mergers: a merged category, or a group that was emptied by one, is the category that is kept.';

create function private.follow_mergers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name in ('jobs', 'services') then
    new.category := private.kept_selection(new.category);
  end if;
  if tg_table_name <> 'services' then
    new.categories := array(select selection from (
      select private.kept_selection(said) as selection, min(place) as place
      from unnest(new.categories) with ordinality as t (said, place) group by 1) as kept order by place);
  end if;
  return new;
end $$;
comment on function private.follow_mergers() is
  'Trigger, before all others: a form that was open during a merger, or a list that is imported later, still means the category that is kept.';
create trigger a_follow_mergers before insert or update of categories on public.profiles
  for each row execute function private.follow_mergers();
create trigger a_follow_mergers before insert or update of category, categories on public.jobs
  for each row execute function private.follow_mergers();
create trigger a_follow_mergers before insert or update of categories on public.job_alerts
  for each row execute function private.follow_mergers();
create trigger a_follow_mergers before insert or update of category on public.services
  for each row when (new.category is not null) execute function private.follow_mergers();

create function private.follow_category_in_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.job_alerts a
    set categories = array_replace(a.categories, old.group_name || ' > ' || old.name, new.group_name || ' > ' || new.name)
    where a.categories @> array[old.group_name || ' > ' || old.name];
  if not exists (select from public.categories c where c.group_name = old.group_name) then
    update public.job_alerts a set categories = array_replace(a.categories, old.group_name, new.group_name)
      where a.categories @> array[old.group_name];
  end if;
  return null;
end $$;
comment on function private.follow_category_in_alerts() is 'Trigger: a category that is renamed or moved is so in every job alert. A deleted one stays, for an alert without categories would tell of all jobs.';
create trigger follow_category_in_alerts after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name)
  execute function private.follow_category_in_alerts();

create function private.merging(category_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[c.group_name || ' > ' || c.name] || case when not exists (
      select from public.categories o where o.group_name = c.group_name and o.is_active and o.id <> c.id)
    then array[c.group_name] else '{}' end
  from public.categories c where c.id = category_id
$$;
comment on function private.merging(uuid) is 'The selections that a merger of this category replaces: its own, and its group''s when it is the last one there.';

create function private.category_reach(category_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'providers', (select count(*) from public.profiles where account_type = 'provider' and categories && chosen),
    'seekers', (select count(*) from public.profiles where account_type = 'client' and categories && chosen),
    'jobs', (select count(*) from public.jobs where categories && chosen),
    'alerts', (select count(*) from public.job_alerts where categories && chosen),
    'services', (select count(*) from public.services where category = any (chosen)))
  from private.merging(category_id) as chosen
$$;
comment on function private.category_reach(uuid) is 'How many chose a category themselves, by kind. Who chose its whole group keeps that, unless it is the last one there.';

create function public.admin_category_reach(category_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.categories c where c.id = category_id) then
    raise exception 'This category does not exist.' using errcode = 'PT404';
  end if;
  return private.category_reach(category_id);
end $$;
comment on function public.admin_category_reach(uuid) is 'What a merger of this category would move: providers, seekers, jobs, alerts and services.';

create function public.admin_merge_categories(gone_id uuid, kept_id uuid, reason text,
  gone_seen timestamptz default null, kept_seen timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  gone public.categories;
  kept public.categories;
  why text;
  chosen text[];
  becomes text;
  moved jsonb;
  old_words text[];
  new_words text[];
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  if gone_id = kept_id then
    raise exception 'A category cannot be merged into itself' using errcode = 'PT400';
  end if;
  -- The turn of private.take_turns_on_categories(), before any row is held.
  perform pg_advisory_xact_lock(hashtext('take_turns_on_categories'));
  select * into gone from public.categories where id = gone_id for update;
  select * into kept from public.categories where id = kept_id for update;
  if gone.id is null or kept.id is null then
    raise exception 'This category does not exist.' using errcode = 'PT404';
  end if;
  if not gone.is_active or not kept.is_active or gone.updated_at <> gone_seen or kept.updated_at <> kept_seen then
    raise exception 'These categories have changed since you opened them. Nothing was merged: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  chosen := private.merging(gone_id);
  becomes := kept.group_name || ' > ' || kept.name;
  moved := private.category_reach(gone_id);

  update public.profiles set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.jobs set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.job_alerts set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.services set category = becomes where category = any (chosen);
  -- Who lost it when it was deleted once has nothing to get back any more.
  delete from private.removed_selections r where r.category_id = gone_id;
  update public.categories set merged_into = kept_id where merged_into = gone_id;
  update public.categories set is_active = false, merged_into = kept_id where id = gone_id;

  -- What was typed for the one finds the other too; a synonym has at most three words.
  old_words := private.words_of(gone.name);
  new_words := private.words_of(kept.name);
  if cardinality(old_words) between 1 and 3 and cardinality(new_words) between 1 and 3 and old_words <> new_words then
    insert into public.search_synonyms (term, means)
    select term, array_to_string(new_words, ' ') from (
      select array_to_string(old_words, ' ') as term
      union select s.term from public.search_synonyms s where s.means = array_to_string(old_words, ' ')) as known
    where term <> array_to_string(new_words, ' ')
    on conflict do nothing;
  end if;

  perform private.record('merge', 'categories', gone_id::text,
    jsonb_build_object('name', gone.name, 'group_name', gone.group_name),
    jsonb_build_object('merged_into', becomes, 'moved', moved), why);
  return moved;
end $$;
comment on function public.admin_merge_categories(uuid, uuid, text, timestamptz, timestamptz) is
  'Merges one active category into another: profiles, jobs, alerts and services move, its synonyms and address follow. The updated_at that the caller saw refuse to merge what has changed since. Says how many were moved.';

create function public.category_moved(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select kept.name
  from public.categories gone join public.categories kept on kept.id = gone.merged_into and kept.is_active
  where gone.merged_into is not null and (private.slug_of(gone.name) = slug
    or (private.slug_of(gone.group_name) = slug
      and not exists (select from public.categories c where c.group_name = gone.group_name and c.is_active)))
  order by private.slug_of(gone.name) = slug desc, gone.updated_at desc limit 1
$$;
comment on function public.category_moved(text) is 'The name of the category that took the place of the one with this address; null when none did.';

create or replace function public.admin_categories() returns json
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

revoke execute on function public.admin_category_reach(uuid),
  public.admin_merge_categories(uuid, uuid, text, timestamptz, timestamptz) from public, anon;
grant execute on function public.admin_category_reach(uuid),
  public.admin_merge_categories(uuid, uuid, text, timestamptz, timestamptz) to authenticated, service_role;
revoke execute on function public.category_moved(text) from public;
grant execute on function public.category_moved(text) to anon, authenticated, service_role;
