-- The poster of a job reads whom they hired, and whom they may name.

create function public.job_hire(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('outcome', j.outcome, 'provider', case when j.hired_provider_id is not null
      then private.public_name(j.hired_provider_id) end, 'provider_id', j.hired_provider_id, 'starts_on', j.work_starts_on,
    'said_done', j.done_by_provider_at is not null, 'candidates', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', private.public_name(p.id)) order by r.revealed_at), '[]')
      from public.job_contact_reveals r join public.profiles p on p.id = r.provider_id and p.is_active
      where r.job_id = j.id and not exists (select from public.job_quotes q where q.job_id = j.id
        and q.provider_id = p.id and q.state = 'sent' and q.valid_until >= private.uk_day(now()))))
  from public.jobs j
  where j.id = job_hire.job_id and j.user_id = (select auth.uid()) and private.is_session_valid()
$$;
comment on function public.job_hire(uuid) is
  'For a job''s poster: whom they hired, and those who may be named as hired without a quote. Null for others.';
grant execute on function public.job_hire(uuid) to authenticated;
