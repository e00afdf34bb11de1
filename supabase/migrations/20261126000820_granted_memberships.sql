-- An admin grants, extends or ends a membership with a reason (decision 35): it is in the audit log and on the member's
-- page, and no payment, so no revenue figure counts it. And two figures of the admin's screens agree with what they name.

alter table public.subscribers add column grant_reason text;
comment on column public.subscribers.grant_reason is 'Why an admin gave the present membership; null for one that was paid for or came of a coupon.';
grant select (grant_reason) on public.subscribers to authenticated;

create function private.forget_grant() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.grant_reason := null;
  return new;
end $$;
comment on function private.forget_grant() is 'Trigger: a membership that is paid for, or comes of a coupon, is granted no more.';
create trigger forget_grant before update on public.subscribers
  for each row when (new.grant_reason is not null and (new.payment_subscription is not null
    or (new.promo_code is not null and new.promo_code is distinct from old.promo_code)))
  execute function private.forget_grant();

create function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  person public.profiles;
  before public.subscribers;
  after public.subscribers;
  was_live boolean;
  -- The last second, so that a screen shows the day that was chosen.
  ends_at constant timestamptz := (until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  person := private.lock_account(target_user_id, null);
  if person.account_type <> 'provider' then
    raise exception 'Only a Solutionz Provider can be a member.' using errcode = 'PT409';
  end if;
  if until is not null and (ends_at <= now() or until > current_date + 1830) then
    raise exception 'Please choose a day that is not in the past, within five years.' using errcode = 'PT400';
  end if;
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := before.subscribed and before.subscription_end > now();
  if was_live and before.payment_subscription is not null then
    raise exception 'This membership is paid for at the payment provider, which decides when it ends. It can be cancelled or refunded there.'
      using errcode = 'PT409';
  end if;
  if until is null and not was_live then
    raise exception 'There is no membership to end.' using errcode = 'PT409';
  end if;
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), grant_reason = null
      where s.user_id = person.id returning * into after;
    -- By the key of private.remind_members(), so that they hear of it once.
    perform private.notify(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform private.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
comment on function public.admin_set_membership(uuid, date, text) is
  'Grants a membership, or moves its end, to the end of that British day; null ends it now. Needs a reason, which the member sees. Refuses where somebody pays for the membership.';
revoke execute on function public.admin_set_membership(uuid, date, text) from public, anon;
grant execute on function public.admin_set_membership(uuid, date, text) to authenticated, service_role;

create or replace function public.admin_dashboard_counts() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'businesses', (select count(*) from public.businesses),
    -- As many as the directory shows: visible and active alone is not listed (decision 13).
    'listed_providers', (select count(*) from private.listings where membership_end > now()),
    'businesses_this_month', (select count(*) from public.businesses where created_at >= date_trunc('month', now())),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null));
end $$;

create or replace function public.admin_analytics() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  active bigint;
  recent bigint;
begin
  perform private.require_admin();
  select count(*) filter (where not_after is null or not_after > now()),
    count(*) filter (where created_at >= now() - interval '24 hours')
    into active, recent from auth.sessions;
  return json_build_object(
    'providers', private.figure_total('providers'),
    'seekers', private.figure_total('seekers'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', private.list_total('feedback', 'approved'),
    -- Pending is what no admin has looked at (moderated_at is null), as private.feedback_state() has it.
    'pending_feedback', private.list_total('feedback', 'pending'),
    -- The sign-ups of the chart's 30 days: no admins, and British days.
    'new_users_30d', (select count(*) from public.profiles where account_type <> 'admin'
      and created_at >= (private.uk_day(now()) - 29)::timestamp at time zone 'Europe/London'),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', private.recent_activity(10));
end $$;

-- The login shows the way to the setup while there is something to set up.
grant execute on function public.has_admin() to anon, authenticated;
comment on function public.has_admin() is 'Whether the first admin was made: the setup is then over.';

update private.export_parts set query = replace(query, 'promo_code, ', 'promo_code, grant_reason, ') where name = 'membership';
