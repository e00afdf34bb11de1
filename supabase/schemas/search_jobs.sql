-- Search: open jobs, by facets and counts of days.

-- The ids have no gaps, because a search passes one array with a flag for each place.
create table search.job_places (
  id integer primary key,
  name text not null unique,
  jobs integer not null default 0,
  latitude real,
  longitude real
);
comment on table search.job_places is
  'Every place that a job ever named, with how many open jobs were there when the changes were last added up
(search.counted_job_places gives the present number). Number 0 is no place.';
comment on column search.job_places.latitude is
  'Where the place is, as far as it is known; what is around a postcode is found by it.';
create index job_places_letters on search.job_places using gin (replace(name, ',', '') extensions.gin_trgm_ops);

insert into search.job_places (id, name) values
  (0, '');

create table search.job_categories (
  id integer primary key,
  key text not null unique
);
comment on table search.job_categories is 'Every category that a job ever had. Number 0 is all of them.';

insert into search.job_categories (id, key) values
  (0, '');

create table search.job_facets (
  category_id integer not null,
  day integer not null,
  place_id integer not null,
  budget_min integer not null,
  budget_max integer not null,
  budget_type "char" not null,
  posted_date timestamptz not null,
  job_id uuid not null,
  primary key (job_id, category_id)
) partition by list (category_id);
comment on table search.job_facets is
  'Each open job under category 0 (all) and under each of its own; updated by triggers. A missing bound of the budget is 0 or the largest integer; type ''-'' means that no figure was stated.';
create index job_facets_in_order on search.job_facets (category_id, day desc, posted_date desc, job_id);
create index job_facets_by_place on search.job_facets (category_id, place_id) include (day, budget_min, budget_max, budget_type);

create table search.job_facets_all partition of search.job_facets for values in (0);
comment on table search.job_facets_all is 'Every open job once.';

create table search.job_facets_by_category partition of search.job_facets default;
comment on table search.job_facets_by_category is 'Every open job once for each of its categories.';

create table search.job_counts_by_category (
  category_id integer not null,
  day integer not null,
  jobs integer not null,
  primary key (category_id, day)
);
comment on table search.job_counts_by_category is
  'The number of open jobs of each category by day, so that the plain directory need not count them for each visitor.';

create table search.job_counts_by_place (
  place_id integer not null,
  day integer not null,
  jobs integer not null,
  primary key (place_id, day)
);
comment on table search.job_counts_by_place is
  'How many open jobs of each place were posted on each day: a wide search for a place adds these up.';

create table search.job_counts_by_budget (
  budget_type "char" not null,
  budget_min integer not null,
  budget_max integer not null,
  day integer not null,
  jobs integer not null,
  primary key (day, budget_type, budget_min, budget_max)
);
comment on table search.job_counts_by_budget is
  'How many open jobs of each budget were posted on each day: people write round numbers, so these are fewer than the jobs.';

create table search.job_counts_by_letter (
  letter text collate "C",
  day integer,
  budget_type "char",
  budget_min integer,
  budget_max integer,
  jobs integer not null,
  primary key (letter, day, budget_type, budget_min, budget_max) include (jobs)
);
comment on table search.job_counts_by_letter is
  'How many open jobs whose place holds a letter were posted on each day, of each budget; and of any, which is type ''*''.';
alter table search.job_counts_by_letter enable row level security;

create table search.job_count_changes (
  id bigint generated always as identity primary key,
  category_id integer not null,
  day integer not null,
  place_id integer not null,
  budget_min integer not null,
  budget_max integer not null,
  budget_type "char" not null,
  jobs integer not null
);
comment on table search.job_count_changes is
  'What facets came and went since the counts were last added up; appended by trigger, emptied by search.apply_job_count_changes().';
alter table search.job_count_changes enable row level security;

create view search.counted_job_places as
  select p.id, p.name, p.latitude, p.longitude, p.jobs + coalesce(changed.jobs, 0) as jobs
  from search.job_places p
  left join (select place_id, sum(jobs)::integer as jobs from search.job_count_changes where category_id = 0 group by 1) as changed
    on changed.place_id = p.id;
