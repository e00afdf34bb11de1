-- Members see every contact that they unlocked, and the jobs they won.

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
      union all select 'jobs_won', h.confirmed_at, 1 from public.hires h where h.provider_id = me and h.undone_at is null
      union all select 'value_pence', q.decided_at, q.worth_pence from public.job_quotes q where q.provider_id = me and q.state = 'accepted'
      union all select 'reviews', f.created_at, 1 from public.feedback f where f.provider_id = me and f.is_public
    ), sums as (
      select f.figure, coalesce(sum(m.amount) filter (where m.at >= began), 0) as total,
        case when person.created_at <= began_before then coalesce(sum(m.amount) filter (where m.at < began), 0) end as before
      from unnest(array['enquiries', 'answered_within_a_day', 'contacts', 'quotes_sent', 'quotes_seen', 'jobs_won',
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

drop function public.list_leads();
create function public.list_leads() returns table (
  job_id uuid, title text, job_state text, unlocked_at timestamptz, case_number text, state text, days_back integer, link_key uuid
)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select coalesce(r.job_id, c.target_id), coalesce(c.target_label, r.title), r.job_state, r.revealed_at, c.case_number,
    c.state, c.days_back, c.link_key
  from (select u.job_id, u.revealed_at, j.title, case when u.revoked_at is not null then 'closed'
        when j.hired_provider_id = u.provider_id then 'won'
        when j.status = 'open' and j.expires_at > now() then 'open' else 'closed' end as job_state
      from public.job_contact_reveals u join public.jobs j on j.id = u.job_id
      where u.provider_id = (select auth.uid()) and (u.revoked_at is null or u.revealed_at > now() - interval '30 days')
      union all select d.job_id, d.revealed_at, d.facts ->> 'title', 'closed' from private.deleted_leads d
      where d.provider_id = (select auth.uid()) and d.revealed_at > now() - interval '30 days') as r
    full join (select * from public.reports where target_type = 'lead' and reporter_id = (select auth.uid())) as c
      on c.target_id = r.job_id
  order by coalesce(r.revealed_at, c.created_at) desc limit 200
$$;
comment on function public.list_leads() is
  'The newest 200 contacts that the caller unlocked: whether the job is open, closed or won by the caller, and the outcome of what they reported. One that its poster withdrew, or whose job was deleted, is listed while it can be reported.';
grant execute on function public.list_leads() to authenticated;

create or replace function public.report_lead(job_id uuid, problem text, details text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  job public.jobs;
  deleted private.deleted_leads;
  unlocked timestamptz;
  proof text;
  made public.reports;
begin
  perform private.require_job_access();
  if problem is null or problem not in ('wrong number', 'bounced mail', 'never existed', 'already hired') then
    raise exception 'Please choose what was wrong' using errcode = 'PT400';
  end if;
  if char_length(details) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  -- Reports of one member take turns: two at once would both pass the check below.
  perform from public.profiles where id = me for no key update;
  if exists (select from public.reports r
      where r.target_type = 'lead' and r.target_id = report_lead.job_id and r.reporter_id = me) then
    raise exception 'You have already reported this contact. Please see your contacts on the membership page.' using errcode = 'PT409';
  end if;
  select * into job from public.jobs j where j.id = report_lead.job_id;
  select r.revealed_at into unlocked from public.job_contact_reveals r
    where r.job_id = report_lead.job_id and r.provider_id = me and r.revealed_at > now() - interval '30 days';
  if job.id is null then
    select * into deleted from private.deleted_leads d
      where d.job_id = report_lead.job_id and d.provider_id = me and d.revealed_at > now() - interval '30 days';
    job := jsonb_populate_record(null::public.jobs, deleted.facts);
    unlocked := deleted.revealed_at;
  end if;
  if job.id is null or unlocked is null then
    raise exception 'You can report a contact for 30 days after you unlock it. Please contact us about any other.'
      using errcode = 'PT409';
  end if;
  if private.days_back_of_year(me) >= 30 then
    raise exception 'You have had 30 days back this year, which is the most we give. Please contact us if contacts are often wrong.'
      using errcode = 'PT409';
  end if;
  perform private.enforce_rate_limit('lead report', 10, 86400, 'You have reported many contacts. Please try again tomorrow.');
  proof := private.prove_dead_lead(job, me, unlocked, problem);
  insert into public.reports (target_type, target_id, target_label, target_path, reason, details, reporter_id, state,
    outcome_reason, decided_at, decisions)
  values ('lead', job.id, job.title, '/job-directory?job=' || job.id, problem, nullif(btrim(details, E' \t\r\n'), ''), me,
    case when proof is null then 'open' else 'upheld' end, proof, case when proof is not null then now() end,
    case when proof is null then 0 else 1 end)
  returning * into made;
  insert into public.report_events (report_id, state, note) values (made.id, made.state, proof);
  if proof is not null then
    perform private.give_days_back(made.id);
  end if;
  perform notify.reporter(made.id, case when proof is null then 'report_received' else 'report_outcome' end, 'report_lead:' || made.id);
  return made.state;
end $$;
