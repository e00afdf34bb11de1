-- Membership: who is a member until when, and the coupon that gives a year.

create table public.subscribers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text,
  subscribed boolean not null default false,
  subscription_tier text check (subscription_tier in ('monthly', 'yearly')),
  subscription_end timestamptz,
  cancel_at_period_end boolean not null default false,
  promo_code text,
  payment_customer text unique,
  payment_subscription text unique,
  payment_event_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not subscribed or (subscription_end is not null and subscription_tier is not null))
);
comment on table public.subscribers is 'One row a member, written only by the signed webhook and by the coupon (decisions 11, 12). Live means subscribed with an end in the future.';
comment on column public.subscribers.payment_event_at is 'When the newest applied event was made: an older one that arrives later changes nothing.';
create trigger subscribers_touch before update on public.subscribers
  for each row execute function private.touch_updated_at();

alter table public.subscribers enable row level security;
create policy "members and admins read" on public.subscribers for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
revoke all on public.subscribers from anon, authenticated;
grant select (user_id, email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code, created_at, updated_at)
  on public.subscribers to authenticated;
grant all on public.subscribers to service_role;

create function private.is_member(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.subscribers
    where user_id = person and subscribed and subscription_end > now())
$$;
comment on function private.is_member(uuid) is 'Whether this account has a live membership at this moment.';
grant execute on function private.is_member(uuid) to authenticated, service_role;

create function private.require_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type = 'provider' and (select auth.uid()) = new.id and not private.is_member(new.id)
     and (jsonb_array_length(new.skills) > jsonb_array_length(old.skills)
       or jsonb_array_length(new.work_samples) > jsonb_array_length(old.work_samples)) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  return new;
end $$;
comment on function private.require_membership() is 'Trigger: adding services or portfolio items needs a live membership (spec 2 section 5).';
create trigger require_membership before update of skills, work_samples on public.profiles
  for each row execute function private.require_membership();

create table private.payment_events (
  id text primary key,
  type text not null,
  made_at timestamptz not null,
  received_at timestamptz not null default now()
);
comment on table private.payment_events is 'Every event of the payment provider that was applied, by its id: a replay finds itself here.';

create function public.apply_payment_event(
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
comment on function public.apply_payment_event(text, text, timestamptz, uuid, text, text, boolean, text, timestamptz, boolean)
  is 'For the webhook: applies one event once and in order of making. Answers applied, duplicate, stale or unknown member.';
revoke execute on function public.apply_payment_event(text, text, timestamptz, uuid, text, text, boolean, text, timestamptz, boolean) from public, anon, authenticated;
grant execute on function public.apply_payment_event(text, text, timestamptz, uuid, text, text, boolean, text, timestamptz, boolean) to service_role;

create table public.coupons (
  code text primary key check (code = upper(code) and char_length(code) between 3 and 40),
  months integer not null check (months between 1 and 36),
  max_redemptions integer not null check (max_redemptions > 0),
  redeemed integer not null default 0 check (redeemed between 0 and max_redemptions),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.coupons is 'Coupons that give a membership without payment. Reached through functions only.';
alter table public.coupons enable row level security;
create policy "admins read" on public.coupons for select to authenticated using ((select private.is_admin()));
revoke all on public.coupons from anon, authenticated;
grant select on public.coupons to authenticated;
grant all on public.coupons to service_role;

create table public.coupon_redemptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code text not null references public.coupons (code) on delete restrict,
  redeemed_at timestamptz not null default now()
);
comment on table public.coupon_redemptions is 'Who used which coupon: one an account, for ever (decision 12).';
create index coupon_redemptions_by_code on public.coupon_redemptions (code);
alter table public.coupon_redemptions enable row level security;
create policy "owners and admins read" on public.coupon_redemptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
revoke all on public.coupon_redemptions from anon, authenticated;
grant select on public.coupon_redemptions to authenticated;
grant all on public.coupon_redemptions to service_role;

insert into public.coupons (code, months, max_redemptions) values ('FIRST100', 12, 100);

create function public.redeem_coupon(coupon_code text, member_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  coupon public.coupons;
  ends_at timestamptz;
begin
  -- The member's row is locked first, so that two clicks of one person queue up behind each other.
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
comment on function public.redeem_coupon(text, uuid)
  is 'For create-checkout: gives the coupon''s months in one transaction, ending by itself. Returns the end; raises with the spec''s words.';
revoke execute on function public.redeem_coupon(text, uuid) from public, anon, authenticated;
grant execute on function public.redeem_coupon(text, uuid) to service_role;

create function public.coupon_remaining(coupon_code text) returns integer
language sql stable security definer set search_path = '' as $$
  select max_redemptions - redeemed from public.coupons where code = upper(btrim(coupon_code)) and is_active
$$;
comment on function public.coupon_remaining(text) is 'How many redemptions are left; null for an unknown coupon.';
grant execute on function public.coupon_remaining(text) to anon, authenticated, service_role;