comment on view search.counted_job_places is 'Every place that a job ever named, with how many open jobs are there now.';

create function search.day_number(moment timestamptz) returns integer
language sql immutable parallel safe as $$ select floor(extract(epoch from moment) / 86400)::int $$;
comment on function search.day_number(timestamptz) is 'Days since 1970, by which open jobs are counted.';

create function search.update_job_facets() returns trigger
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
  -- Writers share this lock: they wait only for a rebuild.
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
    -- One writer at a time, because the numbers may have no gaps.
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
comment on function search.update_job_facets() is
  'Trigger: updates the facets of a job, and appends what that changes of the counts.';

create trigger update_job_facets after insert or delete on public.jobs for each row execute function search.update_job_facets();
create trigger update_job_facets_on_update after update on public.jobs for each row
  when ((old.status, old.location, old.category_keys, old.budget_min, old.budget_max, old.budget_type, old.posted_date)
    is distinct from (new.status, new.location, new.category_keys, new.budget_min, new.budget_max, new.budget_type, new.posted_date))
  execute function search.update_job_facets();

create function search.apply_job_count_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One run at a time; neither readers nor writers wait for it.
  lock table search.job_counts_by_category in share row exclusive mode;
  with taken as (
    delete from search.job_count_changes where id in (select id from search.job_count_changes order by id limit 20000) returning *),
  summed as materialized (
    select category_id, day, place_id, budget_min, budget_max, budget_type, sum(jobs)::integer as jobs
    from taken group by 1, 2, 3, 4, 5, 6 having sum(jobs) <> 0),
  of_place as (update search.job_places p set jobs = p.jobs + c.jobs
    from (select place_id, sum(jobs) as jobs from summed where category_id = 0 group by 1) as c where p.id = c.place_id),
  of_place_day as (insert into search.job_counts_by_place as d (place_id, day, jobs)
    select place_id, day, sum(jobs) from summed where category_id = 0 group by 1, 2
    on conflict (place_id, day) do update set jobs = d.jobs + excluded.jobs),
  of_budget as (insert into search.job_counts_by_budget as d (budget_type, budget_min, budget_max, day, jobs)
    select budget_type, budget_min, budget_max, day, sum(jobs) from summed where category_id = 0 group by 1, 2, 3, 4
    on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + excluded.jobs),
  of_letter as (insert into search.job_counts_by_letter as d (letter, day, budget_type, budget_min, budget_max, jobs)
    select letter.letter, c.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, sum(c.jobs)
    from summed as c join search.job_places p on p.id = c.place_id cross join lateral search.distinct_letters(p.name) as letter
    cross join lateral (values (c.budget_type, c.budget_min, c.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
    where c.category_id = 0 group by 1, 2, 3, 4, 5
    on conflict (letter, day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + excluded.jobs)
  insert into search.job_counts_by_category as d (category_id, day, jobs) select category_id, day, sum(jobs) from summed group by 1, 2
  on conflict (category_id, day) do update set jobs = d.jobs + excluded.jobs;
end $$;
comment on function search.apply_job_count_changes() is
  'Task: adds up what was appended to the counts of jobs, up to 20,000 changes a time.';

create function search.has_job_count_changes() returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from search.job_count_changes) $$;
comment on function search.has_job_count_changes() is 'Whether search.apply_job_count_changes() has anything to do.';

create view search.expected_job_facets as
  select facet.key as category, search.day_number(j.posted_date) as day, coalesce(search.normalise_place(j.location), '') as place,
    coalesce(j.budget_min, 0) as budget_min, coalesce(j.budget_max, 2147483647) as budget_max,
    coalesce(left(j.budget_type, 1), '-')::"char" as budget_type, j.posted_date, j.id as job_id
  from public.jobs j cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet where j.status = 'open';
comment on view search.expected_job_facets is 'search.job_facets as the jobs say, by name.';

create function search.rebuild_job_facets() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  truncate search.job_counts_by_category, search.job_count_changes, search.job_facets, search.job_counts_by_place, search.job_counts_by_budget, search.job_counts_by_letter, search.job_places, search.job_categories;
  insert into search.job_categories (id, key) select 0, '' union all
    select row_number() over (order by key), key from (select distinct unnest(category_keys) as key from public.jobs) as named;
  insert into search.job_places (id, name, jobs)
  select row_number() over (order by name) - 1, name, count(j.id) filter (where j.status = 'open')
  from (select '' as name union select search.normalise_place(location) from public.jobs where search.normalise_place(location) is not null) as named
  left join public.jobs j on coalesce(search.normalise_place(j.location), '') = name group by name;
  insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select c.id, e.day, p.id, e.budget_min, e.budget_max, e.budget_type, e.posted_date, e.job_id
  from search.expected_job_facets e join search.job_places p on p.name = e.place join search.job_categories c on c.key = e.category
  order by c.id, e.posted_date;
  insert into search.job_counts_by_category (category_id, day, jobs) select category_id, day, count(*) from search.job_facets group by 1, 2;
  insert into search.job_counts_by_place (place_id, day, jobs) select place_id, day, count(*) from search.job_facets_all group by 1, 2;
  insert into search.job_counts_by_budget (budget_type, budget_min, budget_max, day, jobs)
  select budget_type, budget_min, budget_max, day, count(*) from search.job_facets_all group by 1, 2, 3, 4;
  insert into search.job_counts_by_letter (letter, day, budget_type, budget_min, budget_max, jobs)
  select letter.letter, f.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, count(*)
  from search.job_facets_all f join search.job_places p on p.id = f.place_id cross join lateral search.distinct_letters(p.name) as letter
  cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
  group by 1, 2, 3, 4, 5;
end $$;
comment on function search.rebuild_job_facets() is
  'Rebuilds the facets and counts of all jobs, for rows that were loaded without triggers.';

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
  letters constant text := search.place_letters(location);
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
  -- They are counted as open until the task has run, so they are subtracted.
  ended constant uuid[] := array(select j.id from public.jobs j where j.status = 'open' and j.expires_at <= now());
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
  if of_category is null or (asked is null and btrim(words) <> '') then
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
      from (select id, jobs, away, strpos(replace(name, ',', ''), letters) > 0 or coalesce(away <= miles, false) as hit
        from (select id, name, jobs, search.distance_in_miles(here_latitude, here_longitude, latitude, longitude) as away
          from search.counted_job_places) as measured) as compared;
    elsif char_length(place) < 3 then
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(replace(name, ',', ''), letters) > 0 as hit from search.counted_job_places) as compared;
    else
      select array_agg(id), sum(jobs) into places, in_places from search.counted_job_places
      where replace(name, ',', '') like private.contains_pattern(letters) and jobs > 0;
    end if;
    if places is null then
      return case when here_latitude is null then nobody else json_build_object('total', 0, 'jobs', '[]'::json,
        'place', json_build_object('name', here_name, 'area', here_area, 'within', miles)) end;
    end if;
    if in_places <= few then
      conditions := ' and place_id = any ($2)';
    else
      meant := coalesce(meant, (select array_agg(strpos(replace(name, ',', ''), letters) > 0 order by id) from search.job_places));
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
  days := 'select day, sum(jobs) as jobs from (select day, -1 as jobs from search.job_facets
      where job_id = any ($13) and category_id = $1' || conditions || ' union all '
    || coalesce(days || ' union all select day, jobs from search.job_count_changes where category_id = $1',
      'select day, 1 as jobs from search.job_facets'
        || case when of_category = 0 then '_all where true' else '_by_category where category_id = $1' end)
    || conditions || ') as counted group by day';
  execute 'with days as (' || days || '), placed as (select day, jobs, sum(jobs) over (order by day desc) - jobs as before from days)
    select coalesce(sum(jobs), 0), max(day) filter (where asked), min(day) filter (where asked), min(before) filter (where asked)
    from (select *, before < $7 + $8 and before + jobs > $7 as asked from placed) as seen'
    into total, newest, oldest, before
    using of_category, places, meant, lowest, highest, posted_after, skip, size, null, null, place, matching, ended;
  conditions := conditions || ' and job_id <> all ($13)';
  if newest is not null and sort <> 'newest' then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' order by '
        || case sort when 'nearest' then '($11)[place_id + 1] nulls last'
          when 'closing' then '(select j.expires_at from public.jobs j where j.id = job_id)'
          -- Amounts for the whole job come before hourly ones, and both before jobs without a budget.
          else 'budget_type = ''-'', budget_type = ''h'', case when budget_max < 2147483647 then budget_max else budget_min end desc' end
        || ', day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, null, null, size, skip, distances, matching, ended;
  elsif newest is not null then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before, null, matching, ended;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(case when distances is null then private.job_card(j) else (private.job_card(j)::jsonb
      || jsonb_build_object('miles', round(distances[f.place_id + 1]::numeric)))::json end order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id
    left join search.job_facets_all f on f.job_id = j.id where private.job_state(j) = 'open'), '[]'),
    'place', case when here_latitude is not null then json_build_object('name', here_name, 'area', here_area, 'within', miles) end);
