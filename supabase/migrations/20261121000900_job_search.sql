-- The job directory's search. What it compares stands in narrow rows of its own, one for each open job and one
-- more for each of its categories, so that an exact count of 50,000 jobs is one short scan. Days divide the jobs:
-- whoever knows how many match on each day finds page 5,000 as quickly as the first.

create function private.day_of(moment timestamptz) returns integer
language sql immutable parallel safe as $$ select floor(extract(epoch from moment) / 86400)::int $$;
comment on function private.day_of(timestamptz) is 'Days since 1970, by which open jobs are counted.';

-- Numbers without gaps: a search says of all places at once, in one array, which of them are meant.
create table private.job_places (
  id integer primary key,
  name text not null unique,
  jobs integer not null default 0
);
comment on table private.job_places is 'Every place that a job ever named, with how many open jobs are there. Number 0 is no place.';
create index job_places_letters on private.job_places using gin (name extensions.gin_trgm_ops);

create table private.job_categories (
  id integer primary key,
  key text not null unique
);
comment on table private.job_categories is 'Every category that a job ever had. Number 0 is all of them.';

create table private.job_facets (
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
comment on table private.job_facets is 'Each open job under category 0 and under each of its own; kept by trigger. A bound that is not stated is as wide as can be; type ''-'' says that no number was stated.';
create table private.job_facets_all partition of private.job_facets for values in (0);
create table private.job_facets_by_category partition of private.job_facets default;
comment on table private.job_facets_all is 'Every open job once.';
comment on table private.job_facets_by_category is 'Every open job once for each of its categories.';
create index job_facets_in_order on private.job_facets (category_id, day desc, posted_date desc, job_id);
create index job_facets_by_place on private.job_facets (category_id, place_id) include (day, budget_min, budget_max, budget_type);

create table private.job_days (
  category_id integer not null,
  day integer not null,
  jobs integer not null,
  primary key (category_id, day)
);
comment on table private.job_days is 'How many open jobs of each category were posted on each day: what the plain directory shows is not counted anew for everybody.';

create table private.job_place_days (
  place_id integer not null,
  day integer not null,
  jobs integer not null,
  primary key (place_id, day)
);
comment on table private.job_place_days is 'How many open jobs of each place were posted on each day: a wide search for a place adds these up.';

create table private.job_budget_days (
  budget_type "char" not null,
  budget_min integer not null,
  budget_max integer not null,
  day integer not null,
  jobs integer not null,
  primary key (day, budget_type, budget_min, budget_max)
);
comment on table private.job_budget_days is 'How many open jobs of each budget were posted on each day: people write round numbers, so these are fewer than the jobs.';

create function private.facet_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.id, old.id);
  place text;
begin
  -- The counts are shared: one writer after the other, so that none wait for each other in a ring.
  perform pg_advisory_xact_lock(hashtext('facet_job'));
  with gone as (delete from private.job_facets where job_id = changed returning *),
  from_place as (update private.job_places p set jobs = p.jobs - 1 from gone where gone.category_id = 0 and p.id = gone.place_id),
  from_place_day as (update private.job_place_days d set jobs = d.jobs - 1 from gone
    where gone.category_id = 0 and (d.place_id, d.day) = (gone.place_id, gone.day)),
  from_budget_day as (update private.job_budget_days d set jobs = d.jobs - 1 from gone where gone.category_id = 0
    and (d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.day, gone.budget_type, gone.budget_min, gone.budget_max))
  update private.job_days d set jobs = d.jobs - 1 from gone where d.category_id = gone.category_id and d.day = gone.day;
  if tg_op = 'DELETE' or new.status <> 'open' then
    return null;
  end if;
  place := coalesce(private.place_of(new.location), '');
  insert into private.job_places as p (id, name, jobs)
  values ((select max(id) + 1 from private.job_places), place, 1)
  on conflict (name) do update set jobs = p.jobs + 1;
  insert into private.job_categories (id, key)
  select (select max(id) from private.job_categories) + row_number() over (), wanted.key
  from unnest(new.category_keys) as wanted (key)
  where not exists (select from private.job_categories c where c.key = wanted.key);
  with made as (
    insert into private.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
    select c.id, private.day_of(new.posted_date), p.id, coalesce(new.budget_min, 0), coalesce(new.budget_max, 2147483647),
      coalesce(left(new.budget_type, 1), '-')::"char", new.posted_date, new.id
    from private.job_places p, private.job_categories c
    where p.name = place and (c.id = 0 or c.key = any (new.category_keys))
    returning *),
  of_place as (insert into private.job_place_days as d (place_id, day, jobs) select place_id, day, 1 from made where category_id = 0
    on conflict (place_id, day) do update set jobs = d.jobs + 1),
  of_budget as (insert into private.job_budget_days as d (budget_type, budget_min, budget_max, day, jobs)
    select budget_type, budget_min, budget_max, day, 1 from made where category_id = 0
    on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1)
  insert into private.job_days as d (category_id, day, jobs) select category_id, day, 1 from made
  on conflict (category_id, day) do update set jobs = d.jobs + 1;
  return null;
