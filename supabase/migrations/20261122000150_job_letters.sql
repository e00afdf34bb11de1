-- One letter of a place matches most jobs. How many open jobs have it, on each day and of each budget, is kept: a
-- search for it, with or without a budget, adds up a few thousand counts and compares no job.

create table private.job_letter_days (
  letter text collate "C",
  day integer,
  budget_type "char",
  budget_min integer,
  budget_max integer,
  jobs integer not null,
  primary key (letter, day, budget_type, budget_min, budget_max) include (jobs)
);
comment on table private.job_letter_days is 'How many open jobs whose place holds a letter were posted on each day, of each budget; and of any, which is type ''*''.';
alter table private.job_letter_days enable row level security;

create function private.letters_of(place text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct letter from regexp_split_to_table(place, '') as letter where letter not in ('', ' ')
$$;
comment on function private.letters_of(text) is 'Each letter and sign of a place once.';

create or replace function private.facet_job() returns trigger
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
    and (d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.day, gone.budget_type, gone.budget_min, gone.budget_max)),
  gone_letters as (
    select letter.letter, gone.day, of_any.budget_type, of_any.budget_min, of_any.budget_max
    from gone join private.job_places p on p.id = gone.place_id
    cross join lateral private.letters_of(p.name) as letter
    cross join lateral (values (gone.budget_type, gone.budget_min, gone.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
    where gone.category_id = 0),
  last_of_letter_day as (delete from private.job_letter_days d using gone_letters as gone where d.jobs = 1
    and (d.letter, d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.letter, gone.day, gone.budget_type, gone.budget_min, gone.budget_max)),
  from_letter_day as (update private.job_letter_days d set jobs = d.jobs - 1 from gone_letters as gone where d.jobs > 1
    and (d.letter, d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.letter, gone.day, gone.budget_type, gone.budget_min, gone.budget_max))
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
    on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1),
  of_letter as (insert into private.job_letter_days as d (letter, day, budget_type, budget_min, budget_max, jobs)
    select letter.letter, made.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, 1
    from made cross join lateral private.letters_of(place) as letter
    cross join lateral (values (made.budget_type, made.budget_min, made.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
    where made.category_id = 0
    on conflict (letter, day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1)
  insert into private.job_days as d (category_id, day, jobs) select category_id, day, 1 from made
  on conflict (category_id, day) do update set jobs = d.jobs + 1;
  return null;
end $$;

create or replace function private.facet_all_jobs() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('facet_job'));
  truncate private.job_facets, private.job_days, private.job_place_days, private.job_budget_days, private.job_letter_days, private.job_places, private.job_categories;
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
  insert into private.job_letter_days (letter, day, budget_type, budget_min, budget_max, jobs)
  select letter.letter, f.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, count(*)
  from private.job_facets_all f join private.job_places p on p.id = f.place_id cross join lateral private.letters_of(p.name) as letter
  cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
  group by 1, 2, 3, 4, 5;
end $$;
select private.facet_all_jobs();

create or replace function public.search_jobs(
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
    budgets := case budget_type when 'hourly' then ' and budget_type = ''h''' when 'fixed' then ' and budget_type in (''f'', ''r'')'
        else ' and budget_type <> ''-''' end
      || case when coalesce(lowest, 0) <= 0 then '' else ' and budget_max >= $4' end
      || case when highest is null then '' else ' and budget_min <= $5' end;
    conditions := conditions || budgets;
  end if;
  -- Every job of a place that holds the letter is counted under it, whatever its place.
  of_letter := coalesce(char_length(place) = 1 and of_category = 0 and posted_after is null and in_places > few, false);
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= private.day_of($6)';
  end if;
  -- Of one kind alone the counts are kept; what is asked together is counted.
  days := case
    when conditions = '' then 'select day, jobs from private.job_days where category_id = $1'
    when of_letter then 'select day, sum(jobs) as jobs from private.job_letter_days where letter = $11'
      || case when budgets = '' then ' and budget_type = ''*''' else budgets || ' and budget_type <> ''*''' end || ' group by day'
    when of_category > 0 or posted_after is not null or (places is not null and in_places <= few) or (places is not null and budget_type <> 'any')
      then 'select day, count(*) as jobs from private.job_facets' || case when of_category = 0 then '_all where true' else '_by_category where category_id = $1' end
    when places is not null then 'select day, sum(jobs) as jobs from private.job_place_days where true'
    else 'select day, sum(jobs) as jobs from private.job_budget_days where true' end
    || case when conditions = '' or of_letter then '' else conditions || ' group by day' end;
  execute 'with days as (' || days || '), placed as (select day, jobs, sum(jobs) over (order by day desc) - jobs as before from days)
    select coalesce(sum(jobs), 0), max(day) filter (where asked), min(day) filter (where asked), min(before) filter (where asked)
    from (select *, before < $7 + $8 and before + jobs > $7 as asked from placed) as seen'
    into total, newest, oldest, before
    using of_category, places, meant, lowest, highest, posted_after, skip, size, null, null, place;
  if newest is not null then
    execute 'select array(select job_id from private.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(private.job_card(j) order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id where j.status = 'open'), '[]'));
end $$;
