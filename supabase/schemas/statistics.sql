-- Statistics: figures for admins, counted when asked, by British day.

create function private.uk_day(moment timestamptz) returns date
language sql immutable parallel safe as $$ select (moment at time zone 'Europe/London')::date $$;
comment on function private.uk_day(timestamptz) is 'The day of a moment on British calendars.';

create function private.uk_midnight(day date) returns timestamptz
language sql immutable parallel safe as $$ select day::timestamp at time zone 'Europe/London' $$;
comment on function private.uk_midnight(date) is 'When a day begins on British clocks.';

-- Analytics -----------------------------------------------------------------------------------------------------------

create function public.count_profiles_by_type(profile_type text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where account_type = profile_type);
end $$;
comment on function public.count_profiles_by_type(text) is 'Specified (docs/specification.md, 2.7): accounts of this type.';

create function public.count_profiles_by_date(days_ago integer) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- As the chart of sign-ups counts: no admins, and British days with today as the last.
  return (select count(*) from public.profiles where account_type in ('client', 'provider')
    and created_at >= private.uk_midnight(private.uk_day(now()) + 1 - least(greatest(days_ago, 0), 36500)));
end $$;
comment on function public.count_profiles_by_date(integer) is 'Specified (docs/specification.md, 2.7): users who signed up in so many last days.';

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
    'providers', public.count_profiles_by_type('provider'),
    'seekers', public.count_profiles_by_type('client'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', (select count(*) from public.feedback where approved),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null),
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
      perform private.refuse_if(from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) or from_day > to_day,
        'PT400', 'Please choose a first day that is not after the last.');
      perform private.refuse_if(from_day > today, 'PT400', 'Please choose days that are not in the future.');
      first_day := from_day;
      last_day := least(to_day, today);
      perform private.refuse_if(last_day - first_day >= 3660, 'PT400', 'Please choose at most ten years.');
      step := case when last_day - first_day < 62 then 'day' when last_day - first_day < 400 then 'week' else 'month' end;
    else
      raise exception 'Please choose a span: 7d, 30d, 12w, 12m or days.' using errcode = 'PT400';
  end case;
  stride := ('1 ' || step)::interval;
  return (
    with periods as materialized (
      select row_number() over (order by start) as nr, greatest(start::date, first_day) as first,
        least((start + stride)::date - 1, last_day) as last
      from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, stride) as start
      -- As many days before, to compare with.
      union all select 0, first_day - (last_day - first_day + 1), first_day - 1
    ), bounds as (
      select nr, private.uk_midnight(first) as begins, private.uk_midnight(last + 1) as ends from periods
    ), counted as (
      select b.nr, f.* from bounds b cross join lateral (values
        ('sign_ups', (select count(*) from public.profiles p
          where p.account_type in ('client', 'provider') and p.created_at >= b.begins and p.created_at < b.ends)),
        -- Who had begun before all periods counts in the first. A membership that ends later today may be renewed before.
        ('members', (select count(*) from billing.membership_periods m
            where m.began_at >= case b.nr when 0 then '-infinity' else b.begins end and m.began_at < b.ends)
          - (select count(*) from billing.membership_periods m
            where m.ended_at >= case b.nr when 0 then '-infinity' else b.begins end and m.ended_at < least(b.ends, now()))),
        ('revenue', (select coalesce(sum(p.pence), 0) from public.payments p
            where p.currency = 'gbp' and p.paid_at >= b.begins and p.paid_at < b.ends)
          - (select coalesce(sum(r.pence), 0) from billing.refunds r
            where r.currency = 'gbp' and r.refunded_at >= b.begins and r.refunded_at < b.ends)),
        ('jobs', (select count(*) from public.jobs j where j.posted_date >= b.begins and j.posted_date < b.ends)),
        ('reveals', (select count(*) from public.job_contact_reveals r where r.revealed_at >= b.begins and r.revealed_at < b.ends)),
        ('feedback', (select count(*) from public.feedback f where f.created_at >= b.begins and f.created_at < b.ends))
      ) as f (figure, amount)
    ), points as (
      select nr, figure, case figure when 'members' then sum(amount) over (partition by figure order by nr) else amount end as amount
      from counted
    )
    select json_build_object('span', span, 'step', step, 'from', first_day, 'to', last_day, 'today', today,
      'periods', (select json_agg(json_build_object('from', first, 'to', last) order by nr) from periods where nr > 0),
      'figures', (select json_object_agg(figure, facts) from (
        select figure, json_build_object('amounts', json_agg(amount order by nr) filter (where nr > 0),
          'total', case figure when 'members' then (array_agg(amount order by nr desc))[1] else sum(amount) filter (where nr > 0) end,
          'previous', sum(amount) filter (where nr = 0)) as facts
        from points group by figure) as each)));