end $$;
comment on function private.facet_job() is 'Trigger: what the search compares follows the job.';

create function private.facet_all_jobs() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('facet_job'));
  truncate private.job_facets, private.job_days, private.job_place_days, private.job_budget_days, private.job_places, private.job_categories;
  insert into private.job_categories (id, key) select 0, '' union all
    select row_number() over (order by key), key from (select distinct unnest(category_keys) as key from public.jobs) as named;
  insert into private.job_places (id, name, jobs)
  select row_number() over (order by name) - 1, name, count(j.id) filter (where j.status = 'open')
  from (select '' as name union select private.place_of(location) from public.jobs where private.place_of(location) is not null) as named
  left join public.jobs j on coalesce(private.place_of(j.location), '') = name group by name;
  insert into private.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select c.id, private.day_of(j.posted_date), p.id, coalesce(j.budget_min, 0), coalesce(j.budget_max, 2147483647),
    coalesce(left(j.budget_type, 1), '-')::"char", j.posted_date, j.id
  from public.jobs j
  join private.job_places p on p.name = coalesce(private.place_of(j.location), '')
  cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet
  join private.job_categories c using (key)
  where j.status = 'open' order by c.id, j.posted_date;
  insert into private.job_days (category_id, day, jobs) select category_id, day, count(*) from private.job_facets group by 1, 2;
  insert into private.job_place_days (place_id, day, jobs) select place_id, day, count(*) from private.job_facets_all group by 1, 2;
  insert into private.job_budget_days (budget_type, budget_min, budget_max, day, jobs)
  select budget_type, budget_min, budget_max, day, count(*) from private.job_facets_all group by 1, 2, 3, 4;
end $$;
comment on function private.facet_all_jobs() is 'Makes what the search compares anew from the jobs: in the beginning, and whenever rows came past the triggers.';
select private.facet_all_jobs();

create trigger facet_job after insert or delete on public.jobs for each row execute function private.facet_job();
create trigger facet_changed_job after update on public.jobs for each row
  when ((old.status, old.location, old.category_keys, old.budget_min, old.budget_max, old.budget_type, old.posted_date)
    is distinct from (new.status, new.location, new.category_keys, new.budget_min, new.budget_max, new.budget_type, new.posted_date))
  execute function private.facet_job();

create function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date)
$$;
comment on function private.job_card(public.jobs) is 'What anybody may read of an open job, by name: never its contact (decision 7).';

