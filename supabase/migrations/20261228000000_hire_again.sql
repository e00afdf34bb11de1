-- A job that was closed after a hire can be hired for again, closed with another outcome, and reopened, without traces of that hire.

comment on column public.jobs.ended_at is
  'Since when the job has been closed, expired, stopped or done, or its contact entered again after that; null otherwise. Set by trigger.';

create or replace function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  poster_is_active boolean;
begin
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())
        -- No caller can set the time: a hire goes through accept_quote() or mark_job_hired(), also after an earlier one.
        and (new.status <> 'hired' or new.hired_at is distinct from old.hired_at)) then
    raise exception 'A job with this status cannot be changed in this way. Please reload the page.'
      using errcode = '23514', detail = old.status || ' to ' || new.status;
  end if;
  -- The lock waits for a deactivation that is under way, so that no job opens after it.
  if new.status = 'open' and (tg_op = 'INSERT' or old.status <> 'open') then
    select p.is_active into poster_is_active from public.profiles p where p.id = new.user_id for share;
    if not poster_is_active then
      new.status := 'paused';
    end if;
  end if;
  if cardinality(new.categories) = 0 then
    new.categories := array[new.category];
  end if;
  new.category := new.categories[1];
  -- Unchanged selections are not checked: a job whose category was renamed or deleted can still be closed or expire.
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null then
      raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
    end if;
  end if;
  new.category_keys := private.category_keys(new.categories);
  select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause does not change the expiry date. A stopped job of a deactivated account goes on as paused.
  if tg_op = 'UPDATE' and new.status in ('open', 'paused') and old.status not in ('open', 'paused') then
    new.expires_at := now() + private.job_lifetime();
    new.expiry_notice_at := null;
    new.outcome := null;
    new.hired_provider_id := null;
    new.hired_at := null;
    new.work_starts_on := null;
    new.done_question_at := null;
    new.done_by_provider_at := null;
  end if;
  new.updated_at := now();
  return new;
end $$;

create or replace function private.check_job_contact() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.contact_email is null and tg_op = 'INSERT' then
    raise exception 'Please enter a contact email' using errcode = '23514';
  elsif new.contact_email is null and new.status in ('open', 'hired', 'paused') then
    raise exception 'The contact details of this job were erased. Please edit the job and enter them again.' using errcode = '23514';
  end if;
  -- A contact entered again has its own 90 days.
  if tg_op = 'UPDATE' and old.contact_email is null and new.contact_email is not null then
    new.ended_at := null;
  end if;
  new.ended_at := case when new.status in ('closed', 'expired', 'stopped', 'done') then coalesce(new.ended_at, now()) end;
  return new;
end $$;

