-- A poster's list of jobs, with what became of each.

create function public.my_jobs() returns table (id uuid, title text, category text, location text, status text, posted_date timestamptz, expires_at timestamptz, contact_erased boolean, unlocks integer, quotes integer, new_quotes integer, provider_id uuid, provider text, starts_on date, said_done boolean, reviewed boolean)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.category, j.location,
    case when j.status = 'open' and j.expires_at <= now() then 'expired' else j.status end, j.posted_date, j.expires_at,
    j.contact_erased, u.unlocks, q.quotes, q.unread, j.hired_provider_id,
    case when j.hired_provider_id is not null then private.public_name(j.hired_provider_id) end, j.work_starts_on,
    j.done_by_provider_at is not null,
    exists (select from public.hires h join public.feedback f on f.hire_id = h.id
      where h.job_id = j.id and h.provider_id = j.hired_provider_id and f.user_id = j.user_id)
  from public.jobs j
  cross join lateral (select count(*)::integer as unlocks from public.job_contact_reveals r
    where r.job_id = j.id and r.revoked_at is null) as u
  cross join lateral (select count(*)::integer as quotes, (count(*) filter (where o.seen_at is null))::integer as unread
    from public.job_quotes o where o.job_id = j.id and o.state = 'sent' and o.valid_until >= private.uk_day(now())) as q
  where j.user_id = (select auth.uid()) and private.is_session_valid()
  order by j.posted_date desc, j.id limit 200
$$;
comment on function public.my_jobs() is
  'The caller''s own jobs, newest first: who may still write about each, the quotes that wait for a decision, and whom they hired. Marks nothing as seen.';
grant execute on function public.my_jobs() to authenticated;