create function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any',
  budget_min integer default null, budget_max integer default null,
  page_size integer default 5, page_offset integer default 0, posted_after timestamptz default null
) returns json
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  size constant int := least(greatest(coalesce(page_size, 5), 0), 50);
  skip constant bigint := greatest(coalesce(page_offset, 0), 0);
  wanted constant text := coalesce(btrim(left(category, 170)), '');
  place constant text := private.place_of(location);
  -- Up to so many jobs are looked for place by place; more are compared one by one. Tests set it.
  few constant int := coalesce(nullif(current_setting('jobs.few', true), '')::int, 8000);
  of_category int := (select id from private.job_categories where key = wanted);
  places int[];
  meant boolean[];
  in_places bigint;
  swapped constant boolean := coalesce(search_jobs.budget_min > search_jobs.budget_max, false);
  lowest constant int := case when swapped then search_jobs.budget_max else search_jobs.budget_min end;
  highest constant int := case when swapped then search_jobs.budget_min else search_jobs.budget_max end;
  conditions text := '';
  days text;
  total bigint;
  newest int;
  oldest int;
  before bigint;
  ids uuid[];
  nobody constant json := json_build_object('total', 0, 'jobs', '[]'::json);
begin
  if budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed') then
    raise exception 'Budget type is any, range, hourly or fixed' using errcode = '22023';
  end if;
  if of_category is null then
    return nobody;
  end if;
  if place is not null then
    if char_length(place) < 3 then
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0 as hit from private.job_places) as compared;
    else
      select array_agg(id), sum(jobs) into places, in_places from private.job_places
      where name like '%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%' and jobs > 0;
    end if;
    if places is null then
      return nobody;
    end if;
    if in_places <= few then
      conditions := ' and place_id = any ($2)';
    else
      meant := coalesce(meant, (select array_agg(strpos(name, place) > 0 order by id) from private.job_places));
      conditions := ' and ($3)[place_id + 1]';
    end if;
  end if;
  -- Any clears the bounds. Who asks for a type wants to see a number; 'fixed' is whatever is not by the hour.
  if budget_type <> 'any' then
    conditions := conditions
      || case budget_type when 'hourly' then ' and budget_type = ''h''' when 'fixed' then ' and budget_type in (''f'', ''r'')'
        else ' and budget_type <> ''-''' end
      || case when coalesce(lowest, 0) <= 0 then '' else ' and budget_max >= $4' end
      || case when highest is null then '' else ' and budget_min <= $5' end;
  end if;
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= private.day_of($6)';
  end if;
  -- Of one kind alone the counts are kept; what is asked together is counted.
  days := case
    when conditions = '' then 'select day, jobs from private.job_days where category_id = $1'
    when of_category > 0 or posted_after is not null or (places is not null and in_places <= few) or (places is not null and budget_type <> 'any')
      then 'select day, count(*) as jobs from private.job_facets' || case when of_category = 0 then '_all where true' else '_by_category where category_id = $1' end
    when places is not null then 'select day, sum(jobs) as jobs from private.job_place_days where true'
    else 'select day, sum(jobs) as jobs from private.job_budget_days where true' end
    || case when conditions = '' then '' else conditions || ' group by day' end;
  execute 'with days as (' || days || '), placed as (select day, jobs, sum(jobs) over (order by day desc) - jobs as before from days)
    select coalesce(sum(jobs), 0), max(day) filter (where asked), min(day) filter (where asked), min(before) filter (where asked)
    from (select *, before < $7 + $8 and before + jobs > $7 as asked from placed) as seen'
    into total, newest, oldest, before
    using of_category, places, meant, lowest, highest, posted_after, skip, size;
  if newest is not null then
    execute 'select array(select job_id from private.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(private.job_card(j) order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id where j.status = 'open'), '[]'));
end $$;
comment on function public.search_jobs(text, text, text, integer, integer, integer, integer, timestamptz)
  is 'A page of the job directory, newest first: {total, jobs}. Category is a selection, location part of a place''s name, bounds are in pence and find jobs whose own overlap them (decision 23). A page of 0 only counts.';
revoke execute on function public.search_jobs(text, text, text, integer, integer, integer, integer, timestamptz) from public;
grant execute on function public.search_jobs(text, text, text, integer, integer, integer, integer, timestamptz)
  to anon, authenticated, service_role;

-- The search reads its own rows now.
drop index public.jobs_by_category, public.jobs_by_location;
