-- Jobs: which members fit, who was told of a job, whom its poster asked, and what became of that.

create table public.job_matches (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  told_at timestamptz not null default now(),
  mailed_at timestamptz,
  asked_at timestamptz,
  seen_at timestamptz,
  declined_at timestamptz,
  primary key (job_id, provider_id)
);
comment on table public.job_matches is
  'Which member was told of which job, once each; whether its poster asked them by name, and whether they looked or declined. Written by functions only.';
comment on column public.job_matches.mailed_at is 'When it was emailed; null while it waits for the daily email.';
comment on column public.job_matches.seen_at is 'When the member first opened the job''s page afterwards.';
create index job_matches_of_provider on public.job_matches (provider_id, asked_at desc nulls last);
create index job_matches_waiting on public.job_matches (told_at) where mailed_at is null;
grant select on public.job_matches to authenticated;
create policy "members read their own" on public.job_matches for select to authenticated using (provider_id = (select auth.uid()));

-- Who fits ------------------------------------------------------------------------------------------------------------

create function private.fitting_members(
  job public.jobs, wider boolean default false
) returns table (provider_id uuid, miles integer, covers boolean, related boolean, rating real)
language plpgsql stable security definer set search_path = '' as $$
declare
  keys constant text[] := case when wider then job.category_keys else job.categories end;
  trades constant tsquery := (select string_agg(search.category_query(key)::text, '|') from unnest(keys) as key);
  centre constant point := case when job.sector is null then job.position
    else coalesce((search.locate(job.sector || ' ' || job.location)).centre, job.position) end;
  around constant text[] := search.places_around(centre);
begin
  -- Only the conditions that this job needs, so that each plan can have its indexes, as in search.find_listings().
  return query execute 'select l.provider_id, round(l.position <-> $2)::integer, coalesce(search.covers(l.reach, l.served, $2, $3), false),
      not l.categories && $5, l.rating_score
    from search.listings l
    where l.document @@ $1 and l.membership_end > now() and l.provider_id <> $6'
    -- Whether the area fits: the one that its owner has given, or so many miles; of a place that is not on the map, those who name it.
    || case when centre is not null then ' and (search.covers(l.reach, l.served, $2, $3) or l.position <@ circle($2, '
        || case when wider then '20))' else '10) and l.reach is null and l.served = ''{}'')' end
      when job.place is not null then ' and strpos(l.place, $4) > 0' else '' end
    || ' and not exists (select from public.enquiry_blocks b
        where (b.user_id, b.blocked_id) in (($6, l.provider_id), (l.provider_id, $6)))
      and not exists (select from public.job_contact_reveals r
        where r.job_id = $7 and r.provider_id = l.provider_id and r.revoked_at is not null)'
    using trades, centre, around, job.place, job.categories, job.user_id, job.id;
end $$;
comment on function private.fitting_members(public.jobs,boolean) is
  'The listed members whose trades and area fit a job, without its poster, those who block or are blocked, and those whose access was withdrawn. Wider: twice as far, and related categories of the same group.';

-- Telling -------------------------------------------------------------------------------------------------------------

create function notify.job_in_mail(job public.jobs) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', job.id, 'title', job.title, 'category', job.category, 'location', job.location, 'budget', job.budget)
$$;
comment on function notify.job_in_mail(public.jobs) is 'What an email says of a job: never its contact.';

