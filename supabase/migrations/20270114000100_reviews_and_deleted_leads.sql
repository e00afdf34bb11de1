-- The client's word alone gives no second unverified review; removed pictures stay a plain list; a contact can be
-- reported after its job was deleted.

create function private.reviewable_hires(client uuid, provider uuid) returns setof public.hires
language sql stable security definer set search_path = '' as $$
  select h.* from public.hires h
  where h.client_id = client and h.provider_id = provider and h.undone_at is null
    and not exists (select from public.feedback f where f.hire_id = h.id)
    and (h.confirmed_at is not null or not exists (
      select from public.feedback f where f.provider_id = provider and f.user_id = client and not f.verified))
  order by h.hired_at desc
$$;
comment on function private.reviewable_hires(uuid,uuid) is
  'The hires of these two about which the client may write feedback, the newest first: one each if both confirmed it. The client''s word alone gives no second unverified one.';

create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hire uuid;
  confirmed boolean;
begin
  if auth.uid() is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  if new.hire_id is not null and not exists (select from public.hires h where h.id = new.hire_id
      and h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null) then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  -- One review of a person after the other: two at once would both be the first without a confirmed hire.
  perform from public.profiles p where p.id = new.user_id for no key update;
  -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
  select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
  where h.id in (select r.id from private.reviewable_hires(new.user_id, new.provider_id) r)
    and h.id = coalesce(new.hire_id, h.id)
  order by h.hired_at desc limit 1 for share;
  if hire is null and exists (select from public.feedback f where f.provider_id = new.provider_id and f.user_id = new.user_id) then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to see your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s; feedback is about a hire that may be reviewed, the newest unless the author names one, and is verified if both confirmed it; without one it is the only one of its author; whether it is public follows approval and the setting (P-15, P-45).';