end $$;
comment on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz,text,integer,text) is
  'A page of the job directory: {total, jobs, place}. Category is a selection, location part of a place''s name or the middle of so many miles, bounds are in pence and find jobs whose own overlap them (P-23). The order is newest, nearest (10 miles if none are given), budget (highest first) or closing (soonest first). A page of 0 only counts.';
grant execute on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz,text,integer,text) to anon, authenticated;

create function search.distinct_letters(place text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct letter from regexp_split_to_table(place, '') as letter where letter not in ('', ' ')
$$;
comment on function search.distinct_letters(text) is 'Each letter and sign of a place once.';

create function private.check_job_facets(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  ids constant uuid[] := array(
    (select id from public.jobs where id > start order by 1 limit most)
    union (select distinct job_id from search.job_facets where job_id > start order by 1 limit most)
    order by 1 limit most);
  wrong uuid[];
begin
  with expected as (select * from search.expected_job_facets where job_id = any (ids)),
  found as (
    select c.key, f.day, p.name, f.budget_min, f.budget_max, f.budget_type, f.posted_date, f.job_id
    from search.job_facets f left join search.job_categories c on c.id = f.category_id left join search.job_places p on p.id = f.place_id
    where f.job_id = any (ids))
  select coalesce(array_agg(distinct job_id), '{}') into wrong
  from ((table expected except table found) union all (table found except table expected)) as differing;
  differences := cardinality(wrong);
  after := ids[most];
  if differences = 0 then
    return;
  end if;
  -- private.check_job_counts() corrects their counts afterwards.
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  delete from search.job_facets where job_id = any (wrong);
  insert into search.job_places (id, name)
  select (select max(id) from search.job_places) + row_number() over (), name from (
    select distinct coalesce(search.normalise_place(location), '') as name from public.jobs where id = any (wrong)) as named
  where not exists (select from search.job_places p where p.name = named.name);
  insert into search.job_categories (id, key)
  select (select max(id) from search.job_categories) + row_number() over (), key from (
    select distinct unnest(category_keys) as key from public.jobs where id = any (wrong)) as named
  where not exists (select from search.job_categories c where c.key = named.key);
  insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select c.id, e.day, p.id, e.budget_min, e.budget_max, e.budget_type, e.posted_date, e.job_id
  from search.expected_job_facets e join search.job_places p on p.name = e.place join search.job_categories c on c.key = e.category
  where e.job_id = any (wrong);
end $$;
comment on function private.check_job_facets(text,integer) is
  'Compares the facets of the next jobs with the jobs, and repairs them.';

create function private.check_job_counts(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant integer := coalesce(after::integer, -2147483648);
  next constant integer := (select day from search.job_facets_all where day > start order by day offset most - 1 limit 1);
  last constant integer := coalesce(next, 2147483647);
  wrong jsonb;
begin
  -- Changes that are not yet added up are in the facets, but not in the counts.
  with counted as (
    select category_id, day, place_id, budget_min, budget_max, budget_type, 1 as n from search.job_facets where day > start and day <= last
    union all select category_id, day, place_id, budget_min, budget_max, budget_type, -jobs from search.job_count_changes
    where day > start and day <= last)
  select jsonb_agg(differing) into wrong from (
    select what, id, letter, budget_type, budget_min, budget_max, day, sum(n) as jobs from (
      select 'category' as what, category_id as id, null::text collate "C" as letter, null::"char" as budget_type, null::integer as budget_min,
        null::integer as budget_max, day, n from counted
      union all select 'category', category_id, null, null, null, null, day, -jobs from search.job_counts_by_category
      union all select 'place', place_id, null, null, null, null, day, n from counted where category_id = 0
      union all select 'place', place_id, null, null, null, null, day, -jobs from search.job_counts_by_place
      union all select 'budget', null, null, budget_type, budget_min, budget_max, day, n from counted where category_id = 0
      union all select 'budget', null, null, budget_type, budget_min, budget_max, day, -jobs from search.job_counts_by_budget
      union all select 'letter', null, letter.letter, of_any.budget_type, of_any.budget_min, of_any.budget_max, c.day, c.n
        from counted c join search.job_places p on p.id = c.place_id cross join lateral search.distinct_letters(p.name) as letter
        cross join lateral (values (c.budget_type, c.budget_min, c.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
        where c.category_id = 0
      union all select 'letter', null, letter, budget_type, budget_min, budget_max, day, -jobs from search.job_counts_by_letter) as each
    where day > start and day <= last
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
    union all
    -- After the last day, also the number of open jobs of each place.
    select 'all of place', id, null, null, null, null, null, sum(n) from (
      select place_id as id, 1 as n from search.job_facets_all
      union all select place_id, -jobs from search.job_count_changes where category_id = 0
      union all select id, -jobs from search.job_places) as each
    where next is null group by id having sum(n) <> 0) as differing;
  differences := coalesce(jsonb_array_length(wrong), 0);
  after := next;
  if differences = 0 then
    return;
  end if;
  -- Differences are added, so changes made meanwhile are not lost; search.apply_job_count_changes() takes the same lock.
  lock table search.job_counts_by_category in share row exclusive mode;
  insert into search.job_counts_by_category as d (category_id, day, jobs)
  select id, day, jobs from jsonb_to_recordset(wrong) as w (what text, id integer, day integer, jobs integer) where what = 'category'
  on conflict (category_id, day) do update set jobs = d.jobs + excluded.jobs;
  insert into search.job_counts_by_place as d (place_id, day, jobs)
  select id, day, jobs from jsonb_to_recordset(wrong) as w (what text, id integer, day integer, jobs integer) where what = 'place'
  on conflict (place_id, day) do update set jobs = d.jobs + excluded.jobs;
  insert into search.job_counts_by_budget as d (budget_type, budget_min, budget_max, day, jobs)
  select budget_type, budget_min, budget_max, day, jobs
  from jsonb_to_recordset(wrong) as w (what text, budget_type "char", budget_min integer, budget_max integer, day integer, jobs integer)
  where what = 'budget'
  on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + excluded.jobs;
  insert into search.job_counts_by_letter as d (letter, budget_type, budget_min, budget_max, day, jobs)
  select letter, budget_type, budget_min, budget_max, day, jobs
  from jsonb_to_recordset(wrong) as w (what text, letter text, budget_type "char", budget_min integer, budget_max integer, day integer, jobs integer)
  where what = 'letter'
  on conflict (letter, day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + excluded.jobs;
  update search.job_places p set jobs = p.jobs + w.jobs
  from jsonb_to_recordset(wrong) as w (what text, id integer, jobs integer) where w.what = 'all of place' and p.id = w.id;
end $$;
comment on function private.check_job_counts(text,integer) is
  'Compares the counts of open jobs on the next days with the facets, and corrects them. Whole days.';

create function search.locate_job_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select l.latitude, l.longitude into new.latitude, new.longitude from search.locate(new.name) as l;
  return new;
end $$;
comment on function search.locate_job_place() is
  'Trigger: a place that a job names for the first time is looked up once.';

create trigger locate_job_place before insert on search.job_places
  for each row execute function search.locate_job_place();
