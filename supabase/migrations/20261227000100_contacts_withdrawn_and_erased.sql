-- A poster withdraws access to a contact. Contacts are hidden when a job ends, and erased 90 days later.

alter table public.jobs alter column contact_email drop not null,
  add column contact_erased boolean generated always as (contact_email is null) stored;
comment on column public.jobs.contact_erased is 'Whether the poster must enter the contact again before the job can be reopened.';
create index jobs_to_erase on public.jobs (ended_at) where contact_email is not null;
grant select (contact_erased) on public.jobs to authenticated;

alter table public.job_contact_reveals add column revoked_at timestamptz;
comment on table public.job_contact_reveals is
  'Which provider revealed which job''s contact, and when. Written by functions only. A row outlives the contact.';
comment on column public.job_contact_reveals.revoked_at is
  'When the poster withdrew this provider''s access. The place stays taken.';
alter policy "providers read their own" on public.job_contact_reveals
  using ((provider_id = (select auth.uid()) and revoked_at is null) or (select private.is_admin()));

update private.job_states set shows_contact = false where state in ('closed', 'expired', 'paused', 'stopped');

insert into notify.notice_kinds (kind, topic) values ('job_unlocked', 'email');
insert into notify.mail_kinds (kind, placeholders, required) values ('job_unlocked', '{link,site,name,title,who}', '{link}');
insert into public.site_settings (key, value) values ('mail_job_unlocked', 'null');

update private.export_parts set query = replace(query, 'r.revealed_at from', 'r.revealed_at, r.revoked_at as access_withdrawn_at from')
  where name = 'contacts_unlocked_by_others';
update private.export_parts set query = replace(query, 'select r.job_id, j.title as job, r.revealed_at from',
    'select case when r.revoked_at is null then r.job_id end as job_id, case when r.revoked_at is null then j.title end as job, r.revealed_at, r.revoked_at as access_withdrawn_at from')
  where name = 'contacts_you_unlocked';

drop trigger set_ended_at on public.jobs;
drop function private.set_job_ended_at();
create or replace function private.check_job_contact() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.contact_email is null and tg_op = 'INSERT' then
    raise exception 'Please enter a contact email' using errcode = '23514';
  elsif new.contact_email is null and new.status in ('open', 'hired', 'paused') then
    raise exception 'The contact details of this job were erased. Please edit the job and enter them again.' using errcode = '23514';
  end if;
  new.ended_at := case when new.status in ('closed', 'expired', 'stopped', 'done') then coalesce(new.ended_at, now()) end;
  return new;
end $$;
comment on function private.check_job_contact() is
  'Trigger, after check_job: a job that goes on has a contact. Notes when a job ended.';
create trigger check_job_contact before insert or update of status, contact_email on public.jobs
  for each row execute function private.check_job_contact();

create or replace function private.take_job_place(target uuid, provider uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  -- Providers wait here for one another, so that the limit holds; closing the job waits too.
  select * into job from public.jobs j where j.id = target for no key update;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if exists (select from public.job_contact_reveals r
      where r.job_id = job.id and r.provider_id = provider and r.revoked_at is not null) then
    raise exception 'This person has withdrawn your access to the job. Please choose another one.' using errcode = 'PT403';
  end if;
  if not (select s.takes_places from private.job_states s where s.state = job.status) or job.expires_at <= now() then
    raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = provider)
     and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
    raise exception 'This person has heard from enough professionals. Please choose another job.'
      using errcode = 'PT409';
  end if;
  insert into public.job_contact_reveals (job_id, provider_id) values (job.id, provider) on conflict do nothing;
  return job;
end $$;
comment on function private.take_job_place(uuid,uuid) is
  'Locks an open job and gives a provider one of the places that its poster''s limit leaves, once.';

