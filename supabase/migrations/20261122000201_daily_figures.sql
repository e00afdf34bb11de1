-- Figures by British day for the charts of /admin/analytics (docs/decisions/0015-daily-figures.md).
-- Whoever writes appends what it changes; a task adds that up. So nobody waits for a shared counter,
-- and kept days with what was appended are exact at every commit.

create function private.uk_day(moment timestamptz) returns date
language sql immutable parallel safe as $$ select (moment at time zone 'Europe/London')::date $$;
comment on function private.uk_day(timestamptz) is 'The day of a moment on British calendars.';

create table private.figure_sources (
  figure text not null,
  table_name text not null,
  moment text not null,
  amount text not null default '1',
  counted_when text not null default 'true',
  primary key (figure, table_name, moment)
);
comment on table private.figure_sources is 'What each figure counts: SQL over a row of a table. The one place where that is said; triggers and rebuild_figures() read it.';
alter table private.figure_sources enable row level security;
insert into private.figure_sources (figure, table_name, moment, amount, counted_when) values
  ('providers', 'public.profiles', 'created_at', '1', 'account_type = ''provider'''),
  ('seekers', 'public.profiles', 'created_at', '1', 'account_type = ''client'''),
  -- Members are a level, not a flow: the sum of all days up to one is how many there are at its end.
  ('members', 'private.memberships', 'began_at', '1', 'true'),
  ('members', 'private.memberships', 'ended_at', '-1', 'true'),
  ('revenue', 'public.payments', 'paid_at', 'pence', 'currency = ''gbp'''),
  ('revenue', 'private.refunds', 'refunded_at', '-pence', 'currency = ''gbp'''),
  ('jobs', 'public.jobs', 'posted_date', '1', 'true'),
  ('reveals', 'public.job_contact_reveals', 'revealed_at', '1', 'true'),
  ('feedback', 'public.feedback', 'created_at', '1', 'true');

create table private.daily_figures (
  figure text not null,
  day date not null,
  amount bigint not null,
  primary key (figure, day)
);
comment on table private.daily_figures is 'Each figure by British day, as far as changes were added up; figure_changes holds the rest.';
alter table private.daily_figures enable row level security;

create table private.figure_changes (
  id bigint generated always as identity primary key,
  figure text not null,
  day date not null,
  amount bigint not null
);
comment on table private.figure_changes is 'What was written since daily_figures was last added up; appended by trigger, emptied by fold_figures().';
alter table private.figure_changes enable row level security;
revoke all on private.memberships, private.refunds, private.figure_sources, private.daily_figures, private.figure_changes
  from public, anon, authenticated, service_role;

create function private.count_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  each_source private.figure_sources;
  counted text;