end $$;
comment on function public.admin_figures(text,date,date) is
  'For the charts: six figures by British day, week or month; flows with the sum of as many days before, members as the level at each end. The last period may be under way.';

-- Dashboard -----------------------------------------------------------------------------------------------------------

create function public.admin_dashboard_counts() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'businesses', (select count(*) from public.businesses),
    -- As many as the directory shows: visible and active alone is not listed (P-13).
    'listed_providers', (select count(*) from search.listings where membership_end > now()),
    'businesses_this_month', (select count(*) from public.businesses where created_at >= private.uk_midnight(date_trunc('month', private.uk_day(now())::timestamp)::date)),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null));
end $$;
comment on function public.admin_dashboard_counts() is 'The four figures of the admin dashboard.';

-- Answers -------------------------------------------------------------------------------------------------------------

create table stats.empty_searches (
  day date not null,
  trade text not null check (char_length(trade) <= 60),
  place text not null check (char_length(place) <= 60),
  searches integer not null check (searches > 0),
  primary key (day, trade, place)
) with (fillfactor = 80);
comment on table stats.empty_searches is
  'How often a search found nobody, by British day, category or words, and place; no visitor is in it (P-72). At most 500 rows a day, deleted after 90 days.';
comment on column stats.empty_searches.place is 'As typed, but of a postcode only the outward code. Empty for everywhere.';

create function stats.record_empty_searches(p_searches jsonb) returns void
language sql security definer set search_path = '' as $$
  -- So that several processes together add no more rows than one.
  select pg_advisory_xact_lock(hashtext('stats.empty_searches'));
  with wanted as (
    select private.uk_day(now()) as day, btrim(left(lower(g.trade), 60)) as trade,
      btrim(left(case when p.sector is null then lower(g.place) else p.outward end, 60)) as place,
      sum(least(greatest(g.times, 1), 1000000)) as times
    from jsonb_to_recordset(p_searches) as g (kind text, trade text, place text, times integer)
    cross join lateral search.postcode(g.place) as p
    where g.kind = 'nobody' and g.trade is not null and g.place is not null group by 1, 2, 3
  ), counted as (
    select w.*, s.day is not null as stored, row_number() over (partition by s.day is null order by w.times desc, w.trade, w.place) as nr
    from wanted w left join stats.empty_searches s on (s.day, s.trade, s.place) = (w.day, w.trade, w.place)
  )
  insert into stats.empty_searches as s (day, trade, place, searches)
  select c.day, c.trade, c.place, least(c.times, 2147483647) from counted c
  where c.stored or c.nr <= 500 - (select count(*) from stats.empty_searches t where t.day = c.day)
  on conflict (day, trade, place) do update set searches = least(s.searches::bigint + excluded.searches, 2147483647)
$$;
comment on function stats.record_empty_searches(jsonb) is 'Adds searches that found nobody; of a day''s new ones, those beyond 500 are dropped.';

create function public.admin_answers() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    with jobs as materialized (
      select j.place, j.location, j.categories[1] as trade, coalesce(first.answer <= j.posted_date + interval '48 hours', false) as answered
      from public.jobs j cross join lateral (select least(
        (select min(q.created_at) from public.job_quotes q where q.job_id = j.id),
        (select min(r.revealed_at) from public.job_contact_reveals r where r.job_id = j.id),
        (select min(m.created_at) from public.enquiries e join public.enquiry_messages m on m.enquiry_id = e.id and m.author_id = e.provider_id
          where e.job_id = j.id)) as answer) as first
      -- A young job without an answer may have one in time yet.
      where j.posted_date > now() - interval '30 days' and (first.answer is not null or j.posted_date < now() - interval '48 hours')
    ), grouped as (
      select 'town' as kind, mode() within group (order by location) as name, count(*) as jobs, count(*) filter (where answered) as answered
      from jobs where place <> '' group by place having count(*) >= 5
      union all
      select 'trade', trade, count(*), count(*) filter (where answered) from jobs group by trade having count(*) >= 5
    ), searches as (
      select trade, place, sum(searches) as searches from stats.empty_searches
      where day > private.uk_day(now()) - 30 group by trade, place order by sum(searches) desc, trade, place limit 20
    )
    select json_build_object('jobs', (select count(*) from jobs), 'answered', (select count(*) from jobs where answered),
      'groups', (select coalesce(json_agg(g order by g.kind, g.jobs desc, g.name), '[]') from grouped g),
      'empty_searches', (select coalesce(json_agg(s order by s.searches desc, s.trade, s.place), '[]') from searches s)));
end $$;
comment on function public.admin_answers() is
  'Jobs of the last 30 days with a first answer (a quote, an unlock, a message) within 48 hours, also by town and trade with five or more; and the 20 searches that found nobody most often.';
