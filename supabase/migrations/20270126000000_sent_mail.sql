-- Admins see what was sent to an address, and which trouble is which.

create index notices_to_address on notify.notices (address) where user_id is null and address <> '(sent)';

create function public.admin_sent_mail(p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(left(p_address, 320)));
  people uuid[];
  allowing uuid[];
  notices jsonb;
  account_mails jsonb := '[]';
begin
  perform private.require_admin();
  -- By the index of auth's own searches.
  people := array(select u.id from auth.users u
    where u.instance_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = wanted);
  allowing := array(select p from unnest(people) as p where private.support_access_until(p) is not null);
  perform audit.record('support view', 'profiles', p::text, null, jsonb_build_object('until', private.support_access_until(p)))
  from unnest(allowing) as p;
  -- Without support access, only notices that no choice governs: whether another was sent would show the choice.
  select coalesce(jsonb_agg(to_jsonb(m)), '[]') into notices from (
    select n.id, false as signing_in, n.created_at as queued_at, coalesce(n.sent_at, n.dropped_at) as ended_at, n.attempts,
      case when n.sent_at is not null then 'sent' when n.dropped_at is null then 'waiting'
        when n.last_error = 'not wanted' then 'unwanted' else 'refused' end as state, n.last_error as answer
    from notify.notices n join notify.notice_kinds k on k.kind = n.kind
    where (n.user_id = any (people) or n.user_id is null and n.address = wanted and n.address <> '(sent)')
      and (n.user_id is null or k.topic = 'account' or n.user_id = any (allowing))
    order by n.created_at desc limit 100) m;
  -- The queue of account mails is the backend's own; a hosted Supabase has none.
  if to_regclass('_backend.outbox') is not null then
    execute $outbox$
      select coalesce(jsonb_agg(to_jsonb(m)), '[]') from (
        select o.id, true as signing_in, o.created_at as queued_at, coalesce(o.delivered_at, o.given_up_at) as ended_at, o.attempts,
          case when o.delivered_at is not null then 'sent' when o.given_up_at is not null then 'refused' else 'waiting' end as state,
          o.last_error as answer
        from _backend.outbox o where lower(o.recipient) = $1 order by o.created_at desc limit 100) m $outbox$
      into account_mails using wanted;
  end if;
  return jsonb_build_object(
    'account', (select jsonb_build_object('name', btrim(concat_ws(' ', p.first_name, p.last_name)), 'is_active', p.is_active,
        'confirmed_at', u.email_confirmed_at)
      from public.profiles p join auth.users u on u.id = p.id where p.id = any (people) limit 1),
    'mails', (select coalesce(jsonb_agg(m order by (m ->> 'queued_at')::timestamptz desc), '[]') from (
      select value from jsonb_array_elements(notices || account_mails)
      order by (value ->> 'queued_at')::timestamptz desc limit 100) as v (m)));
end $$;
comment on function public.admin_sent_mail(text) is
  'For /admin/emails: when mails were sent to an address (the newest 100) and the mail server''s answer, but neither their content nor their kind. Notices are those to the account that has the address now, wherever they went; those that a choice governs only with support access, and then recorded. Account mails keep their receiver for 7 days, notices to addresses without an account until they are sent or given up.';
grant execute on function public.admin_sent_mail(text) to authenticated;

-- A notice that was given up loses its content and a bare address, as one that was sent.
create or replace function public.finish_notice(p_id uuid, p_error text default null, p_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    update notify.notices set sent_at = now(), claimed_until = null, data = '{}', last_error = null,
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  elsif p_final or (select n.attempts >= 28 from notify.notices n where n.id = p_id) then
    update notify.notices set dropped_at = now(), claimed_until = null, data = '{}', last_error = left(p_error, 200),
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  else
    update notify.notices set claimed_until = null, last_error = left(p_error, 200),
      due_at = now() + case attempts when 1 then interval '5 seconds' when 2 then interval '30 seconds'
        when 3 then interval '2 minutes' when 4 then interval '10 minutes' else interval '1 hour' end
    where id = p_id and sent_at is null;
  end if;
end $$;
comment on table notify.notices is
  'The queue of notices to accounts or bare addresses. One that was sent or given up has its kind and time, no longer its content or a bare address.';

update notify.notices set data = '{}', address = case when user_id is null then '(sent)' end
where dropped_at is not null and (data <> '{}' or address <> '(sent)');

create or replace function private.delete_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback set author_name = 'Former member', pictures = '{}', in_portfolio = false where user_id = person;
  update public.businesses set owner_user_id = null, claimed = false, claim_date = null where owner_user_id = person;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  -- Records of mails outlive the account, without its address. One that waits is still sent: the mail names its receiver.
  if to_regclass('_backend.outbox') is not null then
    execute $outbox$
      update _backend.outbox o set recipient = null from auth.users u
      where u.id = $1 and lower(o.recipient) in (lower(u.email), lower(u.email_change)) $outbox$ using person;
  end if;
  delete from auth.users where id = person;
end $$;

create or replace function private.list_troubles() returns table (subject text, what text, reason text)
language sql stable security definer set search_path = '' as $$
  select 'task:' || t.name, 'The task ' || t.name || ' failed' || case when t.failures > 1 then ' ' || t.failures || ' times in a row' else '' end,
      t.last_error
    from private.scheduled_tasks t where t.failures > 0
  union all
  select 'mail', 'Emails have waited for more than an hour (' || count(*) || ')', max(m.reason)
    from private.list_unsent_mail() m where m.queued_at < now() - interval '1 hour' having count(*) > 0
  union all
  select 'webhook:' || w.name, case when w.failures > 1 then 'Payment updates from ' || initcap(w.name) || ' failed ' || w.failures || ' times in a row'
      else 'A payment update from ' || initcap(w.name) || ' failed' end, w.last_error
    from private.webhooks w where w.failures > 0
  order by 1
$$;

create or replace function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'troubles', (select coalesce(jsonb_agg(jsonb_build_object('subject', t.subject, 'what', t.what, 'reason', t.reason)), '[]') from private.list_troubles() t),
    'tasks', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'last_success', t.last_success, 'failures', t.failures,
        'last_error', case when t.failures > 0 then t.last_error end, 'running', coalesce(t.running_until > now(), false))
        order by t.failures desc, t.name), '[]') from private.scheduled_tasks t),
    'mails', (select coalesce(jsonb_agg(to_jsonb(m)), '[]')
      from (select kind, queued_at, attempts, reason from private.list_unsent_mail() order by queued_at limit 50) as m),
    'mails_waiting', (select count(*) from private.list_unsent_mail()),
    'webhook', (select jsonb_build_object('last_success', w.last_success, 'failures', w.failures,
        'last_error', case when w.failures > 0 then w.last_error end, 'last_refused', w.last_refused)
      from private.webhooks w where w.name = 'stripe'),
    'database', jsonb_build_object('version', current_setting('server_version'), 'bytes', pg_database_size(current_database())),
    'release', (select m.release from private.site_mode m));
end $$;