create or replace function notify.job_unlocked(job public.jobs, provider uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Several unlocks share one email: those of a quarter of an hour are sent at its end.
  slot timestamptz := date_bin('15 minutes', now(), 'epoch') + interval '15 minutes';
begin
  loop
    insert into notify.notices as n (kind, user_id, data, key, due_at)
    values ('job_unlocked', job.user_id, jsonb_build_object('job_id', job.id, 'title', job.title, 'many', 1,
      'providers', jsonb_build_array(private.public_name(provider))), 'job_unlocked:' || job.id || ':' || extract(epoch from slot), slot)
    on conflict (key) do update set data = n.data || jsonb_build_object('many', (n.data ->> 'many')::integer + 1,
        'providers', case when jsonb_array_length(n.data -> 'providers') < 20 then n.data -> 'providers' || (excluded.data -> 'providers')
          else n.data -> 'providers' end)
      where n.sent_at is null and n.dropped_at is null and n.claimed_until is null;
    exit when found;
    -- That email is being sent at this moment.
    slot := slot + interval '15 minutes';
  end loop;
end $$;
comment on function notify.job_unlocked(public.jobs,uuid) is
  'Emails a poster who unlocked the contact of a locked job.';

create or replace function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if not (coalesce(job.user_id = me, false) or private.is_admin()) then
    perform private.require_job_access();
    if not exists (select from public.job_contact_reveals r
        where r.job_id = job.id and r.provider_id = me and r.revoked_at is null) then
      job := private.take_job_place(reveal_job_contact.job_id, me);
      -- Of two calls at once only one has recorded it.
      perform notify.job_unlocked(job, me) from public.job_contact_reveals r
        where r.job_id = job.id and r.provider_id = me and r.revealed_at = now();
    elsif not (select s.shows_contact from private.job_states s where s.state = job.status)
        or job.status = 'open' and job.expires_at <= now()
        or job.hired_at is not null and job.hired_provider_id is distinct from me then
      raise exception 'These contact details are no longer shared. Please choose another job.' using errcode = 'PT403';
    end if;
  end if;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.reveal_job_contact(uuid) is
  'A job''s contact, for its poster, an admin, or a provider with a live membership while the job''s state and limit allow it and the poster has not withdrawn access; a provider''s first reveal is recorded, and the poster emailed (P-07).';
grant execute on function public.reveal_job_contact(uuid) to authenticated;

drop function public.job_reveals(uuid);
create or replace function public.job_reveals(
  job_id uuid
) returns table (provider_id uuid, name text, business_name text, image_url text, revealed_at timestamptz, revoked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.provider_id, btrim(p.first_name || ' ' || p.last_name), p.business_name, p.profile_image_url, r.revealed_at, r.revoked_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  join public.profiles p on p.id = r.provider_id
  where r.job_id = job_reveals.job_id and (j.user_id = (select auth.uid()) or (select private.is_admin()))
  order by r.revealed_at desc limit 500
$$;
comment on function public.job_reveals(uuid) is 'For a job''s poster: who revealed the contact details, newest first.';
grant execute on function public.job_reveals(uuid) to authenticated;

create or replace function public.revoke_job_contact(job_id uuid, provider_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(revoke_job_contact.job_id);
begin
  update public.job_contact_reveals r set revoked_at = coalesce(r.revoked_at, now())
  where r.job_id = job.id and r.provider_id = revoke_job_contact.provider_id;
  if not found then
    raise exception 'This professional has not unlocked your contact details. Please reload the page.' using errcode = 'PT404';
  end if;
end $$;
comment on function public.revoke_job_contact(uuid,uuid) is
  'The poster withdraws one provider''s access to a job''s contact, for good unless the poster hires them.';
grant execute on function public.revoke_job_contact(uuid,uuid) to authenticated;

create or replace function private.erase_job_contacts() returns void
language sql security definer set search_path = '' as $$
  update public.jobs set contact_name = null, contact_email = null, contact_phone = null where id in (
    select j.id from public.jobs j where j.ended_at < now() - interval '90 days' and j.contact_email is not null
    limit 500 for update skip locked)
$$;
comment on function private.erase_job_contacts() is
  'Part of process_job_expiry(): 90 days after a job ended its contact is erased. Who unlocked it stays recorded.';

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
  delete from private.job_questions where sent_at < now() - interval '90 days';
  delete from search.job_counts_by_category where jobs = 0;
  delete from search.job_counts_by_place where jobs = 0;
  delete from search.job_counts_by_budget where jobs = 0;
  delete from search.job_counts_by_letter where jobs = 0;
end $$;
comment on function private.process_job_expiry() is
  'Task: emails posters whether their jobs are still wanted, expires jobs whose time is over, continues with hired ones, erases contacts of ended ones, deletes counts of zero.';

create or replace function private.hire(job public.jobs, provider uuid, starts date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if job.status in ('hired', 'done') then
    raise exception 'You have already hired someone for this job. Please reload the page.' using errcode = 'PT409';
  end if;
  if not exists (select from private.job_transitions t where t.was = job.status and t.becomes = 'hired') then
    raise exception 'You cannot hire for this job at the moment. Please open it under My Jobs.' using errcode = 'PT409';
  end if;
  if not exists (select from public.profiles p where p.id = provider and p.is_active) then
    raise exception 'This professional''s account is switched off. Please choose someone else.' using errcode = 'PT409';
  end if;
  update public.jobs set status = 'hired', outcome = 'here', hired_provider_id = provider, hired_at = now(),
    work_starts_on = greatest(starts, private.uk_day(now()))
  where id = job.id;
  -- Whoever is hired may read the contact, also after it was withdrawn from them.
  update public.job_contact_reveals r set revoked_at = null where r.job_id = job.id and r.provider_id = hire.provider;
  perform notify.account(provider, 'job_hired', jsonb_build_object('job_id', job.id, 'title', job.title,
    'other', private.public_name(job.user_id)));
end $$;
comment on function private.hire(public.jobs,uuid,date) is
  'Marks a locked job as hired, and emails the provider. A second hire is refused.';
