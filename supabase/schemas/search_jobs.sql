-- Search: the job directory. A search is one query of the open jobs and their two indexes.

create function search.job_document(title text, description text, categories text[]) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(search.lexemes(search.split_words(concat_ws(' ', title, description, array_to_string(categories, ' ')))))
$$;
comment on function search.job_document(text,text,text[]) is
  'The lexemes by which a job is found, never its contact.';
-- Without a pending list, which every search would have to read too.

create index jobs_words on public.jobs using gin (search.job_document(title, description, categories), category_keys)
  with (fastupdate = off) where status = 'open';
-- In order, with everything else that is asked for, so that a wide search reads no row of a job.
create index jobs_newest on public.jobs (posted_date desc, id)
  include (expires_at, place, position, budget_type, budget_min, budget_max) where status = 'open';

create function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any', budget_min integer default
  null, budget_max integer default null, page_size integer default 5, page_offset integer default 0, posted_after
  timestamptz default null, words text default null, within integer default null, sort text default 'newest'
) returns json
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  size constant int := least(greatest(coalesce(page_size, 5), 0), 50);
  skip constant bigint := greatest(coalesce(page_offset, 0), 0);
  selection constant text := nullif(btrim(left(category, 170)), '');
  letters constant text := search.place_letters(location);
  miles constant int := least(greatest(coalesce(within, 10), 1), 200);
  swapped constant boolean := coalesce(search_jobs.budget_min > search_jobs.budget_max, false);
  lowest constant int := case when swapped then search_jobs.budget_max else search_jobs.budget_min end;
  highest constant int := case when swapped then search_jobs.budget_min else search_jobs.budget_max end;
  asked constant tsquery := (search.words_query(words, false)).asked;
  centre point;
  name text;
  area text;
  total bigint;
  ids uuid[];
begin
  perform private.refuse_if(budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed'),
    '22023', 'Please choose a budget type: any, range, hourly or fixed.');
  perform private.refuse_if(sort is null or sort not in ('newest', 'nearest', 'budget', 'closing'),
    '22023', 'Please choose an order: newest, nearest, budget or closing.');
  if asked is null and btrim(words) <> '' then
    return json_build_object('total', 0, 'jobs', '[]'::json, 'place', null);
  end if;
  if letters is not null and (within is not null or sort = 'nearest' or (search.postcode(location)).outward is not null) then
    select l.centre, l.name, l.area into centre, name, area from search.locate(location) as l;
  end if;
  -- What the index of words and categories finds is read once: walked in order, each job would be looked at to see whether it matches.
  execute 'with found as ' || case when num_nonnulls(asked, selection) = 0 then 'not ' else '' end || 'materialized (
      select j.id, j.posted_date, j.expires_at, j.position, j.budget_type, j.budget_min, j.budget_max
      from public.jobs j where ' || concat_ws(' and ', 'j.status = ''open'' and j.expires_at > now()',
        case when asked is not null then 'search.job_document(j.title, j.description, j.categories) @@ $1' end,
        case when selection is not null then 'j.category_keys @> array[$2]' end,
        -- A postcode means the places around it, as in the directory, and those that have it in their names.
        case when centre is not null then '(j.position <@ circle($4, $5) or strpos(j.place, $3) > 0)'
          when letters is not null then 'strpos(j.place, $3) > 0' end,
        -- 'any' ignores the bounds. Other types leave out jobs without a budget; 'fixed' is every budget that is not by the hour.
        case budget_type when 'hourly' then 'j.budget_type = ''hourly''' when 'fixed' then 'j.budget_type in (''fixed'', ''range'')'
          when 'range' then 'j.budget_type is not null' end,
        case when budget_type <> 'any' and lowest > 0 then 'coalesce(j.budget_max, 2147483647) >= $6' end,
        case when budget_type <> 'any' and highest is not null then 'coalesce(j.budget_min, 0) <= $7' end,
        case when posted_after is not null then 'j.posted_date > $8' end) || ')
    select (select count(*) from found), array(select id from found order by ' || case sort
        when 'nearest' then 'position <-> $4, ' when 'closing' then 'expires_at, '
        -- Amounts for the whole job come before hourly ones, and both before jobs without a budget.
        when 'budget' then 'budget_type is null, budget_type = ''hourly'', coalesce(budget_max, budget_min) desc, '
        else '' end || 'posted_date desc, id offset $9 limit $10)'
    into total, ids using asked, selection, letters, centre, miles::double precision, lowest, highest, posted_after, skip, size;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(case when centre is null then private.job_card(j) else (private.job_card(j)::jsonb
      || jsonb_build_object('miles', round(j.position <-> centre)))::json end order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id), '[]'),
    'place', case when centre is not null then json_build_object('name', name, 'area', area, 'within', miles) end);
end $$;
comment on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz,text,integer,text) is
  'A page of the job directory: {total, jobs, place}. Category is a selection, location part of a place''s name or the middle of so many miles, bounds are in pence and find jobs whose own overlap them (P-23). The order is newest, nearest (10 miles if none are given), budget (highest first) or closing (soonest first). A page of 0 only counts.';