create or replace function public.set_feedback_pictures(feedback_id uuid, pictures text[], in_portfolio boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
begin
  perform private.require_active_account();
  select * into item from public.feedback f
  where f.id = set_feedback_pictures.feedback_id and f.user_id = (select auth.uid()) for update;
  if item.id is null then
    raise exception 'We could not find this feedback among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if set_feedback_pictures.pictures is null or set_feedback_pictures.in_portfolio is null
      or not set_feedback_pictures.pictures <@ item.pictures
      or private.picture_problem(set_feedback_pictures.pictures, item.pictures, 'pictures', item.user_id || '/') is not null then
    raise exception 'You can only remove pictures from feedback. Please reload the page.' using errcode = 'PT400';
  end if;
  update public.feedback f set pictures = set_feedback_pictures.pictures, in_portfolio = set_feedback_pictures.in_portfolio
  where f.id = item.id;
end $$;
comment on function public.set_feedback_pictures(uuid,text[],boolean) is
  'The author removes pictures of their feedback, gives the consent for the portfolio or takes it back. None is added, because readers and moderators have seen it.';

create or replace function public.feedback_right(provider_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('hire_id', hire.id, 'given', hire.id is null and exists (
      select from public.feedback f where f.provider_id = feedback_right.provider_id and f.user_id = (select auth.uid())))
  from (select) as one left join lateral (
    select h.id from private.reviewable_hires((select auth.uid()), feedback_right.provider_id) h limit 1) as hire on true
$$;
comment on function public.feedback_right(uuid) is
  'For a provider''s page: {hire_id: the caller''s hire that may be reviewed, given: whether the caller may give none any more}.';

create or replace function private.email_about_review(hire public.hires, reminder boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  review public.feedback;
  facts jsonb;
begin
  if hire.client_id is null or private.is_deletion_pending(hire.client_id) or private.is_deletion_pending(hire.provider_id)
      -- The page with the form is there only while the directory lists the provider.
      or not private.is_listed(hire.provider_id) then
    return;
  end if;
  select * into review from public.feedback f where f.hire_id = hire.id;
  select jsonb_build_object('title', j.title, 'provider_id', hire.provider_id, 'professional', private.public_name(hire.provider_id),
      'client', private.public_name(hire.client_id), 'confirmed', hire.confirmed_at is not null, 'reminder', reminder,
      'reviewed', coalesce(review.is_public, false))
    into facts from public.jobs j where j.id = hire.job_id;
  if exists (select from private.reviewable_hires(hire.client_id, hire.provider_id) r where r.id = hire.id) then
    perform notify.account(hire.client_id, 'feedback_invitation', facts, 'feedback_invitation:' || hire.id || ':' || reminder);
  end if;
  if not reminder or hire.confirmed_at is null or review.id is null
      or (review.is_public and not exists (select from public.feedback_replies r where r.feedback_id = review.id)) then
    perform notify.account(hire.provider_id, 'feedback_prospect', facts, 'feedback_prospect:' || hire.id || ':' || reminder);
  end if;
end $$;
comment on function private.email_about_review(public.hires,boolean) is
  'Invites both sides after the work: the client to review, the provider to confirm the hire, to write a word, or to reply. Nobody is reminded of what is done.';

create table private.deleted_leads (
  job_id uuid not null,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  revealed_at timestamptz not null,
  facts jsonb not null,
  primary key (job_id, provider_id)
);
comment on table private.deleted_leads is
  'Contacts whose job was deleted while a member could still report them. Nothing of the contact is in it; process_job_expiry() deletes a row 30 days after the unlock.';
comment on column private.deleted_leads.facts is 'What report_lead() reads of the job, by the names of its columns.';
create index deleted_leads_of_provider on private.deleted_leads (provider_id);
create index deleted_leads_to_erase on private.deleted_leads (revealed_at);
alter table private.deleted_leads enable row level security;

create function private.record_deleted_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_leads (job_id, provider_id, revealed_at, facts)
  select old.id, r.provider_id, r.revealed_at, jsonb_build_object('id', old.id, 'title', old.title, 'status', 'closed',
    'ended_at', coalesce(old.ended_at, now()), 'hired_at', old.hired_at,
    'hired_provider_id', case when old.hired_provider_id = r.provider_id then r.provider_id end)
  from public.job_contact_reveals r
  where r.job_id = old.id and r.revealed_at > now() - interval '30 days'
    -- The erasure of an account leaves nothing of its jobs.
    and exists (select from public.profiles p where p.id = old.user_id);
  return old;
end $$;
comment on function private.record_deleted_leads() is
  'Trigger: a job''s deletion does not take the right to report its contact from those who unlocked it.';

create trigger record_deleted_leads before delete on public.jobs
  for each row execute function private.record_deleted_leads();

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
  -- One report of a member after the other: two at once would both be the first.
  perform from public.profiles where id = me for no key update;
  if exists (select from public.reports r
      where r.target_type = 'lead' and r.target_id = report_lead.job_id and r.reporter_id = me) then
    raise exception 'You have already reported this contact. Please see Days back on the membership page.' using errcode = 'PT409';
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
comment on function public.report_lead(uuid,text,text) is
  'A member reports a contact that they unlocked and that was no use, once for each job. Gives the case''s state: upheld at once where the database has the proof, otherwise open for an admin.';

create or replace function public.list_leads() returns table (
  job_id uuid, title text, unlocked_at timestamptz, case_number text, problem text, state text, days_back integer,
  outcome_reason text, link_key uuid, reported_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select coalesce(r.job_id, c.target_id), coalesce(c.target_label, r.title), r.revealed_at, c.case_number, c.reason,
    c.state, c.days_back, c.outcome_reason, c.link_key, c.created_at
  from (select u.job_id, u.revealed_at, j.title from public.job_contact_reveals u join public.jobs j on j.id = u.job_id
      where u.provider_id = (select auth.uid()) and u.revealed_at > now() - interval '30 days'
      union all select d.job_id, d.revealed_at, d.facts ->> 'title' from private.deleted_leads d
      where d.provider_id = (select auth.uid()) and d.revealed_at > now() - interval '30 days') as r
    full join (select * from public.reports where target_type = 'lead' and reporter_id = (select auth.uid())) as c
      on c.target_id = r.job_id
  order by coalesce(c.created_at, r.revealed_at) desc limit 200
$$;
comment on function public.list_leads() is
  'The caller''s ledger of days back, and the contacts that they can still report, newest first.';

create or replace function private.process_job_expiry() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- The question is sent once, five days before the end.
  for job in
    select j.id, j.user_id, j.title, j.posted_date, j.expires_at from public.jobs j
    where j.status = 'open' and j.expiry_notice_at is null and j.expires_at <= now() + interval '5 days' and j.expires_at > now()
    order by j.expires_at limit 200 for update skip locked
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
    insert into private.job_questions (token_hash, job_id) values (sha256(convert_to(token, 'UTF8')), job.id);
    update public.jobs set expiry_notice_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_still_looking', jsonb_build_object('title', job.title,
      'posted_date', job.posted_date, 'shown_until', job.expires_at, 'token', token), 'job_still_looking:' || job.id || ':' || job.expires_at);
  end loop;
  for job in
    select j.id from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked
  loop
    update public.jobs set status = 'expired' where id = job.id;
  end loop;
  perform private.process_hired_jobs();
  perform private.erase_job_contacts();
  delete from private.deleted_leads where revealed_at < now() - interval '30 days';
  delete from private.job_questions where sent_at < now() - interval '90 days';
  delete from search.job_counts_by_category where jobs = 0;
  delete from search.job_counts_by_place where jobs = 0;
  delete from search.job_counts_by_budget where jobs = 0;
  delete from search.job_counts_by_letter where jobs = 0;
end $$;
comment on function private.process_job_expiry() is
  'Task: emails posters whether their jobs are still wanted, expires jobs whose time is over, continues with hired ones, erases contacts of ended ones and of deleted ones what is left, deletes counts of zero.';

update private.export_parts set query = $query$select case when r.revoked_at is null then r.job_id end as job_id, case when r.revoked_at is null then j.title end as job,
        r.revealed_at, r.revoked_at as access_withdrawn_at from public.job_contact_reveals r
      join public.jobs j on j.id = r.job_id where r.provider_id = $1
      union all select null, d.facts ->> 'title', d.revealed_at, null from private.deleted_leads d where d.provider_id = $1
      order by revealed_at desc$query$ where name = 'contacts_you_unlocked';
