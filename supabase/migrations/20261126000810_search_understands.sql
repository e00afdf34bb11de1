-- What is searched for is never quietly left out: signs without a letter match nobody, and jobs understand a postcode as
-- the directory does.

create or replace function private.read_words(typed text, out terms text[], out alternatives integer[], out groups integer[],
  out corrected text, out known boolean)
language plpgsql stable as $$
declare
  plain text := lower(btrim(typed));
  words text[] := case when plain ~ '^[a-z]{1,40}$' then array[plain] else (private.words_of(left(typed, 200)))[:12] end;
  n int := cardinality(words);
  only_little boolean;
  at int := 1;
  wide int;
  slips int := 0;
  said int := 0;
  meanings text[];
  phrases text[];
  near text;
begin
  known := true;
  terms := '{}';
  alternatives := '{}';
  groups := '{}';
  if n = 0 then
    known := coalesce(btrim(typed), '') = '';
    return;
  end if;
  while at <= n loop
    meanings := null;
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from public.search_synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    if wide = 1 and ts_lexize('pg_catalog.english_stem', words[at]) = '{}' then
      only_little := coalesce(only_little,
        not exists (select from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) <> '{}'));
      if meanings is null or not only_little then
        at := at + 1;
        continue;
      end if;
    end if;
    if meanings is null then
      phrases := private.lexemes_of(words[at], at = n);
      if phrases is null and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]' then
        near := private.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
    else
      -- Each alternative is lexemes that must all be there.
      select array_agg(distinct together) into phrases from (
        select (select string_agg((ts_lexize('pg_catalog.english_stem', word))[1], ' ') from unnest(private.words_of(phrase)) as word) as together
        from unnest(meanings || array_to_string(words[at : at + wide - 1], ' ')) as phrase) as said
      where together is not null;
    end if;
    if phrases is null then
      known := false;
      return;
    end if;
    said := said + 1;
    for nr in 1 .. cardinality(phrases) loop
      terms := terms || string_to_array(phrases[nr], ' ');
      groups := groups || array_fill(said, array[cardinality(terms) - cardinality(groups)]);
      alternatives := alternatives || array_fill(nr, array[cardinality(terms) - cardinality(alternatives)]);
    end loop;
    at := at + wide;
  end loop;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;

alter table private.job_places add column latitude real, add column longitude real;
comment on column private.job_places.latitude is 'Where the place is, as far as it is known; what is around a postcode is found by it.';

create function private.locate_job_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select l.latitude, l.longitude into new.latitude, new.longitude from private.locate(new.name) as l;
  return new;
end $$;
comment on function private.locate_job_place() is 'Trigger: a place that a job names for the first time is looked up once.';
create trigger locate_job_place before insert on private.job_places
  for each row execute function private.locate_job_place();
update private.job_places p set latitude = l.latitude, longitude = l.longitude
from private.job_places o cross join lateral private.locate(o.name) as l where o.id = p.id;

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
    raise exception 'Budget type is any, range, hourly or fixed' using errcode = '22023';
  end if;
  if of_category is null then
    return nobody;
  end if;
  if place is not null then
    if private.outward_code(place) is not null then
      select l.latitude, l.longitude, l.name, l.area into here_latitude, here_longitude, here_name, here_area
      from private.locate(place) as l;
    end if;
    if here_latitude is not null then
      -- Who gives a postcode means what is around it, as in the directory; and what says it in its name.
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0
          or coalesce(private.miles(here_latitude, here_longitude, latitude, longitude) <= 10, false) as hit
        from private.job_places) as compared;
    elsif char_length(place) < 3 then
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
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id where j.status = 'open'), '[]'),
    'place', case when here_latitude is not null then json_build_object('name', here_name, 'area', here_area, 'within', 10) end);
end $$;
