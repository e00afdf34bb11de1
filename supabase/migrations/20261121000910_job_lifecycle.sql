-- The life of a job: open, closed, expired. domain/jobs-lifecycle.ts holds the same table; a test compares them.

alter table public.jobs
  add column expires_at timestamptz not null default now() + interval '30 days',
  add column asked_at timestamptz,
  add column reveal_limit integer check (reveal_limit between 1 and 100);
comment on column public.jobs.expires_at is 'Until when an open job is shown; 30 days after it was posted, reopened, or said to be still wanted.';
comment on column public.jobs.asked_at is 'When the poster was asked by mail whether the job is still wanted; null until then, and again after an answer.';
comment on column public.jobs.reveal_limit is 'How many providers may unlock the contact, chosen by the poster; null is any number. Enforced by reveal_job_contact().';
alter table public.jobs drop constraint jobs_status_check;
alter table public.jobs add constraint jobs_status_check check (status in ('open', 'closed', 'expired'));
create index jobs_expiring on public.jobs (expires_at) where status = 'open';
grant select (expires_at, reveal_limit) on public.jobs to authenticated;
grant insert (reveal_limit), update (reveal_limit) on public.jobs to authenticated;

create table private.job_transitions (
  was text not null,
  becomes text not null,
  by_poster boolean not null,
  primary key (was, becomes)
);
comment on table private.job_transitions is 'What a job''s status may become, and whether its poster may say so; everything else is refused. The clock and the answer to ''still looking?'' may do all that stands here.';
insert into private.job_transitions (was, becomes, by_poster) values
  ('open', 'closed', true),
  ('closed', 'open', true),
  ('expired', 'open', true),
  ('open', 'expired', false);

create or replace function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null)) then
    raise exception 'A job that is % cannot become %.', old.status, new.status using errcode = '23514';
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
  if tg_op = 'UPDATE' and new.status = 'open' and old.status <> 'open' then
    new.expires_at := now() + interval '30 days';
    new.asked_at := null;
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is 'Trigger: only listed transitions, categories are real ones, the budget is understood, dates are the server''s.';

-- Reveals: capped by the poster, one after the other for each job. ---------------------------------------------

create or replace function public.reveal_job_contact(job_id uuid)
returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if job.user_id = me or private.is_admin() then
    if job.id is null then
      raise exception 'This job does not exist.' using errcode = 'PT404';
    end if;
    return query select job.contact_name, job.contact_email, job.contact_phone;
    return;
  end if;
  if not (private.has_type('provider') and private.can_act() and private.is_member(me)) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Contact details are shown to providers with a live membership.';
  end if;
  if job.id is null then
    raise exception 'This job does not exist.' using errcode = 'PT404';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
    -- Whoever comes at once waits here, and then sees what the first has left; a closing waits likewise.
    select * into job from public.jobs j where j.id = reveal_job_contact.job_id for no key update;
    if job.id is null then
      raise exception 'This job does not exist.' using errcode = 'PT404';
    end if;
    if job.status <> 'open' or job.expires_at <= now() then
      raise exception 'This job is closed.' using errcode = 'PT409', hint = 'Its poster takes no more enquiries.';
    end if;
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me)
       and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
      raise exception 'This job has been unlocked by as many professionals as its poster wants to hear from.'
        using errcode = 'PT409', hint = 'Its poster takes no more enquiries.';
    end if;
    insert into public.job_contact_reveals (job_id, provider_id) values (job.id, me) on conflict do nothing;
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.reveal_job_contact(uuid) is 'A job''s contact, for its poster, an admin, or a provider with a live membership while the poster''s limit is not reached; a provider''s first look is recorded (decision 7).';

create or replace function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date, 'reveals_left', case when job.reveal_limit is not null then greatest(0,
      job.reveal_limit - (select count(*) from public.job_contact_reveals r where r.job_id = job.id)) end)
$$;

