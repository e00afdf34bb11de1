-- Statistics: figures by British day and counts of the admins' lists, both appended by triggers and added up by tasks.

-- Daily figures -------------------------------------------------------------------------------------------------------

create table stats.figure_sources (
  figure text not null,
  table_name text not null,
  moment text not null,
  amount text not null default '1',
  counted_when text not null default 'true',
  primary key (figure, table_name, moment)
);
comment on table stats.figure_sources is
  'What each figure counts: SQL over a row of a table. stats.log_posted_job() and stats.log_posted_feedback() repeat what it says of new jobs and feedback.';
alter table stats.figure_sources enable row level security;

insert into stats.figure_sources (figure, table_name, moment, amount, counted_when) values
  ('feedback', 'public.feedback', 'created_at', '1', 'true'), ('jobs', 'public.jobs', 'posted_date', '1', 'true'),
  ('members', 'billing.membership_periods', 'began_at', '1', 'true'),
  ('members', 'billing.membership_periods', 'ended_at', '-1', 'true'),
  ('providers', 'public.profiles', 'created_at', '1', 'account_type = ''provider'''),
  ('reveals', 'public.job_contact_reveals', 'revealed_at', '1', 'true'),
  ('revenue', 'billing.refunds', 'refunded_at', '-pence', 'currency = ''gbp'''),
  ('revenue', 'public.payments', 'paid_at', 'pence', 'currency = ''gbp'''),
  ('seekers', 'public.profiles', 'created_at', '1', 'account_type = ''client''');

create table stats.daily_figures (
  figure text not null,
  day date not null,
  amount bigint not null,
  primary key (figure, day)
);
comment on table stats.daily_figures is
  'Each figure by British day, as far as changes were added up; figure_changes holds the rest.';
alter table stats.daily_figures enable row level security;

create table stats.figure_changes (
  id bigint generated always as identity primary key,
  figure text not null,
  day date not null,
  amount bigint not null
);
comment on table stats.figure_changes is
  'What was written since daily_figures was last added up; appended by trigger, emptied by stats.apply_figure_changes().';
alter table stats.figure_changes enable row level security;

create function private.uk_day(moment timestamptz) returns date
language sql immutable parallel safe as $$ select (moment at time zone 'Europe/London')::date $$;
comment on function private.uk_day(timestamptz) is 'The day of a moment on British calendars.';

create function stats.log_figure_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  each_source stats.figure_sources;
  counted text;
