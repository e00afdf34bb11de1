-- Quotes are erased with the contacts of their job.

create or replace function private.process_hired_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  for job in
    select * from public.jobs j
    where j.status = 'hired' and j.done_question_at is null and j.work_starts_on < private.uk_day(now())
    order by j.work_starts_on limit 200 for update skip locked
  loop
    update public.jobs set done_question_at = now() where id = job.id;
    perform private.question_done(job, job.user_id);
    perform private.question_done(job, job.hired_provider_id);
  end loop;
  -- Silence is no outcome: the job is closed, and never counts as done.
  update public.jobs set status = 'closed' where id in (
    select j.id from public.jobs j where j.status = 'hired' and j.done_question_at < now() - interval '60 days'
    limit 200 for update skip locked);
  delete from public.job_quotes q where (q.job_id, q.provider_id) in (
    select o.job_id, o.provider_id from public.job_quotes o join public.jobs j on j.id = o.job_id
    where j.ended_at < now() - interval '90 days' limit 500);
end $$;
comment on function private.process_hired_jobs() is
  'Part of process_job_expiry(): asks both sides once after the start whether the work is done, closes after 60 days without the poster''s answer, and erases quotes with the contacts, 90 days after the end.';
