-- Posting a job or feedback costs less.

alter table search.listings set (fillfactor = 80);

create or replace function stats.log_posted_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.figure_changes (figure, day, amount)
  select 'jobs', private.uk_day(posted_date), count(*) from came group by 2;
  return null;
end $$;
comment on function stats.log_posted_job() is
  'Trigger: appends what stats.figure_sources says of new jobs. SQL that is put together for each post takes four times as long.';

create or replace function stats.log_posted_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.figure_changes (figure, day, amount)
  select 'feedback', private.uk_day(created_at), count(*) from came group by 2;
  return null;
end $$;
comment on function stats.log_posted_feedback() is 'Trigger: appends what stats.figure_sources says of new feedback, as stats.log_posted_job().';

drop trigger log_figure_changes on public.jobs;
create trigger log_figure_changes after insert on public.jobs referencing new table as came
  for each statement execute function stats.log_posted_job();
drop trigger log_figure_changes on public.feedback;
create trigger log_figure_changes after insert on public.feedback referencing new table as came
  for each statement execute function stats.log_posted_feedback();

create or replace function stats.admin_list_parts(
  entry search.admin_account_search
) returns table (list text, kind text, part text)
language sql immutable as $$
  values ('accounts', entry.account_type, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD')),
    ('names', entry.account_type, left(entry.name_key, 3))
$$;

create or replace function stats.admin_list_parts(
  entry search.admin_feedback_search
) returns table (list text, kind text, part text)
language sql immutable as $$
  values ('feedback', entry.state, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD'))
$$;

create or replace function stats.log_admin_list_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into stats.admin_list_changes (list, kind, part, items)
    select p.list, p.kind, p.part, 1 from stats.admin_list_parts(new) as p;
    return null;
  end if;
  insert into stats.admin_list_changes (list, kind, part, items)
  select p.list, p.kind, p.part, sum(p.items) from (
    select *, 1 as items from stats.admin_list_parts(new) where tg_op <> 'DELETE' union all
    select *, -1 from stats.admin_list_parts(old) where tg_op <> 'INSERT') as p
  group by p.list, p.kind, p.part having sum(p.items) <> 0;
  return null;
end $$;
comment on function stats.log_admin_list_changes() is
  'Trigger: appends what a row changes of the parts it was and is in.';

create or replace function search.update_job_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.id, old.id);
  place text;
begin
  -- The counts are shared: one writer after the other, so that none wait for each other in a ring.
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  if tg_op <> 'INSERT' then
    with gone as (delete from search.job_facets where job_id = changed returning *),
    from_place as (update search.job_places p set jobs = p.jobs - 1 from gone where gone.category_id = 0 and p.id = gone.place_id),
    from_place_day as (update search.job_counts_by_place d set jobs = d.jobs - 1 from gone
      where gone.category_id = 0 and (d.place_id, d.day) = (gone.place_id, gone.day)),
    from_budget_day as (update search.job_counts_by_budget d set jobs = d.jobs - 1 from gone where gone.category_id = 0
      and (d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.day, gone.budget_type, gone.budget_min, gone.budget_max)),
    gone_letters as (
      select letter.letter, gone.day, of_any.budget_type, of_any.budget_min, of_any.budget_max
      from gone join search.job_places p on p.id = gone.place_id
      cross join lateral search.distinct_letters(p.name) as letter
      cross join lateral (values (gone.budget_type, gone.budget_min, gone.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
      where gone.category_id = 0),
    last_of_letter_day as (delete from search.job_counts_by_letter d using gone_letters as gone where d.jobs = 1
      and (d.letter, d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.letter, gone.day, gone.budget_type, gone.budget_min, gone.budget_max)),
    from_letter_day as (update search.job_counts_by_letter d set jobs = d.jobs - 1 from gone_letters as gone where d.jobs > 1
      and (d.letter, d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.letter, gone.day, gone.budget_type, gone.budget_min, gone.budget_max))
    update search.job_counts_by_category d set jobs = d.jobs - 1 from gone where d.category_id = gone.category_id and d.day = gone.day;
  end if;
  if tg_op = 'DELETE' or new.status <> 'open' then
    return null;
  end if;
  place := coalesce(search.normalise_place(new.location), '');
  insert into search.job_places as p (id, name, jobs)
  values ((select max(id) + 1 from search.job_places), place, 1)
  on conflict (name) do update set jobs = p.jobs + 1;
  insert into search.job_categories (id, key)
  select (select max(id) from search.job_categories) + row_number() over (), wanted.key
  from unnest(new.category_keys) as wanted (key)
  where not exists (select from search.job_categories c where c.key = wanted.key);
  with made as (
    insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
    select c.id, search.day_number(new.posted_date), p.id, coalesce(new.budget_min, 0), coalesce(new.budget_max, 2147483647),
      coalesce(left(new.budget_type, 1), '-')::"char", new.posted_date, new.id
    from search.job_places p, search.job_categories c
    where p.name = place and (c.id = 0 or c.key = any (new.category_keys))
    returning *),
  of_place as (insert into search.job_counts_by_place as d (place_id, day, jobs) select place_id, day, 1 from made where category_id = 0
    on conflict (place_id, day) do update set jobs = d.jobs + 1),
  of_budget as (insert into search.job_counts_by_budget as d (budget_type, budget_min, budget_max, day, jobs)
    select budget_type, budget_min, budget_max, day, 1 from made where category_id = 0
    on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1),
  of_letter as (insert into search.job_counts_by_letter as d (letter, day, budget_type, budget_min, budget_max, jobs)
    select letter.letter, made.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, 1
    from made cross join lateral search.distinct_letters(place) as letter
    cross join lateral (values (made.budget_type, made.budget_min, made.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
    where made.category_id = 0
    on conflict (letter, day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1)
  insert into search.job_counts_by_category as d (category_id, day, jobs) select category_id, day, 1 from made
  on conflict (category_id, day) do update set jobs = d.jobs + 1;
  return null;
end $$;
comment on function search.update_job_facets() is 'Trigger: updates the facets and counts of a job.';
