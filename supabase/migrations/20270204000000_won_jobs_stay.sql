-- A won job stays among the quotes when its poster deletes it, as it is counted in "Jobs won".

create or replace function public.my_quotes(
  page_size integer default 20, page_offset integer default 0
) returns table (job_id uuid, title text, location text, client text, user_id uuid, job_status text, mine boolean, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, seen boolean, sent_at timestamptz, said_done boolean, confirmed boolean, enquiry_id uuid, worth_pence integer, total_count bigint)
language sql stable security definer set search_path = '' as $$
  select l.*, count(*) over ()
  from (
    select j.id as job, j.title, j.location, private.public_name(j.user_id), j.user_id,
      case when j.status = 'open' and j.expires_at <= now() then 'expired' else j.status end,
      coalesce(j.hired_provider_id = (select auth.uid()), false), q.message, q.price_type, q.price_min, q.price_max, q.vat,
      q.earliest_start, q.valid_until, q.valid_until < private.uk_day(now()), coalesce(q.pictures, '{}'), q.state, q.reason,
      q.seen_at is not null, coalesce(q.created_at, j.hired_at) as sent_at, j.done_by_provider_at is not null,
      exists (select from public.hires h where h.job_id = j.id and h.provider_id = (select auth.uid()) and h.confirmed_at is not null),
      e.id as enquiry, q.worth_pence
    from public.jobs j
    left join public.job_quotes q on q.job_id = j.id and q.provider_id = (select auth.uid())
    left join public.enquiries e on e.job_id = j.id and e.provider_id = (select auth.uid())
    where j.id in (select o.job_id from public.job_quotes o where o.provider_id = (select auth.uid())
        union select h.id from public.jobs h where h.hired_provider_id = (select auth.uid()))
    union all
    select null, null, null, private.public_name(h.client_id), h.client_id, 'deleted', true, null, null, null, null, null,
      null, null, null, '{}', null, null, null, h.hired_at, null, true, null, null
    from public.hires h
    where h.provider_id = (select auth.uid()) and h.job_id is null and h.confirmed_at is not null and h.undone_at is null
  ) as l
  where private.is_session_valid()
  order by l.sent_at desc, l.job
  limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000)
$$;
comment on function public.my_quotes(integer,integer) is
  'The caller''s quotes and hires, newest first, with what became of each job. Excludes other providers'' quotes. A job deleted after a confirmed hire is still listed, without its content.';
