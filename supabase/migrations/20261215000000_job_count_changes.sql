-- Posting a job waits for nobody: what it changes of the counts is appended, and added up by a task.

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

create or replace function search.update_job_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.id, old.id);
  place text;
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
  if not exists (select from search.job_places p where p.name = place)
      or exists (select from unnest(new.category_keys) as wanted (key)
        where not exists (select from search.job_categories c where c.key = wanted.key)) then
    -- Numbers have no gaps: one writer after the other.
    perform pg_advisory_xact_lock(hashtext('number_job_places'));
    insert into search.job_places (id, name) values ((select max(id) + 1 from search.job_places), place) on conflict (name) do nothing;
    insert into search.job_categories (id, key)
    select (select max(id) from search.job_categories) + row_number() over (), wanted.key
    from unnest(new.category_keys) as wanted (key)
    where not exists (select from search.job_categories c where c.key = wanted.key);
  end if;
  with made as (
    insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
    select c.id, search.day_number(new.posted_date), p.id, coalesce(new.budget_min, 0), coalesce(new.budget_max, 2147483647),
      coalesce(left(new.budget_type, 1), '-')::"char", new.posted_date, new.id
    from search.job_places p, search.job_categories c
    where p.name = place and (c.id = 0 or c.key = any (new.category_keys))
    returning *)
  insert into search.job_count_changes (category_id, day, place_id, budget_min, budget_max, budget_type, jobs)
  select category_id, day, place_id, budget_min, budget_max, budget_type, 1 from made;
  return null;
end $$;
comment on function search.update_job_facets() is
  'Trigger: updates the facets of a job, and appends what that changes of the counts.';

create function search.apply_job_count_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; whoever reads or writes waits for nothing.
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

create or replace function search.rebuild_job_facets() returns void
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
  select c.id, search.day_number(j.posted_date), p.id, coalesce(j.budget_min, 0), coalesce(j.budget_max, 2147483647),
    coalesce(left(j.budget_type, 1), '-')::"char", j.posted_date, j.id
  from public.jobs j
  join search.job_places p on p.name = coalesce(search.normalise_place(j.location), '')
  cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet
  join search.job_categories c using (key)
  where j.status = 'open' order by c.id, j.posted_date;
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

create or replace function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any', budget_min integer default
  null, budget_max integer default null, page_size integer default 5, page_offset integer default 0, posted_after
  timestamptz default null
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
  nobody constant json := json_build_object('total', 0, 'jobs', '[]'::json);
begin
  if budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed') then
    raise exception 'Please choose a budget type: any, range, hourly or fixed.' using errcode = '22023';
  end if;
  if of_category is null then
    return nobody;
  end if;
  if place is not null then
    if search.outward_code(place) is not null then
      select l.latitude, l.longitude, l.name, l.area into here_latitude, here_longitude, here_name, here_area
      from search.locate(place) as l;
    end if;
    if here_latitude is not null then
      -- Who gives a postcode means what is around it, as in the directory; and what says it in its name.
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0
          or coalesce(search.distance_in_miles(here_latitude, here_longitude, latitude, longitude) <= 10, false) as hit
        from search.counted_job_places) as compared;
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
  of_letter := coalesce(char_length(place) = 1 and of_category = 0 and posted_after is null and in_places > few, false);
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= search.day_number($6)';
  end if;
  -- Of one kind alone the counts are kept, but for the newest changes; what is asked together is counted.
  days := case
    when conditions = '' then 'select day, jobs from search.job_counts_by_category where category_id = $1'
    when of_letter then 'select day, jobs from search.job_counts_by_letter where letter = $11'
      || case when budgets = '' then ' and budget_type = ''*''' else budgets || ' and budget_type <> ''*''' end
    when of_category > 0 or posted_after is not null or (places is not null and (in_places <= few or budget_type <> 'any')) then null
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
    using of_category, places, meant, lowest, highest, posted_after, skip, size, null, null, place;
  if newest is not null then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(private.job_card(j) order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id where j.status = 'open'), '[]'),
    'place', case when here_latitude is not null then json_build_object('name', here_name, 'area', here_area, 'within', 10) end);
