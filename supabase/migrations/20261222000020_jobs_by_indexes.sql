-- Posting a job costs less: categories are found by their index, and a facet's parts only once.

create or replace function private.unknown_selection(selections text[]) returns text
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

create or replace function private.current_selection(selection text) returns text
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

create or replace function private.apply_category_mergers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name in ('jobs', 'services') then
    new.category := private.current_selection(new.category);
  end if;
  if tg_table_name <> 'services' then
    new.categories := case when cardinality(new.categories) = 1 then array[private.current_selection(new.categories[1])]
      else array(select selection from (
        select private.current_selection(chosen) as selection, min(place) as place
        from unnest(new.categories) with ordinality as t (chosen, place) group by 1) as current order by place) end;
  end if;
  return new;
end $$;

create or replace function search.update_job_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.id, old.id);
  place text;
  place_number integer;
  categories integer[];
  posted_day constant integer := search.day_number(new.posted_date);
  lowest constant integer := coalesce(new.budget_min, 0);
  highest constant integer := coalesce(new.budget_max, 2147483647);
  kind constant "char" := coalesce(left(new.budget_type, 1), '-');
begin
  -- Shared by writers, who wait for nobody but a rebuild.
  perform pg_advisory_xact_lock_shared(hashtext('update_job_facets'));
  if tg_op <> 'INSERT' then
    with gone as (delete from search.job_facets where job_id = changed returning *)
    insert into search.job_count_changes (category_id, day, place_id, budget_min, budget_max, budget_type, jobs)
    select category_id, day, place_id, budget_min, budget_max, budget_type, -1 from gone;
  end if;
  if tg_op = 'DELETE' or new.status <> 'open' then
    return null;
  end if;
  place := coalesce(search.normalise_place(new.location), '');
  place_number := (select p.id from search.job_places p where p.name = place);
  categories := array(select c.id from search.job_categories c where c.key = any (new.category_keys));
  if place_number is null or cardinality(categories) < cardinality(new.category_keys) then
    -- Numbers have no gaps: one writer after the other.
    perform pg_advisory_xact_lock(hashtext('number_job_places'));
    insert into search.job_places (id, name) values ((select max(id) + 1 from search.job_places), place) on conflict (name) do nothing;
    insert into search.job_categories (id, key)
    select (select max(id) from search.job_categories) + row_number() over (), wanted.key
    from unnest(new.category_keys) as wanted (key)
    where not exists (select from search.job_categories c where c.key = wanted.key);
    place_number := (select p.id from search.job_places p where p.name = place);
    categories := array(select c.id from search.job_categories c where c.key = any (new.category_keys));
  end if;
  categories := 0 || categories;
  insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select category, posted_day, place_number, lowest, highest, kind, new.posted_date, new.id from unnest(categories) as category;
  insert into search.job_count_changes (category_id, day, place_id, budget_min, budget_max, budget_type, jobs)
  select category, posted_day, place_number, lowest, highest, kind, 1 from unnest(categories) as category;
  return null;
end $$;
