-- Admins close, allow again and delete anybody's job, with a reason that its poster is told; and the jobs
-- of an account that is switched off are shown to nobody until it is on again.

alter table public.jobs drop constraint jobs_status_check;
alter table public.jobs add constraint jobs_status_check check (status in ('open', 'closed', 'expired', 'paused', 'stopped'));
insert into private.job_transitions (was, becomes, by_poster) values
  ('open', 'paused', false), ('paused', 'open', false),
  ('open', 'stopped', false), ('closed', 'stopped', false), ('expired', 'stopped', false), ('paused', 'stopped', false),
  ('stopped', 'open', false), ('stopped', 'paused', false);
comment on table private.job_transitions is 'What a job''s status may become, and whether its poster may say so; everything else is refused. Admins, by their functions, and what happens without a caller (the clock, the answer to ''still looking?'') may do all that stands here.';

create or replace function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  poster_is_active boolean;
begin
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())) then
    raise exception 'A job that is % cannot become %.', old.status, new.status using errcode = '23514';
  end if;
  -- Whoever switches the account off at this very moment is waited for: no job opens behind their back.
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
  -- A category that was renamed or taken away since is no reason to refuse an answer, a closing or an expiry.
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null then
      raise exception 'Unknown category: %', unknown
        using errcode = '23514', hint = 'Choose from the categories, or write ''Other: '' and your own words.';
    end if;
  end if;
  new.category_keys := private.category_keys(new.categories);
  select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause takes nothing from a job's days, and gives it none.
  if tg_op = 'UPDATE' and new.status = 'open' and old.status not in ('open', 'paused') then
    new.expires_at := now() + interval '30 days';
    new.asked_at := null;
  end if;
  new.updated_at := now();
  return new;
end $$;

create function private.pause_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_active then
    update public.jobs set status = 'open' where user_id = new.id and status = 'paused';
  else
    update public.jobs set status = 'paused' where user_id = new.id and status = 'open';
  end if;
  return null;
end $$;
comment on function private.pause_jobs() is 'Trigger: the open jobs of an account go and come back with it.';
create trigger pause_jobs after update of is_active on public.profiles
  for each row when (old.is_active <> new.is_active) execute function private.pause_jobs();
update public.jobs j set status = 'paused'
  where j.status = 'open' and exists (select from public.profiles p where p.id = j.user_id and not p.is_active);

create or replace function public.answer_job_question(token text, still_looking boolean) returns json
language plpgsql security definer set search_path = '' as $$
declare
  question private.job_questions;
  job public.jobs;
begin
  select * into question from private.question_of(token);
  select * into job from public.jobs j where j.id = question.job_id for no key update;
  -- Read again: whoever pressed twice has waited for the first.
  select * into question from private.question_of(token);
  if job.id is null or still_looking is null or not exists (select from public.profiles p where p.id = job.user_id and p.is_active) then
    raise exception 'This link is not valid any more.' using errcode = 'PT404';
  end if;
  if question.answer is not null then
    if (question.answer = 'yes') = still_looking then
      return public.job_question(token);
    end if;
    raise exception 'This question was answered already.' using errcode = 'PT409', hint = 'Log in to change the job.';
  end if;
  if still_looking and job.status = 'stopped' then
    raise exception 'A moderator has closed this job.' using errcode = 'PT409', hint = 'The reason was sent to you by email.';
  end if;
  if still_looking and job.status = 'closed' then
    raise exception 'This job was closed.' using errcode = 'PT409', hint = 'Log in to reopen it.';
  end if;
  if still_looking and job.status = 'open' then
    update public.jobs set expires_at = now() + interval '30 days', asked_at = null where id = job.id;
  elsif still_looking then
    update public.jobs set status = 'open' where id = job.id;
  elsif job.status = 'open' then
    update public.jobs set status = 'closed' where id = job.id;
  end if;
  update private.job_questions set answered_at = now(), answer = case when still_looking then 'yes' else 'no' end
  where token_hash = question.token_hash;
  return public.job_question(token);
end $$;

-- What admins do. ---------------------------------------------------------------------------------------------

insert into private.notice_kinds (kind, topic) values
  ('job_stopped', 'account'), ('job_allowed', 'account'), ('job_removed', 'account');

create function private.lock_job(target uuid, seen timestamptz) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  found public.jobs;
begin
  select * into found from public.jobs where id = target for update;
  if found.id is null then
    raise exception 'This job does not exist.' using errcode = 'PT404';
  end if;
  if found.updated_at <> seen then
    raise exception 'This job has changed since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_job(uuid, timestamptz) is 'Holds a job for an admin''s act; refuses where it changed after the moment at which the caller saw it.';

create function private.moderate_job(job public.jobs, becomes text, kind text, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.jobs set status = becomes where id = job.id;
  perform private.record(case becomes when 'stopped' then 'close job' else 'allow job' end, 'jobs', job.id::text,
    jsonb_build_object('title', job.title, 'status', job.status), jsonb_build_object('title', job.title, 'status', becomes), why);
  perform private.tell_of_act(job.user_id, kind, jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function private.moderate_job(public.jobs, text, text, text) is 'Changes a job''s status as an admin, records it and tells its poster.';

create function public.admin_stop_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  job := private.lock_job(job_id, seen);
  if job.status = 'stopped' then
    raise exception 'Another moderator has closed this job already.' using errcode = 'PT409';
  end if;
  perform private.moderate_job(job, 'stopped', 'job_stopped', why);
end $$;
comment on function public.admin_stop_job(uuid, text, timestamptz) is 'Closes anybody''s job so that only an admin opens it again, and tells its poster why.';

create function public.admin_allow_job(job_id uuid, reason text default null, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason);
  job := private.lock_job(job_id, seen);
  if job.status <> 'stopped' then
    raise exception 'No moderator has closed this job.' using errcode = 'PT409';
  end if;
  perform private.moderate_job(job, case when p.is_active then 'open' else 'paused' end, 'job_allowed', why)
    from public.profiles p where p.id = job.user_id;
end $$;
comment on function public.admin_allow_job(uuid, text, timestamptz) is 'Opens a job again that an admin had closed, for 30 more days, and tells its poster.';

create function public.admin_delete_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  job := private.lock_job(job_id, seen);
  delete from public.jobs where id = job.id;
  perform private.record('delete job', 'jobs', job.id::text,
    to_jsonb(job) - array['contact_name', 'contact_email', 'contact_phone', 'category_keys'], null, why);
  perform private.tell_of_act(job.user_id, 'job_removed', jsonb_build_object('title', job.title, 'reason', why));
end $$;
comment on function public.admin_delete_job(uuid, text, timestamptz) is 'Deletes anybody''s job and tells its poster why. The audit log keeps it without the contact.';

do $$
declare
  signature text;
begin
  foreach signature in array array['admin_stop_job', 'admin_allow_job', 'admin_delete_job'] loop
    execute format('revoke execute on function public.%s(uuid, text, timestamptz) from public, anon', signature);
    execute format('grant execute on function public.%s(uuid, text, timestamptz) to authenticated, service_role', signature);
  end loop;
end $$;
