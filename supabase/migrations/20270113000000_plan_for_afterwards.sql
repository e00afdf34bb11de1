-- A plan for the time after a free one: chosen during it, charged at its end.

drop trigger clear_grant_reason on public.subscribers;
drop function billing.clear_grant_reason();
update public.subscribers set renewal_pence = null where payment_subscription is null and renewal_pence is not null;

create or replace function notify.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := old.subscribed and coalesce(old.subscription_end > now(), false);
  live boolean := new.subscribed and coalesce(new.subscription_end > now(), false);
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', billing.next_date(new),
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code, 'pence', new.renewal_pence);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was then
    perform notify.account(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform notify.account(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and old.cancel_at_period_end and not new.cancel_at_period_end
    and (old.promo_code is null or new.promo_code is not null) then
    perform notify.account(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;
comment on function notify.membership_changed() is
  'Trigger: emails members that their membership has started, will not renew, or will renew after all.';

create or replace function public.redeem_coupon(coupon_code text, member_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  coupon public.coupons;
  ends_at timestamptz;
begin
  -- The member's rows are locked first, so that two clicks of one person queue up behind each other.
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id and p.account_type = 'provider' and p.is_active
  on conflict (user_id) do nothing;
  perform from public.subscribers s join public.profiles p on p.id = s.user_id
    where s.user_id = member_id and p.account_type = 'provider' and p.is_active for update of s;
  if not found then
    raise exception 'Only service providers can purchase subscriptions.'
      using errcode = '42501', hint = 'Please log in with an account that offers services.';
  end if;
  if private.is_member(member_id) then
    raise exception 'You already have an active subscription.'
      using errcode = 'PT409', hint = 'Open the membership page to see when it ends.';
  end if;
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  if not found then
    raise exception 'Invalid coupon code'
      using errcode = 'PT400', hint = 'Please check the code, or continue without it.';
  end if;
  if exists (select from public.coupon_redemptions where user_id = member_id) then
    raise exception 'You have already used a coupon. Please continue without one.' using errcode = 'PT409';
  end if;
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code
      using errcode = 'PT409', hint = 'Please continue without the code.';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  ends_at := now() + make_interval(months => coupon.months);
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null, paid_until = null,
    renewal_pence = null, grant_reason = null
  where user_id = member_id;
  return ends_at;
end $$;
comment on function public.redeem_coupon(text,uuid) is
  'For create-checkout: gives the coupon''s months in one transaction, ending by itself. Returns the end; raises with the spec''s words.';

drop function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean,integer);
create function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text, subscription text, live
  boolean, tier text, period_end timestamptz, cancels boolean, price_pence integer default null, trial boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
  ends_at timestamptz := period_end;
  -- The subscription has ended, but not the free time before it, or the days back after it.
  outlasts boolean := false;
  free boolean;
begin
  insert into billing.payment_events (id, type, made_at) values (event_id, event_type, event_made_at)
  on conflict do nothing;
  if not found then
    return 'duplicate';
  end if;
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id
  on conflict (user_id) do nothing;
  select * into member from public.subscribers where user_id = member_id for update;
  if not found then
    return 'unknown member';
  end if;
  -- The end of an old subscription must not end the membership that replaced it.
  if member.payment_event_at > event_made_at
     or (not live and private.is_member(member_id) and member.payment_subscription is distinct from subscription) then
    return 'stale';
  end if;
  free := member.promo_code is not null or member.grant_reason is not null;
  if private.is_member(member_id) then
    if free and not live then
      -- A plan for afterwards that is over before it began leaves the free time as it was.
      ends_at := member.subscription_end;
      outlasts := true;
    elsif member.paid_until is not null then
      ends_at := case when live then period_end else least(period_end, now()) end + (member.subscription_end - member.paid_until);
      outlasts := not live and ends_at > now();
    elsif live and free then
      -- Whoever chooses a plan or pays during a free year keeps what is left of it.
      ends_at := greatest(member.subscription_end, period_end);
    end if;
  end if;
  update public.subscribers set
    subscribed = live or outlasts, subscription_tier = tier, subscription_end = ends_at,
    paid_until = case when live and member.paid_until is not null and ends_at > period_end then period_end end,
    promo_code = case when live and not trial then null else promo_code end,
    cancel_at_period_end = cancels or outlasts, payment_customer = customer,
    payment_subscription = case when not outlasts then subscription end, payment_event_at = event_made_at,
    renewal_pence = case when not outlasts then price_pence end,
    grant_reason = case when live and not trial then null
      when outlasts and not free then billing.days_back_reason() else grant_reason end
  where user_id = member_id;
  return 'applied';
end $$;
comment on function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean,integer,boolean) is
  'For the webhook: applies one event once and in order of making. A trial is a plan that was chosen for the end of free time and is not charged yet. Answers applied, duplicate, stale or unknown member.';

create or replace function notify.send_membership_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.ends_at, 'promo', due.promo_code, 'pence', due.renewal_pence), due.key)
  from (
    select s.*, reminder.kind, ends_at, reminder.kind || ':' || s.user_id || ':' || extract(epoch from ends_at) as key
    from public.subscribers s,
      lateral (select case when s.subscription_end < now() then s.subscription_end else billing.next_date(s) end as ends_at) as moment,
      lateral (select case
        -- The provider's word of a renewal may come a while after the end that it moves.
        when ends_at < now() - interval '1 day' and ends_at = s.subscription_end then 'membership_ended'
        when ends_at < now() or not s.subscribed then null
        when s.promo_code is not null and s.cancel_at_period_end then 'free_year_ending'
        when not s.cancel_at_period_end and (s.subscription_tier = 'yearly' or s.promo_code is not null or s.grant_reason is not null) then 'renewal_reminder' end as kind) as reminder
    where ends_at between now() - interval '8 days' and now() + interval '14 days'
  ) as due
  where due.kind is not null and not exists (select from notify.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
comment on function notify.send_membership_reminders() is
  'Task: a fortnight before a yearly charge, the first charge after free time or the end of a free year, and once a membership has ended. A month''s membership renews without a mail; its receipt follows.';

-- What is given costs nothing afterwards, also for a person who has paid before.

create or replace function billing.extend_membership(member_id uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_member(member_id) then
    update public.subscribers s set subscription_end = s.subscription_end + make_interval(days => days),
      paid_until = case when s.payment_subscription is not null then coalesce(s.paid_until, s.subscription_end) end
    where s.user_id = member_id;
  else
    update public.subscribers s set subscribed = true, subscription_end = now() + make_interval(days => days),
      subscription_tier = coalesce(s.subscription_tier, 'yearly'), cancel_at_period_end = true, promo_code = null,
      payment_subscription = null, paid_until = null, renewal_pence = null, grant_reason = billing.days_back_reason()
    where s.user_id = member_id;
  end if;
end $$;

create or replace function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
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
    raise exception 'Only accounts that offer services can have a membership. Please change the account type first.'
      using errcode = 'PT409';
  end if;
  if until is not null and (ends_at <= now() or until > current_date + 1830) then
    raise exception 'Please choose a day from today up to five years ahead.' using errcode = 'PT400';
  end if;
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := before.subscribed and before.subscription_end > now();
  if was_live and before.payment_subscription is not null then
    raise exception 'This membership is paid for through the payment provider. Please cancel or refund it there.'
      using errcode = 'PT409';
  end if;
  if until is null and not was_live then
    raise exception 'This person has no membership to end. Please reload the page.' using errcode = 'PT409';
  end if;
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), paid_until = null, grant_reason = null
      where s.user_id = person.id returning * into after;
    -- By the key of notify.send_membership_reminders(), so that they hear of it once.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null,
      paid_until = null, renewal_pence = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
