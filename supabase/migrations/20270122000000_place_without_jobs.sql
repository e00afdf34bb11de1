-- A search for jobs says where it looked, also when it found none there.

create or replace function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any', budget_min integer default
  null, budget_max integer default null, page_size integer default 5, page_offset integer default 0, posted_after
  timestamptz default null, words text default null, within integer default null, sort text default 'newest'
) returns json
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  size constant int := least(greatest(coalesce(page_size, 5), 0), 50);
  skip constant bigint := greatest(coalesce(page_offset, 0), 0);
  wanted constant text := coalesce(btrim(left(category, 170)), '');
  place constant text := search.normalise_place(location);
  -- Up to this many jobs are found by the index of places; for more, each job is compared. Tests set it.
  few constant int := coalesce(nullif(current_setting('jobs.few', true), '')::int, 8000);
  of_category int := (select id from search.job_categories where key = wanted);
  here_latitude real;
  here_longitude real;
  here_name text;
  here_area text;
  places int[];
  meant boolean[];
  in_places bigint;
  swapped constant boolean := coalesce(search_jobs.budget_min > search_jobs.budget_max, false);
  lowest constant int := case when swapped then search_jobs.budget_max else search_jobs.budget_min end;
  highest constant int := case when swapped then search_jobs.budget_min else search_jobs.budget_max end;
  conditions text := '';
  of_letter boolean := false;
  budgets text := '';
  days text;
  total bigint;
  newest int;
  oldest int;
  before bigint;
  ids uuid[];
  asked constant tsquery := search.job_query(words);
  matching uuid[];
  miles constant int := least(greatest(coalesce(within, 10), 1), 200);
  -- Indexed by the place's number; null where its position is unknown, or no distance is needed.
  distances real[];
  nobody constant json := json_build_object('total', 0, 'jobs', '[]'::json);
begin
  if budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed') then
    raise exception 'Please choose a budget type: any, range, hourly or fixed.' using errcode = '22023';
  end if;
  if sort is null or sort not in ('newest', 'nearest', 'budget', 'closing') then
    raise exception 'Please choose an order: newest, nearest, budget or closing.' using errcode = '22023';
  end if;
  if of_category is null or (asked is null and search.normalise_place(words) is not null) then
    return nobody;
  end if;
  if place is not null then
    if within is not null or sort = 'nearest' or search.outward_code(place) is not null then
      select l.latitude, l.longitude, l.name, l.area into here_latitude, here_longitude, here_name, here_area
      from search.locate(place) as l;
    end if;
    if here_latitude is not null then
      -- A postcode means the places around it, as in the directory, and those that have it in their names.
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id), array_agg(away order by id)
        into places, in_places, meant, distances
      from (select id, jobs, away, strpos(name, place) > 0 or coalesce(away <= miles, false) as hit
        from (select id, name, jobs, search.distance_in_miles(here_latitude, here_longitude, latitude, longitude) as away
          from search.counted_job_places) as measured) as compared;
    elsif char_length(place) < 3 then
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0 as hit from search.counted_job_places) as compared;
    else
      select array_agg(id), sum(jobs) into places, in_places from search.counted_job_places
      where name like '%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%' and jobs > 0;
    end if;
    if places is null then
      return case when here_latitude is null then nobody else json_build_object('total', 0, 'jobs', '[]'::json,
        'place', json_build_object('name', here_name, 'area', here_area, 'within', miles)) end;
    end if;
    if in_places <= few then
      conditions := ' and place_id = any ($2)';
    else
      meant := coalesce(meant, (select array_agg(strpos(name, place) > 0 order by id) from search.job_places));
      conditions := ' and ($3)[place_id + 1]';
    end if;
  end if;
  -- 'any' ignores the bounds. Other types leave out jobs without a budget; 'fixed' is every budget that is not by the hour.
  if budget_type <> 'any' then
    budgets := case budget_type when 'hourly' then ' and budget_type = ''h''' when 'fixed' then ' and budget_type in (''f'', ''r'')'
        else ' and budget_type <> ''-''' end
      || case when coalesce(lowest, 0) <= 0 then '' else ' and budget_max >= $4' end
      || case when highest is null then '' else ' and budget_min <= $5' end;
    conditions := conditions || budgets;
  end if;
  -- For a single letter there are counts of all jobs whose place contains it.
  of_letter := coalesce(char_length(place) = 1 and of_category = 0 and posted_after is null and asked is null and in_places > few, false);
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= search.day_number($6)';
  end if;
  if asked is not null then
    matching := array(select j.id from public.jobs j
      where j.status = 'open' and search.job_document(j.title, j.description, j.categories) @@ asked);
    conditions := conditions || ' and job_id = any ($12)';
  end if;
  -- Stored counts plus the newest changes answer a search by one condition; combinations are counted from the facets.
  days := case
    when conditions = '' then 'select day, jobs from search.job_counts_by_category where category_id = $1'
    when of_letter then 'select day, jobs from search.job_counts_by_letter where letter = $11'
      || case when budgets = '' then ' and budget_type = ''*''' else budgets || ' and budget_type <> ''*''' end
    when of_category > 0 or posted_after is not null or asked is not null or (places is not null and (in_places <= few or budget_type <> 'any')) then null
    when places is not null then 'select day, jobs from search.job_counts_by_place where true' || conditions
    else 'select day, jobs from search.job_counts_by_budget where true' || conditions end;
  days := 'select day, sum(jobs) as jobs from ('
    || coalesce(days || ' union all select day, jobs from search.job_count_changes where category_id = $1',
      'select day, 1 as jobs from search.job_facets'
        || case when of_category = 0 then '_all where true' else '_by_category where category_id = $1' end)
    || conditions || ') as counted group by day';
  execute 'with days as (' || days || '), placed as (select day, jobs, sum(jobs) over (order by day desc) - jobs as before from days)
    select coalesce(sum(jobs), 0), max(day) filter (where asked), min(day) filter (where asked), min(before) filter (where asked)
    from (select *, before < $7 + $8 and before + jobs > $7 as asked from placed) as seen'
    into total, newest, oldest, before
    using of_category, places, meant, lowest, highest, posted_after, skip, size, null, null, place, matching;
  if newest is not null and sort <> 'newest' then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' order by '
        || case sort when 'nearest' then '($11)[place_id + 1] nulls last'
          when 'closing' then '(select j.expires_at from public.jobs j where j.id = job_id)'
          -- Amounts for the whole job come before hourly ones, and both before jobs without a budget.
          else 'budget_type = ''-'', budget_type = ''h'', case when budget_max < 2147483647 then budget_max else budget_min end desc' end
        || ', day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, null, null, size, skip, distances, matching;
  elsif newest is not null then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before, null, matching;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(case when distances is null then private.job_card(j) else (private.job_card(j)::jsonb
      || jsonb_build_object('miles', round(distances[f.place_id + 1]::numeric)))::json end order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id
    left join search.job_facets_all f on f.job_id = j.id where j.status = 'open'), '[]'),
    'place', case when here_latitude is not null then json_build_object('name', here_name, 'area', here_area, 'within', miles) end);
end $$;
