-- Membership: days back for leads that were dead when they were unlocked.

create function private.days_back_of_year(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.days_back), 0)::integer from public.reports r
  where r.reporter_id = member and r.days_back > 0 and r.decided_at > now() - interval '1 year'
$$;
comment on function private.days_back_of_year(uuid) is 'How many days back a member has had within a year: at most 30.';

create function private.give_days_back(case_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  given integer;
begin
  select * into lead from public.reports where id = case_id for update;
  if lead.days_back is not null or lead.reporter_id is null then
    return;
  end if;
  -- Decisions about one member take turns here, so that the yearly limit holds.
  perform from public.profiles where id = lead.reporter_id for no key update;
  given := greatest(0, least(3, 30 - private.days_back_of_year(lead.reporter_id)));
  update public.reports set days_back = given where id = case_id;
  if given > 0 then
    perform billing.extend_membership(lead.reporter_id, given);
  end if;
end $$;
comment on function private.give_days_back(uuid) is
  'Extends the reporter''s membership for a lead that was upheld: by 3 days, at most 30 in a year, and once for each lead.';

create function private.prove_dead_lead(
  job public.jobs, member uuid, unlocked_at timestamptz, problem text
) returns text
language sql stable security definer set search_path = '' as $$
  select case
    -- The member who was hired cannot have had a dead lead.
    when job.hired_provider_id = member then null
    when problem = 'already hired' and job.hired_at <= unlocked_at + interval '2 hours'
      then 'Somebody else was hired within two hours of your unlocking it.'
    when problem in ('already hired', 'never existed') and job.status in ('closed', 'stopped')
      and job.ended_at <= unlocked_at + interval '2 hours'
      then 'The job was closed within two hours of your unlocking it.'
    when problem = 'bounced mail' and exists (
      select from public.profiles p join notify.notices n on n.user_id = p.id
      where p.id = job.user_id and lower(p.email) = lower(job.contact_email) and n.last_error like '% RCPT TO 55_'
        and n.dropped_at > unlocked_at - interval '90 days'
        and not exists (select from notify.notices later where later.user_id = p.id and later.sent_at > n.dropped_at))
      then 'Our own email to this address was refused too.' end
$$;
comment on function private.prove_dead_lead(public.jobs,uuid,timestamptz,text) is
  'What proves that a lead was dead, in words for its member; null where an admin has to find out. An address is known to be dead if its mail server refused the newest notice to it for good.';

create table private.deleted_leads (
  job_id uuid not null,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  revealed_at timestamptz not null,
  facts jsonb not null,
  primary key (job_id, provider_id)
);
comment on table private.deleted_leads is
  'Contacts whose job was deleted while a member could still report them. Nothing of the contact is in it; process_job_expiry() deletes a row 30 days after the unlock.';
comment on column private.deleted_leads.facts is 'What report_lead() reads of the job, by the names of its columns; revoked_at if its poster had withdrawn the contact.';
create index deleted_leads_of_provider on private.deleted_leads (provider_id);
create index deleted_leads_to_erase on private.deleted_leads (revealed_at);
alter table private.deleted_leads enable row level security;

create function public.report_lead(job_id uuid, problem text, details text default null) returns text
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
comment on function public.report_lead(uuid,text,text) is
  'A member reports a contact that they unlocked and that was no use, once for each job. Gives the case''s state: upheld at once where the database has the proof, otherwise open for an admin.';
grant execute on function public.report_lead(uuid,text,text) to authenticated;

create function public.list_leads() returns table (
  job_id uuid, title text, contact_name text, job_state text, unlocked_at timestamptz, case_number text, state text, days_back integer, link_key uuid
)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select coalesce(r.job_id, c.target_id), coalesce(c.target_label, r.title),
    case when r.job_state in ('open', 'won') and r.status in ('open', 'hired', 'done')
      and (select private.has_account_type('provider') and private.is_member((select auth.uid()))) then r.contact_name end,
    r.job_state, r.revealed_at, c.case_number, c.state, c.days_back, c.link_key
  from (select u.job_id, u.revealed_at, j.title, j.contact_name, j.status, case when u.revoked_at is not null then 'closed'
        when j.hired_provider_id = u.provider_id then 'won'
        when j.status = 'open' and j.expires_at > now() then 'open' else 'closed' end as job_state
      from public.job_contact_reveals u join public.jobs j on j.id = u.job_id
      where u.provider_id = (select auth.uid()) and (u.revoked_at is null or u.revealed_at > now() - interval '30 days')
      union all select d.job_id, d.revealed_at, d.facts ->> 'title', null, null, 'closed' from private.deleted_leads d
      where d.provider_id = (select auth.uid()) and d.revealed_at > now() - interval '30 days') as r
    full join (select * from public.reports where target_type = 'lead' and reporter_id = (select auth.uid())) as c
      on c.target_id = r.job_id
  order by coalesce(r.revealed_at, c.created_at) desc limit 200
$$;
comment on function public.list_leads() is
  'The newest 200 contacts that the caller unlocked: whether the job is open, closed or won by the caller, and the outcome of what they reported. One that its poster withdrew, or whose job was deleted, is listed while it can be reported. The name while the member may still see the contact.';
grant execute on function public.list_leads() to authenticated;
