-- The contacts that a member unlocked, by name.

drop function public.list_leads();
create function public.list_leads() returns table (
  job_id uuid, title text, contact_name text, job_state text, unlocked_at timestamptz, case_number text, state text, days_back integer, link_key uuid
)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select coalesce(r.job_id, c.target_id), coalesce(c.target_label, r.title),
    case when r.job_state in ('open', 'won') and (select s.shows_contact from private.job_states s where s.state = r.status)
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