begin
  for each_source in
    select * from stats.figure_sources s where s.table_name = tg_table_schema || '.' || tg_table_name
  loop
    -- New rows are added, old rows are subtracted.
    counted := concat_ws(' union all ',
      case when tg_op <> 'DELETE' then format('select %s as moment, %s as amount from %s as r where %s', each_source.moment,
        each_source.amount, case tg_level when 'ROW' then '(select ($1).*)' else 'came' end, each_source.counted_when) end,
      case when tg_op <> 'INSERT' then format('select %s as moment, -(%s) as amount from %s as r where %s', each_source.moment,
        each_source.amount, case tg_level when 'ROW' then '(select ($2).*)' else 'went' end, each_source.counted_when) end);
    counted := format('insert into stats.figure_changes (figure, day, amount)
      select %L, private.uk_day(moment), sum(amount) from (%s) as each group by 2 having sum(amount) <> 0', each_source.figure, counted);
    if tg_level = 'ROW' then
      execute counted using new, old;
    else
      execute counted;
    end if;
  end loop;
  return null;
end $$;
comment on function stats.log_figure_changes() is
  'Trigger: appends what a statement changes of the figures, a line a figure and day.';

create function stats.log_posted_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.figure_changes (figure, day, amount) values ('jobs', private.uk_day(new.posted_date), 1);
  return null;
end $$;
comment on function stats.log_posted_job() is
  'Trigger: appends what stats.figure_sources says of a new job. SQL that is put together for each post takes four times as long.';

create function stats.log_posted_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.figure_changes (figure, day, amount) values ('feedback', private.uk_day(new.created_at), 1);
  return null;
end $$;
comment on function stats.log_posted_feedback() is 'Trigger: appends what stats.figure_sources says of new feedback, as stats.log_posted_job().';

create trigger log_figure_changes after insert on public.profiles referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.profiles referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.profiles
  for each row when ((old.created_at, old.account_type) is distinct from (new.created_at, new.account_type)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on billing.membership_periods referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on billing.membership_periods referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on billing.membership_periods
  for each row when ((old.began_at, old.ended_at) is distinct from (new.began_at, new.ended_at)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.payments referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.payments referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.payments
  for each row when ((old.paid_at, old.pence, old.currency) is distinct from (new.paid_at, new.pence, new.currency)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on billing.refunds referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on billing.refunds referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on billing.refunds
  for each row when ((old.refunded_at, old.pence, old.currency) is distinct from (new.refunded_at, new.pence, new.currency)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.jobs for each row execute function stats.log_posted_job();
create trigger log_figure_changes_on_delete after delete on public.jobs referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.jobs
  for each row when (old.posted_date is distinct from new.posted_date) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.job_contact_reveals referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.job_contact_reveals referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.job_contact_reveals
  for each row when (old.revealed_at is distinct from new.revealed_at) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.feedback for each row execute function stats.log_posted_feedback();
create trigger log_figure_changes_on_delete after delete on public.feedback referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.feedback
  for each row when (old.created_at is distinct from new.created_at) execute function stats.log_figure_changes();

create function stats.apply_figure_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One run at a time; neither readers nor writers wait for it.
  lock table stats.daily_figures in share row exclusive mode;
  with taken as (
    delete from stats.figure_changes where id in (select id from stats.figure_changes order by id limit 50000)
    returning figure, day, amount
  )
  insert into stats.daily_figures as total (figure, day, amount)
  select figure, day, sum(amount) from taken group by figure, day
  on conflict (figure, day) do update set amount = total.amount + excluded.amount;
  if found then
    perform realtime.send('{}', 'changed', 'admin:figures');
  end if;
end $$;
comment on function stats.apply_figure_changes() is
  'Task: adds up the appended changes, and notifies open admin screens that figures have changed, not which.';

create function stats.has_figure_changes() returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from stats.figure_changes) $$;
comment on function stats.has_figure_changes() is 'Whether stats.apply_figure_changes() has anything to do.';

create function stats.rebuild_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  counted text;
begin
  lock table stats.daily_figures in share row exclusive mode;
  select string_agg(format('select %L::text as figure, private.uk_day(%s) as day, sum(%s) as amount from %s as r where %s group by 2',
    figure, moment, amount, table_name, counted_when), ' union all ') into counted from stats.figure_sources;
  -- One statement sees one state of the database: changes of later commits are added by the next run.
  execute format('with counted as materialized (
      select figure, day, sum(amount)::bigint as amount from (%s) as each group by figure, day having sum(amount) <> 0),
    known as (delete from stats.figure_changes),
    wrong as (delete from stats.daily_figures d where not exists (
      select from counted c where c.figure = d.figure and c.day = d.day))
    insert into stats.daily_figures (figure, day, amount) select figure, day, amount from counted
    on conflict (figure, day) do update set amount = excluded.amount', counted);
end $$;
comment on function stats.rebuild_figures() is
  'Counts every figure again from its rows, while others write: after an import without triggers, or for peace of mind.';

create function stats.figure_total(wanted text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(amount) from stats.daily_figures where figure = wanted), 0)::bigint
    + coalesce((select sum(amount) from stats.figure_changes where figure = wanted), 0)::bigint
$$;
comment on function stats.figure_total(text) is 'A figure over all days.';

-- Counts of the admin lists -------------------------------------------------------------------------------------------

create table stats.admin_list_counts (
  list text not null,
  kind text not null,
  part text collate "C" not null,
  items bigint not null,
  primary key (list, kind, part)
);
comment on table stats.admin_list_counts is
  'How many rows each part of an admins'' list has, as far as changes were added up; admin_list_changes holds the rest.';
comment on column stats.admin_list_counts.list is
  'accounts and feedback have a part a week, by its Monday, names one for each three letters that they begin with.';
comment on column stats.admin_list_counts.kind is
  'What the list is filtered by: the type of an account, the state of feedback.';
alter table stats.admin_list_counts enable row level security;

create table stats.admin_list_changes (
  id bigint generated always as identity primary key,
  list text not null,
  kind text not null,
  part text collate "C" not null,
  items bigint not null
);
comment on table stats.admin_list_changes is
  'What was written since admin_list_counts was last added up; appended by trigger, emptied by stats.apply_admin_list_changes().';
alter table stats.admin_list_changes enable row level security;

create function stats.admin_list_parts(
  entry search.admin_account_search
) returns table (list text, kind text, part text)
language sql immutable as $$
  values ('accounts', entry.account_type, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD')),
    ('names', entry.account_type, left(entry.name_key, 3))
$$;
comment on function stats.admin_list_parts(search.admin_account_search) is 'Where an account is counted.';

create function stats.admin_list_parts(
  entry search.admin_feedback_search
) returns table (list text, kind text, part text)
language sql immutable as $$
  values ('feedback', entry.state, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD'))
$$;
comment on function stats.admin_list_parts(search.admin_feedback_search) is 'Where a feedback item is counted.';

create function stats.log_admin_list_changes() returns trigger
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

create trigger log_admin_list_changes after insert or delete on search.admin_account_search
  for each row execute function stats.log_admin_list_changes();
create trigger log_admin_list_changes_on_update after update on search.admin_account_search
  for each row when ((old.account_type, old.created_at, old.name_key) is distinct from (new.account_type, new.created_at, new.name_key))
  execute function stats.log_admin_list_changes();
create trigger log_admin_list_changes after insert or delete on search.admin_feedback_search
  for each row execute function stats.log_admin_list_changes();
create trigger log_admin_list_changes_on_update after update on search.admin_feedback_search
  for each row when ((old.state, old.created_at) is distinct from (new.state, new.created_at))
  execute function stats.log_admin_list_changes();

create function stats.apply_admin_list_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform search.apply_admin_feedback_changes(20000);
  -- One at a time; the lock blocks neither readers nor writers of the changes.
  lock table stats.admin_list_counts in share row exclusive mode;
  with taken as (
    delete from stats.admin_list_changes where id in (select id from stats.admin_list_changes order by id limit 50000)
    returning list, kind, part, items
  )
  insert into stats.admin_list_counts as total (list, kind, part, items)
  select list, kind, part, sum(items) from taken group by list, kind, part
  on conflict (list, kind, part) do update set items = total.items + excluded.items;
end $$;
comment on function stats.apply_admin_list_changes() is
  'Task: writes the rows of up to 20,000 changed feedback items, and adds up what was appended of the parts of lists, up to 50,000 changes a time.';

create function stats.has_admin_list_changes() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from stats.admin_list_changes) or exists (select from search.admin_feedback_changes)
$$;
comment on function stats.has_admin_list_changes() is 'Whether stats.apply_admin_list_changes() has anything to do.';

create function stats.rebuild_list_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The locks keep writers out, so that rows and appended changes are of the same moment.
  lock table search.admin_account_search, search.admin_feedback_search in share row exclusive mode;
  lock table stats.admin_list_counts in share row exclusive mode;
  delete from stats.admin_list_changes;
  delete from stats.admin_list_counts;
  insert into stats.admin_list_counts (list, kind, part, items)
  select p.list, p.kind, p.part, count(*) from search.admin_account_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3
  union all
  select p.list, p.kind, p.part, count(*) from search.admin_feedback_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3;
end $$;
comment on function stats.rebuild_list_counts() is 'Recounts the parts of every list from its rows.';

create function stats.admin_list_total(wanted text, of_kind text default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(items) from stats.admin_list_counts where list = wanted and (of_kind is null or kind = of_kind)), 0)::bigint
    + coalesce((select sum(items) from stats.admin_list_changes where list = wanted and (of_kind is null or kind = of_kind)), 0)::bigint
$$;
comment on function stats.admin_list_total(text,text) is 'How many rows a list has, of one kind or of all.';

create function stats.find_admin_list_part(
  wanted text, of_kind text, skip bigint, from_the_end boolean, OUT part text, OUT before bigint
) returns record
language sql stable security definer set search_path = '' as $$
  with counted as (
    select p.part, sum(p.items) as items
    from (select c.list, c.kind, c.part, c.items from stats.admin_list_counts c
      union all select c.list, c.kind, c.part, c.items from stats.admin_list_changes c) as p
    where p.list = wanted and (of_kind is null or p.kind = of_kind) group by p.part),
  placed as (
    select c.part, c.items, (case when from_the_end then sum(c.items) over () - sum(c.items) over parts
      else sum(c.items) over parts - c.items end)::bigint as before
    from counted c window parts as (order by c.part))
  select p.part, p.before from placed p where p.before <= skip and p.before + p.items > skip
$$;
comment on function stats.find_admin_list_part(text,text,bigint,boolean) is
  'The part of a list that contains the row after so many, and how many rows precede that part, from the first part or from the last; null past the end.';

-- Analytics -----------------------------------------------------------------------------------------------------------

create function public.count_profiles_by_type(profile_type text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where account_type = profile_type);
end $$;
comment on function public.count_profiles_by_type(text) is 'Specified (docs/specification.md, 2.7): accounts of this type.';
grant execute on function public.count_profiles_by_type(text) to authenticated;

create function public.count_profiles_by_date(days_ago integer) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- As the chart of sign-ups counts: no admins, and British days with today as the last.
  return (select count(*) from public.profiles where account_type <> 'admin'
    and created_at >= (private.uk_day(now()) + 1 - least(greatest(days_ago, 0), 36500))::timestamp at time zone 'Europe/London');
end $$;
comment on function public.count_profiles_by_date(integer) is 'Specified (docs/specification.md, 2.7): users who signed up in so many last days.';
grant execute on function public.count_profiles_by_date(integer) to authenticated;

create function stats.recent_activity(most integer) returns json
language sql stable security definer set search_path = '' as $$
  -- The newest of each kind come from its own index; only those few are sorted together.
  select coalesce(json_agg(json_build_object('type', type, 'description', description, 'timestamp', happened)
    order by happened desc, description), '[]')
  from (
    select * from (
      (select 'user_joined' as type,
         case p.account_type when 'provider' then 'New provider: ' || coalesce(p.business_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown')
           else 'New user: ' || coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') end as description,
         p.created_at as happened
       from public.profiles p where p.account_type <> 'admin' order by p.created_at desc, p.id limit most)
      union all
      (select 'feedback_added', 'Feedback by ' || f.author_name || ' for '
         || coalesce(p.business_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') || ': ' || f.title, f.created_at
       from public.feedback f join public.profiles p on p.id = f.provider_id order by f.created_at desc, f.id limit most)
      union all
      (select 'business_added', 'Business listed: ' || b.business_name, b.created_at
       from public.businesses b order by b.created_at desc, b.id limit most)
    ) as each
    order by happened desc, description limit most) as newest
$$;
comment on function stats.recent_activity(integer) is 'The newest sign-ups, feedback and businesses together (P-19).';

-- What was looked at and hidden waits no longer: pending means the same on every screen.
create function public.admin_analytics() returns json
language plpgsql security definer set search_path = '' as $$
declare
  active bigint;
  recent bigint;
begin
  perform private.require_admin();
  perform search.apply_admin_feedback_changes();
  select count(*) filter (where not_after is null or not_after > now()),
    count(*) filter (where created_at >= now() - interval '24 hours')
    into active, recent from auth.sessions;
  return json_build_object(
    'providers', stats.figure_total('providers'),
    'seekers', stats.figure_total('seekers'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', stats.admin_list_total('feedback', 'approved'),
    -- Pending is what no admin has looked at (moderated_at is null), as private.feedback_state() has it.
    'pending_feedback', stats.admin_list_total('feedback', 'pending'),
    'new_users_30d', public.count_profiles_by_date(30),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', stats.recent_activity(10));
end $$;
comment on function public.admin_analytics() is
  'The figures of the analytics screen: cards, the ten categories with most providers, and what happened last.';
grant execute on function public.admin_analytics() to authenticated;

-- Charts --------------------------------------------------------------------------------------------------------------

create function public.admin_figures(
  span text default '30d', from_day date default null, to_day date default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
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
      raise exception 'Please choose a span: 7d, 30d, 12w, 12m or days.' using errcode = 'PT400';
  end case;
  stride := ('1 ' || step)::interval;
  return (
    with kept as materialized (
      select case when figure in ('providers', 'seekers') then 'sign_ups' else figure end as figure, day, sum(amount) as amount
      from (select figure, day, amount from stats.daily_figures union all
        select figure, day, amount from stats.figure_changes) as each
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
        -- A membership that ends later today still counts: it may be renewed before.
        + case when last = today then (select count(*) from billing.membership_periods m where m.ended_at > now()
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
comment on function public.admin_figures(text,date,date) is
  'For the charts: six figures by British day, week or month; flows with the sum of as many days before, members as the level at each end. The last period may be under way.';
grant execute on function public.admin_figures(text,date,date) to authenticated;

-- Dashboard -----------------------------------------------------------------------------------------------------------

create function public.admin_dashboard_counts() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'businesses', (select count(*) from public.businesses),
    -- As many as the directory shows: visible and active alone is not listed (P-13).
    'listed_providers', (select count(*) from search.listings where membership_end > now()),
    'businesses_this_month', (select count(*) from public.businesses where created_at >= date_trunc('month', now() at time zone 'Europe/London') at time zone 'Europe/London'),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null));
end $$;
comment on function public.admin_dashboard_counts() is 'The four figures of the admin dashboard.';
grant execute on function public.admin_dashboard_counts() to authenticated;

-- Live updates --------------------------------------------------------------------------------------------------------

create policy "admins receive statistics changes" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'admin:figures' and (select private.is_admin()));