create function public.job_page(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when (j.status = 'open' and j.expires_at > now()) or j.user_id = (select auth.uid()) or (select private.is_admin())
      then json_build_object('state', case when j.status = 'open' and j.expires_at <= now() then 'expired' else j.status end, 'job', private.job_card(j))
      else json_build_object('state', 'closed', 'job', null) end
    from public.jobs j where j.id = job_page.job_id), json_build_object('state', 'unknown', 'job', null))
$$;
comment on function public.job_page(uuid) is 'One job for its own page: {state, job}. Of a job that is no longer open others learn only that.';
revoke execute on function public.job_page(uuid) from public;
grant execute on function public.job_page(uuid) to anon, authenticated, service_role;

-- Still looking? ------------------------------------------------------------------------------------------------

create table private.job_questions (
  token_hash bytea primary key,
  job_id uuid not null references public.jobs (id) on delete cascade,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  check ((answer is null) = (answered_at is null))
);
comment on table private.job_questions is 'Links of ''still looking?'' mails. Whoever holds one may answer for that job, once, for 30 days; only its hash is kept.';
create index job_questions_of_job on private.job_questions (job_id);

insert into private.notice_kinds (kind, topic) values ('job_still_looking', 'email'), ('job_expired', 'email');

create function private.tend_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- Asked five days before the end, once.
  for job in
    select j.id, j.user_id, j.title, j.posted_date, j.expires_at from public.jobs j
    where j.status = 'open' and j.asked_at is null and j.expires_at <= now() + interval '5 days' and j.expires_at > now()
    order by j.expires_at limit 200 for update skip locked
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
    insert into private.job_questions (token_hash, job_id) values (sha256(convert_to(token, 'UTF8')), job.id);
    update public.jobs set asked_at = now() where id = job.id;
    perform private.notify(job.user_id, 'job_still_looking', jsonb_build_object('title', job.title,
      'posted_date', job.posted_date, 'shown_until', job.expires_at, 'token', token), 'job_still_looking:' || job.id || ':' || job.expires_at);
  end loop;
  for job in
    select j.id, j.user_id, j.title, j.expires_at from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked
  loop
    update public.jobs set status = 'expired' where id = job.id;
    perform private.notify(job.user_id, 'job_expired', jsonb_build_object('title', job.title), 'job_expired:' || job.id || ':' || job.expires_at);
  end loop;
  delete from private.job_questions where asked_at < now() - interval '90 days';
  perform pg_advisory_xact_lock(hashtext('facet_job'));
  delete from private.job_days where jobs = 0;
  delete from private.job_place_days where jobs = 0;
  delete from private.job_budget_days where jobs = 0;
end $$;
comment on function private.tend_jobs() is 'Task: asks posters whether their jobs are still wanted, ends those whose time is over, sweeps counts that are none.';
insert into private.scheduled_tasks (name, run_every, procedure) values ('tend-jobs', interval '15 minutes', 'private.tend_jobs()');

create function private.question_of(token text) returns private.job_questions
language sql stable security definer set search_path = '' as $$
  select q from private.job_questions q
  where q.token_hash = sha256(convert_to(token, 'UTF8')) and q.asked_at > now() - interval '30 days'
$$;
comment on function private.question_of(text) is 'The question that a mail''s link belongs to, for 30 days.';

create function public.job_question(token text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('title', j.title, 'status', j.status, 'expires_at', j.expires_at, 'answer', q.answer)
  from private.question_of(job_question.token) as q join public.jobs j on j.id = q.job_id
$$;
comment on function public.job_question(text) is 'What a ''still looking?'' link asks about: {title, status, expires_at, answer}, or null. Changes nothing.';

create function public.answer_job_question(token text, still_looking boolean) returns json
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
comment on function public.answer_job_question(text, boolean) is 'Answers a ''still looking?'' mail, signed in or not: yes gives the job 30 more days, no closes it. The same answer twice is one.';
revoke execute on function public.job_question(text), public.answer_job_question(text, boolean) from public;
grant execute on function public.job_question(text), public.answer_job_question(text, boolean) to anon, authenticated, service_role;