begin
  for each_source in
    select * from private.figure_sources s where s.table_name = tg_table_schema || '.' || tg_table_name
  loop
    -- What came counts, what went counts against.
    counted := concat_ws(' union all ',
      case when tg_op <> 'DELETE' then format('select %s as moment, %s as amount from %s as r where %s', each_source.moment,
        each_source.amount, case tg_level when 'ROW' then '(select ($1).*)' else 'came' end, each_source.counted_when) end,
      case when tg_op <> 'INSERT' then format('select %s as moment, -(%s) as amount from %s as r where %s', each_source.moment,
        each_source.amount, case tg_level when 'ROW' then '(select ($2).*)' else 'went' end, each_source.counted_when) end);
    counted := format('insert into private.figure_changes (figure, day, amount)
      select %L, private.uk_day(moment), sum(amount) from (%s) as each group by 2 having sum(amount) <> 0', each_source.figure, counted);
    if tg_level = 'ROW' then
      execute counted using new, old;
    else
      execute counted;
    end if;
  end loop;
  return null;
end $$;
comment on function private.count_figures() is 'Trigger: appends what a statement changes of the figures, a line a figure and day.';

do $$
declare
  counted record;
begin
  for counted in
    select s.table_name, (select string_agg('old.' || c, ', ') from unnest(s.columns) c) as was,
      (select string_agg('new.' || c, ', ') from unnest(s.columns) c) as now
    from (values ('public.profiles', '{created_at,account_type}'::text[]), ('private.memberships', '{began_at,ended_at}'),
      ('public.payments', '{paid_at,pence,currency}'), ('private.refunds', '{refunded_at,pence,currency}'),
      ('public.jobs', '{posted_date}'), ('public.job_contact_reveals', '{revealed_at}'), ('public.feedback', '{created_at}')
    ) as s (table_name, columns)
  loop
    execute format('create trigger count_figures_of_new after insert on %s referencing new table as came
      for each statement execute function private.count_figures()', counted.table_name);
    execute format('create trigger count_figures_of_gone after delete on %s referencing old table as went
      for each statement execute function private.count_figures()', counted.table_name);
    -- By row, because only so can most updates pass by for nothing.
    execute format('create trigger count_figures after update on %s for each row when ((%s) is distinct from (%s))
      execute function private.count_figures()', counted.table_name, counted.was, counted.now);
  end loop;
end $$;

create function private.fold_figures() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; who reads or writes waits for nothing.
  lock table private.daily_figures in share row exclusive mode;
  with taken as (
    delete from private.figure_changes where id in (select id from private.figure_changes order by id limit 50000)
    returning figure, day, amount
  )
  insert into private.daily_figures as kept (figure, day, amount)
  select figure, day, sum(amount) from taken group by figure, day
  on conflict (figure, day) do update set amount = kept.amount + excluded.amount;
  if found then
    perform realtime.send('{}', 'changed', 'admin:figures');
  end if;
end $$;
comment on function private.fold_figures() is 'Task: adds up what was appended, and tells the admins who look that figures changed; not which.';

create function private.figures_wait() returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from private.figure_changes) $$;
comment on function private.figures_wait() is 'Whether fold_figures() has anything to do.';
insert into private.scheduled_tasks (name, run_every, procedure, only_when) values
  ('fold-figures', interval '5 seconds', 'private.fold_figures()', 'private.figures_wait()');

create policy "admins hear that figures changed" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'admin:figures' and (select private.is_admin()));

create function private.rebuild_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  counted text;
begin
  lock table private.daily_figures in share row exclusive mode;
  select string_agg(format('select %L::text as figure, private.uk_day(%s) as day, sum(%s) as amount from %s as r where %s group by 2',
    figure, moment, amount, table_name, counted_when), ' union all ') into counted from private.figure_sources;
  -- One statement sees one moment: whoever commits later is in none of its parts, and their changes stay to be added.
  execute format('with counted as materialized (
      select figure, day, sum(amount)::bigint as amount from (%s) as each group by figure, day having sum(amount) <> 0),
    known as (delete from private.figure_changes),
    wrong as (delete from private.daily_figures d where not exists (
      select from counted c where c.figure = d.figure and c.day = d.day))
    insert into private.daily_figures (figure, day, amount) select figure, day, amount from counted
    on conflict (figure, day) do update set amount = excluded.amount', counted);
end $$;
comment on function private.rebuild_figures() is
  'Counts every figure again from its rows, while others write: after an import without triggers, or for peace of mind.';
select private.rebuild_figures();

create function private.figure_total(wanted text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(amount) from private.daily_figures where figure = wanted), 0)::bigint
    + coalesce((select sum(amount) from private.figure_changes where figure = wanted), 0)::bigint
$$;
comment on function private.figure_total(text) is 'A figure over all days.';

create function public.admin_figures(span text default '30d', from_day date default null, to_day date default null)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.uk_day(now());
  first_day date;
  last_day date := today;
  step text := 'day';
  stride interval;
begin
  perform private.require_admin();
  case span
    when '7d' then first_day := today - 6;
    when '30d' then first_day := today - 29;
    when '12w' then
      first_day := date_trunc('week', today::timestamp)::date - 77;
      step := 'week';
    when '12m' then
      first_day := (date_trunc('month', today::timestamp) - interval '11 months')::date;
      step := 'month';
    when 'days' then
      if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) or from_day > to_day then
        raise exception 'Please choose a first day that is not after the last.' using errcode = 'PT400';
      end if;
      if from_day > today then
        raise exception 'Please choose days that are not in the future.' using errcode = 'PT400';
      end if;
      first_day := from_day;
      last_day := least(to_day, today);
      if last_day - first_day >= 3660 then
        raise exception 'Please choose at most ten years.' using errcode = 'PT400';
      end if;
      step := case when last_day - first_day < 62 then 'day' when last_day - first_day < 400 then 'week' else 'month' end;
    else
      raise exception 'A span is 7d, 30d, 12w, 12m or days.' using errcode = 'PT400';
  end case;
  stride := ('1 ' || step)::interval;
  return (
    with kept as materialized (
      select case when figure in ('providers', 'seekers') then 'sign_ups' else figure end as figure, day, sum(amount) as amount
      from (select figure, day, amount from private.daily_figures union all
        select figure, day, amount from private.figure_changes) as each
      where day <= last_day and (figure = 'members' or day >= first_day - (last_day - first_day + 1))
      group by 1, 2
    ), before as (
      select figure, sum(amount) as amount from kept where day < first_day group by figure
    ), bucketed as (
      select figure, date_trunc(step, day::timestamp) as start, sum(amount) as amount
      from kept where day >= first_day group by figure, start
    ), periods as (
      select start, greatest(start::date, first_day) as first, least((start + stride)::date - 1, last_day) as last
      from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, stride) as start
    ), flows as (
      select f.figure, p.start, p.last, coalesce(b.amount, 0) as amount
      from unnest(array['sign_ups', 'members', 'revenue', 'jobs', 'reveals', 'feedback']) as f (figure)
      cross join periods p left join bucketed b on b.figure = f.figure and b.start = p.start
    ), points as (
      select figure, start, case when figure <> 'members' then amount else
        sum(amount) over (partition by figure order by start)
        + coalesce((select amount from before where figure = 'members'), 0)
        -- Whoever ends later today is a member still, and may be renewed by then.
        + case when last = today then (select count(*) from private.memberships m where m.ended_at > now()
            and m.ended_at < (today + 1)::timestamp at time zone 'Europe/London') else 0 end end as amount
      from flows
    )
    select json_build_object('span', span, 'step', step, 'from', first_day, 'to', last_day, 'today', today,
      'periods', (select json_agg(json_build_object('from', first, 'to', last) order by start) from periods),
      'figures', (select json_object_agg(figure, facts) from (
        select p.figure, json_build_object('amounts', json_agg(p.amount order by p.start),
          'total', case when p.figure = 'members' then (array_agg(p.amount order by p.start desc))[1] else sum(p.amount) end,
          'previous', coalesce((select b.amount from before b where b.figure = p.figure), 0)) as facts
        from points p group by p.figure) as each)));
end $$;
comment on function public.admin_figures(text, date, date) is
  'For the charts: six figures by British day, week or month; flows with the sum of as many days before, members as the level at each end. The last period may be under way.';
revoke execute on function public.admin_figures(text, date, date) from public, anon;
grant execute on function public.admin_figures(text, date, date) to authenticated, service_role;

create or replace function public.admin_analytics() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  active bigint;
  recent bigint;
begin
  perform private.require_admin();
  select count(*) filter (where not_after is null or not_after > now()),
    count(*) filter (where created_at >= now() - interval '24 hours')
    into active, recent from auth.sessions;
  return json_build_object(
    'providers', private.figure_total('providers'),
    'seekers', private.figure_total('seekers'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', private.list_total('feedback', 'approved'),
    -- Pending is what no admin has looked at (moderated_at is null), as private.feedback_state() has it.
    'pending_feedback', private.list_total('feedback', 'pending'),
    'new_users_30d', (select count(*) from public.profiles where created_at >= now() - interval '30 days'),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', private.recent_activity(10));
end $$;
