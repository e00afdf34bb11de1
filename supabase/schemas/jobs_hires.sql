-- Jobs: whom the poster hired, and whether the work is done.

-- Hiring --------------------------------------------------------------------------------------------------------------

create function private.hire(job public.jobs, provider uuid, starts date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(job.status in ('hired', 'done'),
    'PT409', 'You have already hired someone for this job. Please reload the page.');
  perform private.refuse_if(not exists (select from private.job_transitions() t where t.was = job.status and t.becomes = 'hired'),
    'PT409', 'You cannot hire for this job at the moment. Please open it under My Jobs.');
  perform private.refuse_if(not exists (select from public.profiles p where p.id = provider and p.is_active and not private.is_deletion_pending(p.id)),
    'PT409', 'This professional''s account is switched off. Please choose someone else.');
  perform private.refuse_if(private.has_blocked(provider, job.user_id),
    'PT403', 'This person is not accepting messages from you. Please choose someone else.');
  -- Each hire sends emails.
  perform private.enforce_rate_limit('hire', 20, 86400, 'You have hired many times today. Please try again tomorrow.');
  -- Overwrites the facts of an earlier hire, which a job keeps when it is closed.
  update public.jobs set status = 'hired', outcome = 'here', hired_provider_id = provider, hired_at = now(),
    work_starts_on = case when starts is not null then greatest(starts, private.uk_day(now())) end, done_question_at = null, done_by_provider_at = null
  where id = job.id;
  -- The hired provider may read the contact, even if the poster had withdrawn it.
  update public.job_contact_reveals r set revoked_at = null where r.job_id = job.id and r.provider_id = hire.provider;
  perform notify.from_person(job.user_id, provider, 'job_hired', jsonb_build_object('job_id', job.id, 'title', job.title,
    'other', private.public_name(job.user_id)));
end $$;
comment on function private.hire(public.jobs,uuid,date) is
  'Marks a locked job as hired, and emails the provider. A second hire is refused, and one of somebody who blocked the poster.';

create function public.accept_quote(job_id uuid, provider_id uuid, seen timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(accept_quote.job_id);
  quote public.job_quotes;
begin
  perform private.refuse_if(job.status in ('hired', 'done'),
    'PT409', 'You have already hired someone for this job. Please reload the page.');
  quote := private.lock_sent_quote(job.id, accept_quote.provider_id, accept_quote.seen);
  perform private.refuse_if(quote.valid_until < private.uk_day(now()),
    'PT409', 'This quote has expired. Please ask for a new one.');
  update public.job_quotes q set state = 'accepted', decided_at = now()
  where q.job_id = job.id and q.provider_id = quote.provider_id;
  perform private.hire(job, quote.provider_id, quote.earliest_start);
end $$;
comment on function public.accept_quote(uuid,uuid,timestamptz) is
  'The poster accepts a quote as last read, which marks the job as hired. Of two at once one is refused.';

create function public.mark_job_hired(job_id uuid, outcome text, provider_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(mark_job_hired.job_id);
begin
  if mark_job_hired.outcome = 'here' then
    perform private.refuse_if(not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = mark_job_hired.provider_id),
      'PT400', 'Please choose a professional who has unlocked your contact details');
    perform private.refuse_if(exists (select from public.job_quotes q where q.job_id = job.id and q.provider_id = mark_job_hired.provider_id
      and q.state = 'sent' and q.valid_until >= private.uk_day(now())),
      'PT409', 'This professional has sent you a quote. Please accept or decline it.');
    perform private.hire(job, mark_job_hired.provider_id, null);
  elsif mark_job_hired.outcome in ('elsewhere', 'nobody') then
    perform private.refuse_if(job.status not in ('open', 'expired', 'closed'),
      'PT409', 'This job cannot be closed at the moment. Please reload the page.');
    update public.jobs j set status = 'closed', outcome = mark_job_hired.outcome, hired_provider_id = null, hired_at = null,
      work_starts_on = null, done_question_at = null, done_by_provider_at = null
    where j.id = job.id;
  else
    raise exception 'Please choose who you hired' using errcode = 'PT400';
  end if;
end $$;
comment on function public.mark_job_hired(uuid,text,uuid) is
  'The poster says whom they hired: here (one who unlocked the contact), elsewhere, or nobody, which both close the job.';

create function private.follow_job_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  facts constant jsonb := jsonb_build_object('job_id', new.id, 'title', new.title,
    -- The task closes a hired job when its poster does not say whether the work is done.
    'status', case when old.status = 'hired' and new.status = 'closed' and (select auth.uid()) is null then 'silent' else new.status end,
    'other', private.public_name(new.user_id));
begin
  -- A quote stays accepted only while its provider is the one hired.
  update public.job_quotes q set state = 'sent', decided_at = null, updated_at = clock_timestamp()
  where q.job_id = new.id and q.state = 'accepted' and q.provider_id is distinct from new.hired_provider_id;
  select * into change from private.job_transitions() t where t.was = old.status and t.becomes = new.status;
  if change.poster_notice is not null and (select auth.uid()) is null then
    perform notify.account(new.user_id, change.poster_notice, facts, change.poster_notice || ':' || new.id || ':' || old.expires_at);
  end if;
  if change.notified = 'quoting' then
    perform notify.from_person(new.user_id, q.provider_id, 'job_outcome',
      -- Others are not told whom the poster hired elsewhere, or that nobody was hired.
      facts, 'job_outcome:' || new.id || ':' || q.provider_id || ':' || new.status || ':' || private.uk_day(now()))
    from public.job_quotes q
    where q.job_id = new.id and q.state = 'sent' and q.provider_id is distinct from new.hired_provider_id;
  elsif change.notified = 'hired' then
    perform notify.from_person(new.user_id, old.hired_provider_id, 'job_outcome', facts);
  end if;
  return null;
end $$;
comment on function private.follow_job_status() is
  'Trigger: emails whom private.job_transitions() names and who have not blocked the poster, those who quoted once a day for each status, and takes an acceptance back with the hire.';

create trigger follow_job_status after update of status on public.jobs
  for each row when (old.status <> new.status or old.hired_at is distinct from new.hired_at) execute function private.follow_job_status();

-- Done ----------------------------------------------------------------------------------------------------------------

create function private.question_done(job public.jobs, person uuid) returns void
language sql security definer set search_path = '' as $$
  -- The words are the poster's, who is asked whomever they have blocked.
  select notify.from_person(job.user_id, person, 'job_done_question', jsonb_build_object('job_id', job.id, 'title', job.title,
    'to_client', person = job.user_id, 'said_done', job.done_by_provider_at is not null,
    'other', private.public_name(case person when job.user_id then job.hired_provider_id else job.user_id end)),
    'job_done_question:' || job.id || ':' || job.hired_at || ':' || person || ':' || (job.done_by_provider_at is not null))
$$;
comment on function private.question_done(public.jobs,uuid) is
  'Emails one of the two the question whether the work is done, once a hire, and the poster again when the provider says so.';

create function public.mark_job_done(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
begin
  perform private.require_active_account();
  select * into job from public.jobs j
  where j.id = mark_job_done.job_id and me in (j.user_id, j.hired_provider_id) for no key update;
  perform private.refuse_if(job.id is null, 'PT404', 'We could not find this job among yours. Please reload the page.');
  perform private.refuse_if(job.status not in ('hired', 'done') or job.status = 'done' and job.user_id = me,
    'PT409', 'This job is not in progress. Please reload the page.');
  if job.user_id = me then
    update public.jobs j set status = 'done' where j.id = job.id;
  elsif job.done_by_provider_at is null then
    update public.jobs j set done_by_provider_at = now() where j.id = job.id returning j.* into job;
    perform private.question_done(job, job.user_id) where job.status = 'hired';
  end if;
end $$;
comment on function public.mark_job_done(uuid) is
  'Says that the work is done. The poster''s word makes the job done; the provider''s, before or after it, is recorded, and the poster is asked unless they have said so.';

create function private.process_hired_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  for job in
    select * from public.jobs j
    where j.status = 'hired' and j.done_question_at is null
      and coalesce(j.work_starts_on, private.uk_day(j.hired_at)) < private.uk_day(now())
    order by j.hired_at limit 200 for update skip locked
  loop
    update public.jobs set done_question_at = now() where id = job.id;
    perform private.question_done(job, job.user_id);
    perform private.question_done(job, job.hired_provider_id);
  end loop;
  -- Without an answer the job is closed and never counts as done.
  update public.jobs set status = 'closed' where id in (
    select j.id from public.jobs j where j.status = 'hired' and j.done_question_at < now() - interval '60 days'
    limit 200 for update skip locked);
  delete from public.job_quotes q where (q.job_id, q.provider_id) in (
    select o.job_id, o.provider_id from public.job_quotes o join public.jobs j on j.id = o.job_id
    where j.ended_at < now() - private.contact_lifetime() limit 500);
end $$;
comment on function private.process_hired_jobs() is
  'Part of process_job_expiry(): asks both sides once after the start whether the work is done, closes after 60 days without the poster''s answer, and erases quotes contact_lifetime() after the end, with the contacts.';

-- The lists of both ---------------------------------------------------------------------------------------------------

create function public.my_quotes(
  page_size integer default 20, page_offset integer default 0
) returns table (job_id uuid, title text, description text, location text, client text, user_id uuid, job_status text, mine boolean, readable boolean, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, seen boolean, sent_at timestamptz, said_done boolean, confirmed boolean, enquiry_id uuid, total_count bigint)
language sql stable security definer set search_path = '' as $$
  select l.*, count(*) over ()
  from (
    select j.id as job, j.title, case when r.readable then j.description end, j.location, private.public_name(j.user_id), j.user_id,
      private.job_state(j) as job_status,
      coalesce(j.hired_provider_id = (select auth.uid()) and j.status <> 'stopped', false) as mine, r.readable, q.message, q.price_type, q.price_min, q.price_max, q.vat,
      q.earliest_start, q.valid_until, q.valid_until < private.uk_day(now()), coalesce(q.pictures, '{}'), q.state, q.reason,
      q.seen_at is not null, coalesce(q.created_at, j.hired_at) as sent_at,
      j.done_by_provider_at is not null or coalesce(j.status = 'done' and h.reviewable_at <= now(), false), coalesce(h.confirmed_at is not null, false),
      e.id as enquiry
    from public.jobs j
    cross join lateral (select private.job_state(j) = 'open' or private.is_hired(j) as readable) as r
    left join public.job_quotes q on q.job_id = j.id and q.provider_id = (select auth.uid())
    left join public.enquiries e on e.job_id = j.id and e.provider_id = (select auth.uid())
    left join public.hires h on h.job_id = j.id and h.provider_id = (select auth.uid())
    where j.id in (select o.job_id from public.job_quotes o where o.provider_id = (select auth.uid())
        union select h.id from public.jobs h where h.hired_provider_id = (select auth.uid()))
    union all
    select null, null, null, null, private.public_name(h.client_id), h.client_id, 'deleted', true, false, null, null, null, null, null,
      null, null, null, '{}', null, null, null, h.hired_at, null, true, null
    from public.hires h
    where h.provider_id = (select auth.uid()) and h.job_id is null and h.confirmed_at is not null and h.undone_at is null
  ) as l
  where private.is_session_valid()
  order by case when l.mine and l.readable then (l.job_status <> 'hired')::integer else 2 end, l.sent_at desc, l.job
  limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000)
$$;
comment on function public.my_quotes(integer,integer) is
  'The caller''s quotes and hires, with what became of each job: first work that they won, then the newest. Excludes other providers'' quotes. A job deleted after a confirmed hire is still listed, without its content.';

create function public.my_saved_jobs() returns table (job_id uuid, title text, location text, budget text, posted_date timestamptz, readable boolean, quoted boolean)
language sql stable security definer set search_path = '' as $$
  select j.id, case when r.readable or j.status not in ('paused', 'stopped') then j.title end,
    case when r.readable then j.location end, case when r.readable then j.budget end, j.posted_date, r.readable,
    exists (select from public.job_quotes q where q.job_id = j.id and q.provider_id = s.provider_id and q.state <> 'withdrawn')
  from public.saved_jobs s
  join public.jobs j on j.id = s.job_id
  cross join lateral (select private.job_state(j) = 'open' or private.is_hired(j) as readable) as r
  where s.provider_id = (select auth.uid()) and private.is_session_valid()
  order by s.created_at desc, j.id limit 200
$$;
comment on function public.my_saved_jobs() is
  'The jobs that the caller saved, the last saved first. One that has ended keeps its title, unless its account is switched off or a moderator stopped it.';

create function public.job_hire(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('outcome', j.outcome, 'provider', case when j.hired_provider_id is not null
      then private.public_name(j.hired_provider_id) end, 'provider_id', j.hired_provider_id, 'starts_on', j.work_starts_on,
    'said_done', j.done_by_provider_at is not null or coalesce(j.status = 'done' and h.reviewable_at <= now(), false),
    'client', private.public_name(j.user_id), 'contact_erased', j.contact_erased, 'confirmed', h.confirmed_at is not null,
    'reviewed', j.user_id = (select auth.uid()) and exists (select from public.feedback f where f.hire_id = h.id and f.user_id = j.user_id),
    'enquiry_id', (select e.id from public.enquiries e where e.job_id = j.id and e.provider_id = j.hired_provider_id),
    'candidates', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', private.public_name(p.id)) order by r.revealed_at), '[]')
      from public.job_contact_reveals r
      join public.profiles p on p.id = r.provider_id and p.is_active and not private.is_deletion_pending(p.id)
      where r.job_id = j.id and j.user_id = (select auth.uid()) and not exists (select from public.job_quotes q where q.job_id = j.id
        and q.provider_id = p.id and q.state = 'sent' and q.valid_until >= private.uk_day(now()))))
  from public.jobs j
  left join public.hires h on h.job_id = j.id and h.provider_id = j.hired_provider_id
  where j.id = job_hire.job_id and (j.user_id = (select auth.uid()) and private.is_session_valid() or private.is_hired(j))
$$;
comment on function public.job_hire(uuid) is
  'For a job''s poster and the hired provider: what both know of the hire. said_done is also true once the provider''s word would change nothing. Only the poster gets those who may be named as hired without a quote. Null for others.';

create function public.my_jobs() returns table (id uuid, title text, category text, location text, status text, posted_date timestamptz, expires_at timestamptz, contact_erased boolean, unlocks integer, quotes integer, new_quotes integer, told_count integer, seen_count integer, provider_id uuid, provider text, starts_on date, said_done boolean, reviewed boolean, may_review boolean)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.category, j.location, private.job_state(j), j.posted_date, j.expires_at,
    j.contact_erased, u.unlocks, q.quotes, q.unread, t.told_count, t.seen_count, j.hired_provider_id,
    case when j.hired_provider_id is not null then private.public_name(j.hired_provider_id) end, j.work_starts_on,
    j.done_by_provider_at is not null,
    exists (select from public.hires h join public.feedback f on f.hire_id = h.id
      where h.job_id = j.id and h.provider_id = j.hired_provider_id and f.user_id = j.user_id),
    j.status = 'done' and exists (select from private.reviewable_hires(j.user_id, j.hired_provider_id) h where h.job_id = j.id)
  from public.jobs j
  cross join lateral (select count(*)::integer as unlocks from public.job_contact_reveals r
    where r.job_id = j.id and r.revoked_at is null) as u
  cross join lateral (select count(*)::integer as quotes, (count(*) filter (where o.seen_at is null))::integer as unread
    from public.job_quotes o where o.job_id = j.id and o.state = 'sent' and o.valid_until >= private.uk_day(now())) as q
  cross join lateral (select count(*)::integer as told_count, count(m.seen_at)::integer as seen_count from public.job_matches m where m.job_id = j.id) as t
  where j.user_id = (select auth.uid()) and private.is_session_valid()
  order by j.posted_date desc, j.id limit 200
$$;
comment on function public.my_jobs() is
  'The caller''s own jobs, newest first: who may still write about each, who was told and has looked, the quotes that wait for a decision, and whom they hired. Marks nothing as seen.';