end $$;

create or replace function private.check_job_facets(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  select (select count(*) from (
      select key, day, place, low, high, type, posted_date, job_id from (
        select facet.key, search.day_number(j.posted_date) as day, coalesce(search.normalise_place(j.location), '') as place,
          coalesce(j.budget_min, 0) as low, coalesce(j.budget_max, 2147483647) as high, coalesce(left(j.budget_type, 1), '-')::"char" as type,
          j.posted_date, j.id as job_id, 1 as n
        from public.jobs j cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet where j.status = 'open'
        union all
        select c.key, f.day, p.name, f.budget_min, f.budget_max, f.budget_type, f.posted_date, f.job_id, -1
        from search.job_facets f left join search.job_categories c on c.id = f.category_id left join search.job_places p on p.id = f.place_id) as each
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0) as facets)
    -- What is not yet added up is in the facets and not in the counts.
    + (with counted as (
        select category_id, day, place_id, budget_min, budget_max, budget_type, 1 as n from search.job_facets
        union all select category_id, day, place_id, budget_min, budget_max, budget_type, -jobs from search.job_count_changes)
      select count(*) from (select what, key, day from (
        select 'day' as what, category_id::text as key, day, n from counted
        union all select 'day', category_id::text, day, -jobs from search.job_counts_by_category
        union all select 'at', place_id::text, 0, n from counted where category_id = 0
        union all select 'at', id::text, 0, -jobs from search.job_places
        union all select 'place', place_id::text, day, n from counted where category_id = 0
        union all select 'place', place_id::text, day, -jobs from search.job_counts_by_place
        union all select 'budget', concat_ws(' ', budget_type, budget_min, budget_max), day, n from counted where category_id = 0
        union all select 'budget', concat_ws(' ', budget_type, budget_min, budget_max), day, -jobs from search.job_counts_by_budget
        union all select 'letter', concat_ws(' ', letter.letter, of_any.budget_type, of_any.budget_min, of_any.budget_max), f.day, f.n
          from counted f join search.job_places p on p.id = f.place_id cross join lateral search.distinct_letters(p.name) as letter
          cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
          where f.category_id = 0
        union all select 'letter', concat_ws(' ', letter, budget_type, budget_min, budget_max), day, -jobs from search.job_counts_by_letter) as each
      group by 1, 2, 3 having sum(n) <> 0) as sums)
    into differences;
  if differences > 0 then
    perform search.rebuild_job_facets();
  end if;
  return differences;
end $$;

create or replace function private.process_job_expiry() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- The question is sent once, five days before the end.
  for job in
    select j.id, j.user_id, j.title, j.posted_date, j.expires_at from public.jobs j
    where j.status = 'open' and j.expiry_notice_at is null and j.expires_at <= now() + interval '5 days' and j.expires_at > now()
    order by j.expires_at limit 200 for update skip locked
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
    insert into private.job_questions (token_hash, job_id) values (sha256(convert_to(token, 'UTF8')), job.id);
    update public.jobs set expiry_notice_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_still_looking', jsonb_build_object('title', job.title,
      'posted_date', job.posted_date, 'shown_until', job.expires_at, 'token', token), 'job_still_looking:' || job.id || ':' || job.expires_at);
  end loop;
  for job in
    select j.id, j.user_id, j.title, j.expires_at from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked
  loop
    update public.jobs set status = 'expired' where id = job.id;
    perform notify.account(job.user_id, 'job_expired', jsonb_build_object('title', job.title), 'job_expired:' || job.id || ':' || job.expires_at);
  end loop;
  delete from private.job_questions where sent_at < now() - interval '90 days';
  delete from search.job_counts_by_category where jobs = 0;
  delete from search.job_counts_by_place where jobs = 0;
  delete from search.job_counts_by_budget where jobs = 0;
  delete from search.job_counts_by_letter where jobs = 0;
end $$;

insert into private.scheduled_tasks (name, run_every, procedure, only_when) values
  ('apply-job-count-changes', '00:00:05', 'search.apply_job_count_changes()', 'search.has_job_count_changes()');
