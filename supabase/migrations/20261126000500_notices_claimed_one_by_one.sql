-- A notice is claimed when a connection to the mail server is free for it, one by one, and for longer than
-- that server may take. Twenty claimed at once for two minutes were still waiting behind each other when the
-- claim ended, and were sent twice.

create or replace function public.take_notices(p_limit integer default 20)
returns table (id uuid, kind text, topic text, address text, first_name text, data jsonb, unsubscribe_token uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  claimed uuid[];
begin
  loop
    select array_agg(due.id) into claimed from (
      select n.id from private.notices n
      where n.sent_at is null and n.dropped_at is null and n.due_at <= now()
        and (n.claimed_until is null or n.claimed_until <= now())
      order by n.due_at limit least(greatest(p_limit, 1), 100) for update skip locked) due;
    exit when claimed is null;
    return query
    with weighed as (
      select n.id, k.topic, coalesce(n.address, p.email) as address, p.first_name, s.unsubscribe_token,
        n.user_id is null or (p.email is not null and coalesce(private.wants(s, k.topic), k.topic = 'account')
          and (k.topic = 'account' or p.is_active and u.email_confirmed_at is not null)) as wanted
      from private.notices n
        join private.notice_kinds k on k.kind = n.kind
        left join public.profiles p on p.id = n.user_id
        left join auth.users u on u.id = n.user_id
        left join public.notification_settings s on s.user_id = n.user_id
      where n.id = any (claimed)
    ), kept as (
      update private.notices n set
        claimed_until = case when w.wanted then now() + interval '10 minutes' end,
        attempts = n.attempts + 1,
        dropped_at = case when not w.wanted then now() end,
        last_error = case when not w.wanted then 'not wanted' else n.last_error end,
        data = case when w.wanted then n.data else '{}' end
      from weighed w where w.id = n.id
      returning n.id, n.kind, n.data, n.dropped_at
    )
    select k.id, k.kind, w.topic, w.address, coalesce(w.first_name, ''), k.data, w.unsubscribe_token
    from kept k join weighed w on w.id = k.id where k.dropped_at is null;
    -- Where nobody wanted those, the next ones are looked at: an empty answer means that nothing is due.
    exit when found;
  end loop;
end $$;
comment on function public.take_notices(integer) is
  'For deliver-notices: claims notices that are due for ten minutes, dropping those that their receiver does not want.';
revoke execute on function public.take_notices(integer) from public, anon, authenticated;
grant execute on function public.take_notices(integer) to service_role;
