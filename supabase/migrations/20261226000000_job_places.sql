-- A place of a job is taken by one function, for every way of taking it.

create function private.require_job_access() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  if not (private.has_account_type('provider') and private.is_member((select auth.uid()))) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Activate a membership to see contact details.';
  end if;
end $$;
comment on function private.require_job_access() is
  'Raises unless the caller may unlock jobs: a confirmed, active provider with a live membership.';

create function private.take_job_place(target uuid, provider uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  -- Providers wait here for one another, so that the limit holds; closing the job waits too.
  select * into job from public.jobs j where j.id = target for no key update;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if job.status <> 'open' or job.expires_at <= now() then
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
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
      job := private.take_job_place(reveal_job_contact.job_id, me);
    end if;
  end if;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