create function private.tell_members(job public.jobs, wider boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant integer := private.uk_day(now()) - date '2000-01-01';
  member record;
  told integer := 0;
begin
  for member in
    insert into public.job_matches (job_id, provider_id, mailed_at)
    select job.id, f.provider_id, case when not s.job_alerts_daily then now() end
    from private.fitting_members(job, wider) as f
    join search.listings l on l.provider_id = f.provider_id
    join public.notification_settings s on s.user_id = f.provider_id and s.email_notifications and s.job_alerts
    -- A choice that none of one's own trades is in any more means all of them.
    where (not s.job_trades && l.categories or s.job_trades && job.category_keys)
      and not exists (select from public.job_matches m where m.job_id = job.id and m.provider_id = f.provider_id)
    order by f.related, l.position <-> job.position, search.turn(f.provider_id, today)
    limit greatest(0, 200 - (select count(*) from public.job_matches m where m.job_id = job.id))
    on conflict do nothing returning provider_id, mailed_at
  loop
    told := told + 1;
    if member.mailed_at is not null then
      perform notify.account(member.provider_id, 'job_alert',
        jsonb_build_object('many', 1, 'jobs', jsonb_build_array(notify.job_in_mail(job))), 'job_alert:' || job.id || ':' || member.provider_id);
    end if;
  end loop;
  return told;
end $$;
comment on function private.tell_members(public.jobs,boolean) is
  'Tells fitting members of a job who were not told before and have not switched it off, the nearest first and at most 200 a job; gives how many.';

create function notify.send_job_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  member record;
begin
  for job in
    select * from public.jobs j
    where j.status = 'open' and j.told_at is null and j.expires_at > now() and j.posted_date > now() - interval '7 days'
    order by j.posted_date limit 20 for no key update skip locked
  loop
    perform private.tell_members(job, false);
    update public.jobs set told_at = now() where id = job.id;
  end loop;
  for member in
    with due as (
      update public.job_matches m set mailed_at = now()
      -- Of those that the last seven o'clock in the morning found waiting.
      where m.mailed_at is null and m.told_at < private.uk_midnight(private.uk_day(now() - interval '7 hours')) + interval '7 hours'
      returning m.job_id, m.provider_id)
    select due.provider_id, count(*) as many, (array_agg(notify.job_in_mail(j) order by j.posted_date desc))[:10] as jobs
    from due join public.jobs j on j.id = due.job_id and j.status = 'open' and j.expires_at > now()
      and not private.has_blocked(due.provider_id, j.user_id)
    group by due.provider_id
  loop
    perform notify.account(member.provider_id, 'job_alert', jsonb_build_object('many', member.many, 'jobs', to_jsonb(member.jobs)));
  end loop;
  perform notify.send_visitor_alerts();
end $$;
comment on function notify.send_job_alerts() is
  'Task: tells fitting members of new jobs, and sends those who chose it their one email of the day. Posting itself does none of it.';

create table private.job_alerts (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  category text not null,
  location text not null,
  since timestamptz not null default now(),
  ended_at timestamptz,
  unique (email, category, location)
);
comment on table private.job_alerts is
  'Who is emailed new jobs without an account, as they confirmed; the id is in each email''s link that ends it. Nobody can read it.';
comment on column private.job_alerts.since is 'Up to when jobs were emailed.';
create index job_alerts_due on private.job_alerts (since) where ended_at is null;

create function notify.send_visitor_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  alert private.job_alerts;
  found json;
begin
  for alert in
    select * from private.job_alerts a
    -- At seven in the morning, as for members.
    where a.ended_at is null and a.since < private.uk_midnight(private.uk_day(now() - interval '7 hours')) + interval '7 hours'
    order by a.since limit 100 for update skip locked
  loop
    update private.job_alerts a set since = now() where a.id = alert.id;
    -- Anybody orders these, so that one that fails stops no other.
    begin
      found := public.search_jobs(nullif(alert.category, ''), nullif(alert.location, ''), posted_after => alert.since, page_size => 10,
        within => case when alert.location <> '' then 10 end);
      if (found ->> 'total')::integer > 0 then
        perform notify.address(alert.email, 'visitor_jobs', jsonb_build_object('many', found -> 'total', 'unsubscribe_token', alert.id,
          'jobs', (select jsonb_agg(notify.job_in_mail(j) order by j.posted_date desc) from public.jobs j
            where j.id in (select (one ->> 'id')::uuid from json_array_elements(found -> 'jobs') as one))));
      end if;
    exception when others then
      raise warning 'An alert about new jobs could not be made: %', sqlerrm;
    end;
  end loop;
end $$;
comment on function notify.send_visitor_alerts() is
  'Part of send-job-alerts: one email a morning to whoever confirmed it, with what the public search finds new.';

create function private.widen_quiet_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  told record;
begin
  for job in
    select * from public.jobs j
    where j.status = 'open' and j.widened_at is null and j.told_at < now() - interval '48 hours' and j.expires_at > now()
      and not exists (select from public.job_quotes q where q.job_id = j.id)
    order by j.told_at limit 200 for no key update skip locked
  loop
    select count(*) as many, count(m.seen_at) as seen into told from public.job_matches m where m.job_id = job.id;
    update public.jobs set widened_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_quiet', jsonb_build_object('job_id', job.id, 'title', job.title, 'many', told.many,
      'seen', told.seen, 'more', private.tell_members(job, true), 'no_budget', coalesce(btrim(job.budget), '') = '',
      'no_pictures', job.pictures = '{}', 'short', char_length(job.description) < 80), 'job_quiet:' || job.id);
  end loop;
