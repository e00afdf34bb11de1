-- The job directory is searched by words and distance, in four orders; its cards say how many places there are.

drop function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz);

create function search.job_document(title text, description text, categories text[]) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select to_tsvector('pg_catalog.english', array_to_string(search.split_words(
    concat_ws(' ', title, description, array_to_string(categories, ' '))), ' '))
$$;
comment on function search.job_document(text,text,text[]) is
  'The words of a job by which it is found: title, description and categories, never its contact.';
-- Who writes a job computes its index.
grant execute on function search.job_document(text,text,text[]) to authenticated, service_role;

create index jobs_words on public.jobs using gin (search.job_document(title, description, categories)) where status = 'open';

create function search.job_query(typed text) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  words constant text[] := (search.split_words(left(typed, 200)))[:12];
  n constant integer := cardinality(words);
  asked tsquery;
  part tsquery;
  meaning tsquery;
begin
  for at in 1 .. n loop
    -- The last word may be unfinished.
    part := to_tsquery('pg_catalog.english', words[at] || case when at = n then ':*' else '' end);
    if numnode(part) > 0 then
      for meaning in select phraseto_tsquery('pg_catalog.english', s.means) from public.search_synonyms s where s.term = words[at] loop
        part := part || meaning;
      end loop;
      asked := coalesce(asked && part, part);
    end if;
  end loop;
  if n > 1 then
    for meaning in select phraseto_tsquery('pg_catalog.english', s.means) from public.search_synonyms s where s.term = array_to_string(words, ' ') loop
      asked := coalesce(asked || meaning, meaning);
    end loop;
  end if;
  return asked;
end $$;
comment on function search.job_query(text) is
  'What a job''s words must hold for typed text: every word, or what a synonym means by it; null if it says nothing.';

create function public.search_jobs(
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
  -- Up to so many jobs are looked for place by place; more are compared one by one. Tests set it.
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
  -- By number of the place; null where it is not known, or nothing is measured.
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
      -- Who gives a postcode means what is around it, as in the directory; and what says it in its name.
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
      return nobody;
    end if;
    if in_places <= few then
      conditions := ' and place_id = any ($2)';
    else
      meant := coalesce(meant, (select array_agg(strpos(name, place) > 0 order by id) from search.job_places));
      conditions := ' and ($3)[place_id + 1]';
    end if;
  end if;
  -- Any clears the bounds. Who asks for a type wants to see a number; 'fixed' is whatever is not by the hour.
  if budget_type <> 'any' then
    budgets := case budget_type when 'hourly' then ' and budget_type = ''h''' when 'fixed' then ' and budget_type in (''f'', ''r'')'
        else ' and budget_type <> ''-''' end
      || case when coalesce(lowest, 0) <= 0 then '' else ' and budget_max >= $4' end
      || case when highest is null then '' else ' and budget_min <= $5' end;
    conditions := conditions || budgets;
  end if;
  -- Every job of a place that holds the letter is counted under it, whatever its place.
  of_letter := coalesce(char_length(place) = 1 and of_category = 0 and posted_after is null and asked is null and in_places > few, false);
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= search.day_number($6)';
  end if;
  if asked is not null then
    matching := array(select j.id from public.jobs j
      where j.status = 'open' and search.job_document(j.title, j.description, j.categories) @@ asked);
    conditions := conditions || ' and job_id = any ($12)';
  end if;
  -- Of one kind alone the counts are kept, but for the newest changes; what is asked together is counted.
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
          -- An amount for the whole job before one by the hour, and both before none.
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
comment on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz,text,integer,text) is
  'A page of the job directory: {total, jobs, place}. Category is a selection, location part of a place''s name or the middle of so many miles, bounds are in pence and find jobs whose own overlap them (P-23). The order is newest, nearest (10 miles if none are given), budget (highest first) or closing (soonest first). A page of 0 only counts.';
grant execute on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz,text,integer,text) to anon, authenticated;

create or replace function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date, 'pictures', job.pictures, 'expires_at', job.expires_at, 'reveal_limit', job.reveal_limit, 'reveals_left', case when job.reveal_limit is not null then greatest(0,
      job.reveal_limit - (select count(*) from public.job_contact_reveals r where r.job_id = job.id)) end)
$$;

drop trigger invalidate_responses on public.search_synonyms;
drop trigger invalidate_responses_on_update on public.search_synonyms;
create trigger invalidate_responses after insert or delete on public.search_synonyms
  for each row execute function private.invalidate_cache('directory', 'jobs');
create trigger invalidate_responses_on_update after update on public.search_synonyms
  for each row when (old.* is distinct from new.*) execute function private.invalidate_cache('directory', 'jobs');