create or replace function private.hire(job public.jobs, provider uuid, starts date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if job.status in ('hired', 'done') then
    raise exception 'You have already hired someone for this job. Please reload the page.' using errcode = 'PT409';
  end if;
  if not exists (select from private.job_transitions t where t.was = job.status and t.becomes = 'hired') then
    raise exception 'You cannot hire for this job at the moment. Please open it under My Jobs.' using errcode = 'PT409';
  end if;
  if not exists (select from public.profiles p where p.id = provider and p.is_active and not private.is_deletion_pending(p.id)) then
    raise exception 'This professional''s account is switched off. Please choose someone else.' using errcode = 'PT409';
  end if;
  -- Each hire sends emails.
  perform private.enforce_rate_limit('hire', 20, 86400, 'You have hired many times today. Please try again tomorrow.');
  -- A job that was closed after a hire still has the facts of that one.
  update public.jobs set status = 'hired', outcome = 'here', hired_provider_id = provider, hired_at = now(),
    work_starts_on = greatest(starts, private.uk_day(now())), done_question_at = null, done_by_provider_at = null
  where id = job.id;
  -- Whoever is hired may read the contact, also after it was withdrawn from them.
  update public.job_contact_reveals r set revoked_at = null where r.job_id = job.id and r.provider_id = hire.provider;
  perform notify.account(provider, 'job_hired', jsonb_build_object('job_id', job.id, 'title', job.title,
    'other', private.public_name(job.user_id)));
end $$;

create or replace function public.mark_job_hired(job_id uuid, outcome text, provider_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(mark_job_hired.job_id);
begin
  if mark_job_hired.outcome = 'here' then
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = mark_job_hired.provider_id) then
      raise exception 'Please choose a professional who has unlocked your contact details' using errcode = 'PT400';
    end if;
    if exists (select from public.job_quotes q where q.job_id = job.id and q.provider_id = mark_job_hired.provider_id
        and q.state = 'sent' and q.valid_until >= private.uk_day(now())) then
      raise exception 'This professional has sent you a quote. Please accept or decline it.' using errcode = 'PT409';
    end if;
    perform private.hire(job, mark_job_hired.provider_id, null);
  elsif mark_job_hired.outcome in ('elsewhere', 'nobody') then
    if job.status not in ('open', 'expired', 'closed') then
      raise exception 'This job cannot be closed at the moment. Please reload the page.' using errcode = 'PT409';
    end if;
    update public.jobs j set status = 'closed', outcome = mark_job_hired.outcome, hired_provider_id = null, hired_at = null,
      work_starts_on = null, done_question_at = null, done_by_provider_at = null
    where j.id = job.id;
  else
    raise exception 'Please choose who you hired' using errcode = 'PT400';
  end if;
end $$;

create or replace function private.follow_job_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change private.job_transitions;
  facts constant jsonb := jsonb_build_object('job_id', new.id, 'title', new.title,
    -- The task closes a hired job when its poster does not say whether the work is done.
    'status', case when old.status = 'hired' and new.status = 'closed' and (select auth.uid()) is null then 'silent' else new.status end,
    'other', private.public_name(new.user_id));
begin
  -- A quote is accepted only as long as its provider is hired.
  update public.job_quotes q set state = 'sent', decided_at = null, updated_at = clock_timestamp()
  where q.job_id = new.id and q.state = 'accepted' and q.provider_id is distinct from new.hired_provider_id;
  select * into change from private.job_transitions t where t.was = old.status and t.becomes = new.status;
  if change.poster_notice is not null and (select auth.uid()) is null then
    perform notify.account(new.user_id, change.poster_notice, facts, change.poster_notice || ':' || new.id || ':' || old.expires_at);
  end if;
  if change.notified = 'quoting' then
    perform notify.account(q.provider_id, 'job_outcome',
      -- Whom somebody hired elsewhere, or that nobody was hired, is not for others.
      facts, 'job_outcome:' || new.id || ':' || q.provider_id || ':' || new.status || ':' || private.uk_day(now()))
    from public.job_quotes q
    where q.job_id = new.id and q.state = 'sent' and q.provider_id is distinct from new.hired_provider_id;
  elsif change.notified = 'hired' then
    perform notify.account(old.hired_provider_id, 'job_outcome', facts) where old.hired_provider_id is not null;
  end if;
  return null;
end $$;
comment on function private.follow_job_status() is
  'Trigger: emails whom private.job_transitions names, those who quoted once a day for each status, and takes an acceptance back with the hire.';

drop trigger follow_job_status on public.jobs;
create trigger follow_job_status after update of status on public.jobs
  for each row when (old.status <> new.status or old.hired_at is distinct from new.hired_at) execute function private.follow_job_status();

create or replace function public.job_hire(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('outcome', j.outcome, 'provider', case when j.hired_provider_id is not null
      then private.public_name(j.hired_provider_id) end, 'provider_id', j.hired_provider_id, 'starts_on', j.work_starts_on,
    'said_done', j.done_by_provider_at is not null, 'candidates', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', private.public_name(p.id)) order by r.revealed_at), '[]')
      from public.job_contact_reveals r
      join public.profiles p on p.id = r.provider_id and p.is_active and not private.is_deletion_pending(p.id)
      where r.job_id = j.id and not exists (select from public.job_quotes q where q.job_id = j.id
        and q.provider_id = p.id and q.state = 'sent' and q.valid_until >= private.uk_day(now()))))
  from public.jobs j
  where j.id = job_hire.job_id and j.user_id = (select auth.uid()) and private.is_session_valid()
$$;
