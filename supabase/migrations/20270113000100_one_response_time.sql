-- One response time, for public pages and for the member's own figures.

create function private.list_questions(person uuid) returns table (asked_at timestamptz, minutes double precision)
language sql stable security definer set search_path = '' as $$
  select question.asked_at, coalesce(extract(epoch from answer.answered_at - question.asked_at) / 60, 'infinity')::double precision
  from (
    select e.id from public.enquiries e
    where e.provider_id = person and e.last_message_at > now() - interval '1 year'
      and not exists (select from public.enquiry_blocks b where b.user_id = person and b.blocked_id = e.sender_id)
    order by e.last_message_at desc limit 200) as talk
  cross join lateral (select m.created_at as asked_at from public.enquiry_messages m
    where m.enquiry_id = talk.id and m.author_id <> person order by m.created_at limit 1) as question
  left join lateral (select m.created_at as answered_at from public.enquiry_messages m
    where m.enquiry_id = talk.id and m.author_id = person and m.created_at > question.asked_at
    order by m.created_at limit 1) as answer on true
$$;
comment on function private.list_questions(uuid) is
  'The newest 200 conversations of the last 12 months in which somebody wrote to a provider: when, and how many minutes the first answer took; infinity while there is none.';

create function private.typical_reply(minutes double precision[]) returns integer
language sql immutable set search_path = '' as $$
  select case when count(*) >= 5 and percentile_disc(0.5) within group (order by one) <= 7 * 1440
    then greatest(1, round(percentile_disc(0.5) within group (order by one)))::integer end
  from unnest(minutes) as one
$$;
comment on function private.typical_reply(double precision[]) is
  'The median time to an answer; null below five cases, and where most have waited for more than 7 days.';

create or replace function private.count_response_facts(
  person uuid, OUT questions integer, OUT answered integer, OUT reply_minutes integer, OUT hires integer
) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  fewest constant integer := 5;
begin
  select count(*), count(*) filter (where q.minutes <= 7 * 1440), private.typical_reply(array_agg(q.minutes))
    into questions, answered, reply_minutes
  from private.list_questions(person) as q
  -- A young question may be answered yet.
  where q.minutes < 'infinity' or q.asked_at < now() - interval '7 days' having count(*) >= fewest;
  select nullif(count(*), 0) into hires from public.hires h
  where h.provider_id = person and h.confirmed_at is not null and h.undone_at is null having count(*) >= fewest;
end $$;
comment on function private.count_response_facts(uuid) is
  'Counts what private.response_facts has of a provider, from at most 200 conversations.';

create or replace function public.membership_worth() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  today constant date := private.uk_day(now());
  began constant timestamptz := (today - 29)::timestamp at time zone 'Europe/London';
  began_before constant timestamptz := (today - 59)::timestamp at time zone 'Europe/London';
  counted_since constant date := (select min(d.day) from stats.provider_days d where d.provider_id = me);
  person public.profiles;
begin
  perform private.require_session();
  select * into person from public.profiles p where p.id = me and p.account_type = 'provider';
  if person.id is null then
    raise exception 'Only professionals have these figures. Please log in with an account that offers services.' using errcode = '42501';
  end if;
  return (
    with days as materialized (
      select d.day, d.kind, d.word, d.amount from stats.provider_days d where d.provider_id = me and d.day > today - 60
    ), views as (
      select day, greatest(0, sum(case kind when 'view' then amount else -amount end)) as amount
      from days where kind in ('view', 'own view') group by day
    ), responses as materialized (
      select * from private.list_questions(me)
    ), moments (figure, at, amount) as (
      select 'enquiries', asked_at, 1 from responses
      union all select 'answered_within_a_day', asked_at, 1 from responses where minutes <= 1440
      union all select 'contacts', r.revealed_at, 1 from public.job_contact_reveals r where r.provider_id = me
      union all select 'quotes_sent', q.created_at, 1 from public.job_quotes q where q.provider_id = me
      union all select 'quotes_seen', q.seen_at, 1 from public.job_quotes q where q.provider_id = me
      union all select 'quotes_accepted', q.decided_at, 1 from public.job_quotes q where q.provider_id = me and q.state = 'accepted'
      union all select 'value_pence', q.decided_at, q.worth_pence from public.job_quotes q where q.provider_id = me and q.state = 'accepted'
      union all select 'reviews', f.created_at, 1 from public.feedback f where f.provider_id = me and f.is_public
    ), sums as (
      select f.figure, coalesce(sum(m.amount) filter (where m.at >= began), 0) as total,
        case when person.created_at <= began_before then coalesce(sum(m.amount) filter (where m.at < began), 0) end as before
      from unnest(array['enquiries', 'answered_within_a_day', 'contacts', 'quotes_sent', 'quotes_seen', 'quotes_accepted',
        'value_pence', 'reviews']) as f (figure)
      left join moments m on m.figure = f.figure and m.at >= began_before group by f.figure
      union all select 'views', coalesce(sum(v.amount) filter (where v.day > today - 30), 0),
        case when counted_since <= today - 59 then coalesce(sum(v.amount) filter (where v.day <= today - 30), 0) end from views v
      union all select 'found', coalesce(sum(d.amount) filter (where d.day > today - 30), 0),
        case when counted_since <= today - 59 then coalesce(sum(d.amount) filter (where d.day <= today - 30), 0) end
        from days d where d.kind = 'search'
    )
    select json_build_object(
      'from', today - 29, 'to', today, 'counted_since', counted_since,
      'figures', (select json_object_agg(figure, json_build_object('total', total, 'before', before)) from sums),
      'views_by_day', (select json_agg(coalesce(v.amount, 0) order by n desc) from generate_series(0, 29) as n
        left join views v on v.day = today - n),
      -- Fewer than five say nothing, and might say too much.
      'words', (select coalesce(json_agg(json_build_object('word', word, 'total', total) order by total desc, word), '[]') from (
        select word, sum(amount) as total from days where kind = 'word' and day > today - 30
        group by word having sum(amount) >= 5 order by 2 desc, 1 limit 10) as most),
      -- A young question may be answered yet.
      'response_minutes', (select private.typical_reply(array_agg(minutes)) from responses
        where asked_at >= began and (minutes < 'infinity' or asked_at < now() - interval '7 days')),
      'response_minutes_before', (select private.typical_reply(array_agg(minutes)) from responses
        where asked_at >= began_before and asked_at < began),
      'people_so_far', (select count(*) from public.enquiries e where e.provider_id = me) + (select count(*) from public.job_contact_reveals r where r.provider_id = me),
      'without_value', (select count(*) from public.job_quotes q
        where q.provider_id = me and q.state = 'accepted' and q.worth_pence is null),
      'late_answers', (select count(*) from responses
        where asked_at >= began and asked_at < now() - interval '1 day' and minutes > 1440),
      'has', json_build_object(
        'pictures', person.work_samples <> '[]',
        'prices', exists (select from public.services s where s.provider_id = me and s.price_pence is not null),
        'hours', exists (select from public.availability a where a.provider_id = me and a.hours <> '{}'),
        'area', exists (select from public.availability a where a.provider_id = me and (a.places <> '{}' or a.radius is not null)),
        'reviews', (select count(*) from public.feedback f where f.provider_id = me and f.is_public))));
end $$;
comment on function public.membership_worth() is
  'For a provider: what the last 30 British days brought, and the 30 before. Before is null while the site had not counted, or the account not existed, for all of them.';

drop function private.enquiry_responses(uuid);
