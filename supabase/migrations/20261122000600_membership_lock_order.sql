-- A membership that changes lists or unlists the profile, so its writer needs both rows. An account that
-- is deleted locks the profile first and then the membership; the two functions below did it the other
-- way round, and an event that came while its account was deleted ended in a deadlock.

create or replace function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text,
  subscription text, live boolean, tier text, period_end timestamptz, cancels boolean
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
begin
  insert into private.payment_events (id, type, made_at) values (event_id, event_type, event_made_at)
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
  update public.subscribers set
    subscribed = live, subscription_tier = tier,
    -- Whoever pays during a free year keeps what is left of it.
    subscription_end = case
      when live and member.payment_subscription is null and private.is_member(member_id)
        then greatest(member.subscription_end, period_end)
      else period_end end,
    promo_code = case when live then null else promo_code end,
    cancel_at_period_end = cancels, payment_customer = customer,
    payment_subscription = subscription, payment_event_at = event_made_at
  where user_id = member_id;
  return 'applied';
end $$;

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
    raise exception 'Only service providers can purchase subscriptions.' using errcode = '42501';
  end if;
  if private.is_member(member_id) then
    raise exception 'You already have an active subscription.' using errcode = 'PT409';
  end if;
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  if not found then
    raise exception 'Invalid coupon code' using errcode = 'PT400';
  end if;
  if exists (select from public.coupon_redemptions where user_id = member_id) then
    raise exception 'You have already used a coupon.' using errcode = 'PT409';
  end if;
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code using errcode = 'PT409';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  ends_at := now() + make_interval(months => coupon.months);
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null
  where user_id = member_id;
  return ends_at;
end $$;