end $$;
comment on function private.widen_quiet_jobs() is
  'Part of process-job-expiry: 48 hours without a quote widen a job''s circle, once, and its poster is emailed how many were told and what would help.';

-- Asking by name ------------------------------------------------------------------------------------------------------

create function private.holds_ask(match public.job_matches) returns boolean
language sql stable security definer set search_path = '' as $$
  select match.asked_at is not null and match.declined_at is null and (match.asked_at > now() - interval '48 hours'
    or exists (select from public.job_quotes q where q.job_id = match.job_id and q.provider_id = match.provider_id and q.state <> 'withdrawn'))
$$;
comment on function private.holds_ask(public.job_matches) is
  'Whether an ask takes one of the three places: it was not declined, and is under 48 hours old or has brought a quote.';

create function public.ask_provider(job_id uuid, provider_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(ask_provider.job_id);
  problem text;
begin
  if exists (select from public.job_matches m
      where m.job_id = job.id and m.provider_id = ask_provider.provider_id and m.asked_at is not null and m.declined_at is null) then
    return;
  end if;
  problem := case
    when private.is_own_mailbox(ask_provider.provider_id, (select private.mailbox_key(p.email) from public.profiles p where p.id = job.user_id)) then 'You cannot ask yourself. Please choose a professional.'
    when private.job_state(job) <> 'open' then 'This job is not open, so nobody can be asked. Please reload the page.'
    when not private.is_listed(ask_provider.provider_id) then 'This professional is not taking jobs at the moment. Please choose another one.'
    when exists (select from public.job_quotes q where q.job_id = job.id and q.provider_id = ask_provider.provider_id and q.state <> 'withdrawn')
      then 'This professional has sent you a quote already. Please reload the page.'
    when exists (select from public.job_matches m where m.job_id = job.id and m.provider_id = ask_provider.provider_id and m.declined_at is not null)
      then 'This professional has declined. Please choose another one.'
    when not exists (select from private.fitting_members(job, job.widened_at is not null) as f where f.provider_id = ask_provider.provider_id)
      then 'This professional cannot be asked about this job. Please choose another one.'
    when (select count(*) >= 3 from public.job_matches m where m.job_id = job.id and private.holds_ask(m))
      then 'You have asked three professionals. Please wait until one declines, or has not answered for 48 hours.' end;
  perform private.refuse_if(problem is not null, 'PT409', problem);
  perform private.enforce_rate_limit('asks', 30, 86400, 'You have asked 30 professionals today, which is the most. Please try again tomorrow.', false);
  insert into public.job_matches as m (job_id, provider_id, mailed_at, asked_at) values (job.id, ask_provider.provider_id, now(), now())
  on conflict on constraint job_matches_pkey do update set asked_at = now(), mailed_at = coalesce(m.mailed_at, now());
  perform notify.from_person(job.user_id, ask_provider.provider_id, 'job_asked', notify.job_in_mail(job),
    'job_asked:' || job.id || ':' || ask_provider.provider_id);
end $$;
comment on function public.ask_provider(uuid,uuid) is
  'The poster asks a fitting member for a quote by name: at most three at a time, who get an email. The same twice changes nothing.';

create function public.decline_ask(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  -- As asking does, so that a place is free at once.
  perform from public.jobs j where j.id = decline_ask.job_id for no key update;
  update public.job_matches m set declined_at = coalesce(m.declined_at, now())
  where m.job_id = decline_ask.job_id and m.provider_id = (select auth.uid()) and m.asked_at is not null
    and not exists (select from public.job_quotes q where q.job_id = m.job_id and q.provider_id = m.provider_id and q.state <> 'withdrawn');
  perform private.refuse_if(not found,
    'PT409', 'There is nothing to decline here. If you have sent a quote, please withdraw it instead.');
end $$;
comment on function public.decline_ask(uuid) is
  'A member who was asked by name says no, which the poster sees. The same twice changes nothing.';

create function public.see_job(job_id uuid) returns table (asked_at timestamptz, declined_at timestamptz)
language sql security definer set search_path = '' as $$
  select private.require_session();
  update public.job_matches m set seen_at = now()
  where m.job_id = see_job.job_id and m.provider_id = (select auth.uid()) and m.seen_at is null;
  select m.asked_at, m.declined_at from public.job_matches m
  where m.job_id = see_job.job_id and m.provider_id = (select auth.uid()) and m.asked_at is not null
$$;
comment on function public.see_job(uuid) is
  'A member who was told of a job, or asked, has opened its page: noted once. Gives the ask, if there is one.';

create function public.job_answers(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  with job as (
    select j from public.jobs j where j.id = job_answers.job_id and j.user_id = (select auth.uid()) and private.is_session_valid()
  ), quoted as (
    select q.provider_id from public.job_quotes q, job where q.job_id = (job.j).id and q.state <> 'withdrawn'
  ), people as (
    select coalesce(m.provider_id, f.provider_id) as id, f.miles, f.covers, f.related, f.rating, m.asked_at, case
      when m.asked_at is null then null
      when m.provider_id in (select provider_id from quoted) then 'quoted'
      when m.declined_at is not null then 'declined'
      when not private.holds_ask(m) then 'silent'
      when m.seen_at is not null then 'seen' else 'waiting' end as state
    from job
    left join lateral private.fitting_members(job.j, (job.j).widened_at is not null) as f on private.job_state(job.j) = 'open'
    full join (select m.* from public.job_matches m, job where m.job_id = (job.j).id and m.asked_at is not null) as m on m.provider_id = f.provider_id
    where coalesce(m.provider_id, f.provider_id) is not null
      and (m.asked_at is not null or f.provider_id not in (select provider_id from quoted))
  ), shown as (
    select p.*, row_number() over (order by p.asked_at, p.related, p.miles, p.rating desc,
      search.turn(p.id, private.uk_day(now()) - date '2000-01-01')) as place
    from people p order by place limit 12
  )
  select json_build_object('is_told', (job.j).told_at is not null, 'told_count', told.many, 'seen_count', told.seen, 'quote_count', (select count(*) from quoted),
    'places', greatest(0, 3 - told.holding), 'people', (
      select coalesce(json_agg(json_build_object('id', s.id, 'name', private.public_name(s.id), 'title', l.title, 'image_url', l.image_url,
        'listed', l.user_id is not null, 'location', l.location, 'miles', s.miles, 'covers', coalesce(s.covers, false),
        'related', coalesce(s.related, false), 'rating_average', l.rating_average, 'rating_count', coalesce(l.rating_count, 0),
        'reply_minutes', r.reply_minutes, 'state', s.state) order by s.place), '[]')
      from shown s left join public.public_providers l on l.user_id = s.id left join private.response_facts r on r.provider_id = s.id))
  from job, (select count(*) as many, count(m.seen_at) as seen, count(*) filter (where private.holds_ask(m)) as holding
    from public.job_matches m, job where m.job_id = (job.j).id) as told
$$;
comment on function public.job_answers(uuid) is
  'For a job''s poster: how many were told, have looked and quoted, how many more may be asked by name, those who were asked, and up to twelve who fit: by fit, distance, rating and daily turn. Null for others.';

create function public.enquiry_others(
  enquiry_id uuid
) returns table (provider_id uuid, name text, title text, image_url text, miles integer, rating_average numeric, rating_count integer)
language sql stable security definer set search_path = '' as $$
  with unanswered as (
    -- The enquiry as if it were a job for the professional's trades, where they are.
    select jsonb_populate_record(null::public.jobs, jsonb_build_object('user_id', e.sender_id, 'categories', p.categories,
      'position', here.centre, 'place', search.place_letters(p.location))) as job, e.sender_id, e.provider_id
    from public.enquiries e
    join public.profiles p on p.id = e.provider_id
    cross join lateral search.locate(p.location) as here
    where e.id = enquiry_others.enquiry_id and e.sender_id = (select auth.uid()) and e.job_id is null and private.is_session_valid()
      and not exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = e.provider_id)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.created_at < now() - interval '48 hours'))
  select f.provider_id, private.public_name(f.provider_id), l.title, l.image_url, f.miles, l.rating_average, l.rating_count
  from unanswered u cross join lateral private.fitting_members(u.job) as f
  join public.public_providers l on l.user_id = f.provider_id
  where f.provider_id <> u.provider_id
    and not exists (select from public.enquiries e where e.sender_id = u.sender_id and e.provider_id = f.provider_id)
  order by f.miles, l.rating_average desc nulls last, search.turn(f.provider_id, private.uk_day(now()) - date '2000-01-01') limit 3
$$;
comment on function public.enquiry_others(uuid) is
  'For whoever sent an enquiry that had no answer for 48 hours: three others who fit, and whom they have not written to yet.';
