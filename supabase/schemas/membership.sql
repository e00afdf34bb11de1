-- Membership: who is a member until when, by payment, coupon or an admin.

-- Live membership -----------------------------------------------------------------------------------------------------

create function private.renewal_grace() returns interval
language sql immutable set search_path = '' as $$ select interval '1 day' $$;
comment on function private.renewal_grace() is
  'How long a membership that the payment provider renews goes on after its end, until the webhook brings the new one.';

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
  grant_reason text,
  renewal_pence integer check (renewal_pence >= 0),
  past_due boolean not null default false,
  -- Added in UTC, so that it depends on no session's time zone.
  live_until timestamptz generated always as (case
    when not subscribed then null
    when payment_subscription is null or cancel_at_period_end or past_due then subscription_end
    else (subscription_end at time zone 'UTC' + private.renewal_grace()) at time zone 'UTC' end) stored,
  check (not subscribed or (subscription_end is not null and subscription_tier is not null))
);
comment on table public.subscribers is
  'One row a member, written only by the signed webhook and by the coupon (decisions 11, 12). Live means live_until is in the future: nothing else decides it.';
comment on column public.subscribers.payment_event_at is
  'When the newest applied event was made: an older one that arrives later changes nothing.';
comment on column public.subscribers.grant_reason is
  'Why an admin gave the present membership; null for one that was paid for or came of a coupon.';
comment on column public.subscribers.renewal_pence is
  'What the payment provider charges this member at each renewal; a later change of the plan''s price leaves it as it is.';
comment on column public.subscribers.past_due is
  'The payment of a renewal failed, and the payment provider tries again: subscription_end is then the end of those days.';
comment on column public.subscribers.live_until is
  'The end, or a day later where the payment provider renews it; null for who is no member. Free years, granted and cancelled memberships have no such day.';
create index subscribers_by_end on public.subscribers (subscription_end);
grant select (user_id, email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code,
  created_at, updated_at, grant_reason, renewal_pence, live_until) on public.subscribers to authenticated;
create policy "members and admins read" on public.subscribers for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create view private.live_members as
  select user_id from public.subscribers where live_until > now();
comment on view private.live_members is 'Accounts with a live membership at this moment.';

create function private.is_member(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.live_members where user_id = person)
$$;
comment on function private.is_member(uuid) is 'Whether this account has a live membership at this moment.';

create function notify.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := coalesce(old.live_until > now(), false);
  live boolean := coalesce(new.live_until > now(), false);
  -- The same subscription, paid after its days of grace.
  again boolean := old.subscribed and old.payment_subscription = new.payment_subscription;
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', new.subscription_end,
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code, 'pence', new.renewal_pence);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was and again is not true then
    perform notify.account(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform notify.account(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and (not was or old.cancel_at_period_end and not new.cancel_at_period_end
    and (old.promo_code is null or new.promo_code is not null)) then
    perform notify.account(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;
comment on function notify.membership_changed() is
  'Trigger: emails members that their membership has started, will not renew, or goes on after all. A renewal only has its receipt.';

create trigger notify_membership_changed after update on public.subscribers
  for each row when ((old.subscribed, old.subscription_end, old.cancel_at_period_end)
    is distinct from (new.subscribed, new.subscription_end, new.cancel_at_period_end))
  execute function notify.membership_changed();

create function billing.log_membership_periods() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  current_id bigint;
begin
  if tg_op = 'INSERT' then
    if new.live_until > least(new.created_at, now()) then
      insert into billing.membership_periods (user_id, began_at, ended_at)
      values (new.user_id, least(new.created_at, now()), new.live_until);
    end if;
    return null;
  end if;
  if (old.live_until, old.subscription_end) is not distinct from (new.live_until, new.subscription_end) then
    return null;
  end if;
  select id into current_id from billing.membership_periods m
    where m.user_id = new.user_id and m.ended_at > now() order by m.ended_at desc limit 1;
  if current_id is not null then
    update billing.membership_periods m set ended_at = greatest(m.began_at, case
      when new.subscribed then new.live_until else least(new.subscription_end, now()) end)
    where m.id = current_id;
  elsif new.live_until > now() then
    insert into billing.membership_periods (user_id, began_at, ended_at) values (new.user_id, now(), new.live_until);
  end if;
  return null;
end $$;
comment on function billing.log_membership_periods() is
  'Trigger: a membership that begins, is renewed or ends is written down with its moments.';

create trigger log_membership_periods after insert or update on public.subscribers
  for each row execute function billing.log_membership_periods();

-- Coupons -------------------------------------------------------------------------------------------------------------

create table public.coupons (
  code text primary key check (code = upper(code) and char_length(code) between 3 and 40),
  months integer not null check (months between 1 and 36),
  max_redemptions integer not null check (max_redemptions > 0),
  redeemed integer not null default 0 check (redeemed between 0 and max_redemptions),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.coupons.updated_at is 'When an admin last changed it; a use is no change.';
comment on table public.coupons is 'Coupons that give a membership without payment. Reached through functions only.';
grant select on public.coupons to authenticated;

insert into public.coupons (code, months, max_redemptions) values
  ('FIRST100', 12, 100);

create policy "admins read" on public.coupons for select to authenticated using ((select private.is_admin()));

create table public.coupon_redemptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code text not null references public.coupons (code) on delete restrict,
  redeemed_at timestamptz not null default now()
);
comment on table public.coupon_redemptions is 'Who used which coupon: one an account, for ever (P-12).';
create index coupon_redemptions_by_code on public.coupon_redemptions (code);
grant select on public.coupon_redemptions to authenticated;
create policy "owners and admins read" on public.coupon_redemptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create function public.redeem_coupon(coupon_code text, member_id uuid) returns timestamptz
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
  perform private.refuse_if(not found,
    '42501', 'Only service providers can purchase subscriptions.', 'Please log in with an account that offers services.');
  perform private.refuse_if(private.is_member(member_id),
    'PT409', 'You already have an active subscription.', 'Open the membership page to see when it ends.');
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  perform private.refuse_if(not found, 'PT400', 'Invalid coupon code', 'Please check the code, or continue without it.');
  perform private.refuse_if(exists (select from public.coupon_redemptions where user_id = member_id),
    'PT409', 'You have already used a coupon. Please continue without one.');
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code
      using errcode = 'PT409', hint = 'Please continue without the code.';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  -- By the British calendar: the same day and time on the clock, on whichever side of summer time.
  ends_at := (now() at time zone 'Europe/London' + make_interval(months => coupon.months)) at time zone 'Europe/London';
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null,
    renewal_pence = null, grant_reason = null
  where user_id = member_id;
  return ends_at;
end $$;
comment on function public.redeem_coupon(text,uuid) is
  'For create-checkout: gives the coupon''s months in one transaction, ending by itself. Returns the end; raises with the spec''s words.';

create function public.coupon_remaining(coupon_code text) returns integer
language sql stable security definer set search_path = '' as $$
  select max_redemptions - redeemed from public.coupons where code = upper(btrim(coupon_code)) and is_active
$$;
comment on function public.coupon_remaining(text) is 'How many redemptions are left; null for an unknown coupon.';

create function public.admin_set_coupon(
  coupon_code text, active boolean, most integer, seen timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.coupons;
begin
  perform private.require_admin();
  select * into before from public.coupons c where c.code = coupon_code for update;
  perform private.refuse_if(before.code is null, 'PT404', 'This coupon no longer exists. Please reload the page.');
  perform private.refuse_if(active is null or most is null or most not between 1 and 100000,
    'PT400', 'Please enter a maximum from 1 to 100,000.');
  if most < before.redeemed then
    raise exception 'The maximum cannot be lower than the number of uses so far. Please enter at least %.', before.redeemed
      using errcode = 'PT400';
  end if;
  perform private.refuse_if_stale('coupon', before.updated_at, seen);
  if (before.is_active, before.max_redemptions) is distinct from (active, most) then
    perform audit.record('change coupon', 'coupons', coupon_code,
      jsonb_build_object('is_active', before.is_active, 'max_redemptions', before.max_redemptions),
      jsonb_build_object('is_active', active, 'max_redemptions', most), private.clean_reason(reason, true));
    update public.coupons c set is_active = active, max_redemptions = most, updated_at = now() where c.code = coupon_code;
  end if;
end $$;
comment on function public.admin_set_coupon(text,boolean,integer,timestamptz,text) is
  'Switches a coupon on or off and sets how often it can be used, never below what was used, with a reason; seen is the updated_at that the caller saw.';

-- Payments ------------------------------------------------------------------------------------------------------------

create table billing.payment_events (
  id text primary key,
  type text not null,
  made_at timestamptz not null,
  received_at timestamptz not null default now()
);
comment on table billing.payment_events is
  'Every event of the payment provider that was applied, by its id: a replay finds itself here.';

create table public.payments (
  id text primary key check (char_length(id) between 1 and 120),
  user_id uuid references public.profiles (id) on delete set null,
  paid_at timestamptz not null,
  pence integer not null check (pence > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  number text check (char_length(number) <= 60),
  period_start timestamptz,
  period_end timestamptz,
  receipt_url text check (receipt_url ~ '^https://[^\s<>"]{1,600}$'),
  created_at timestamptz not null default now()
);
comment on table public.payments is
  'One row for each paid invoice, by the payment provider''s id; written by the webhook and by reconciling. It outlives its payer''s account, without the payer, because the law requires books.';
comment on column public.payments.pence is 'In the smallest unit of the currency.';
create index payments_of_user on public.payments (user_id, paid_at desc);
create index payments_newest on public.payments (paid_at desc);
grant select (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url) on public.payments
  to authenticated;
create policy "payers and admins read" on public.payments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create table billing.refunds (
  id text primary key check (char_length(id) between 1 and 120),
  refunded_at timestamptz not null,
  pence integer not null check (pence > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null default now()
);
comment on table billing.refunds is
  'What was paid back, by the payment provider''s id; written by the webhook. Holds nobody''s name.';
comment on column billing.refunds.pence is 'In the smallest unit of the currency.';
create index refunds_newest on billing.refunds (refunded_at desc);

create function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text, subscription text, live
  boolean, tier text, period_end timestamptz, cancels boolean, price_pence integer default null, trial boolean default false,
  overdue boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
  ends_at timestamptz := period_end;
  -- The subscription has ended, but not the free time before it.
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
      outlasts := ends_at > now();
    elsif live and free then
      -- Whoever chooses a plan or pays during a free year keeps what is left of it.
      ends_at := greatest(member.subscription_end, period_end);
    end if;
  end if;
  update public.subscribers set
    subscribed = live or outlasts, subscription_tier = tier, subscription_end = ends_at,
    promo_code = case when live and not trial then null else promo_code end,
    cancel_at_period_end = cancels or outlasts, past_due = live and overdue, payment_customer = customer,
    payment_subscription = case when not outlasts then subscription end, payment_event_at = event_made_at,
    renewal_pence = case when not outlasts then price_pence end,
    grant_reason = case when live and not trial then null else grant_reason end
  where user_id = member_id;
  return 'applied';
end $$;
comment on function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean,integer,boolean,boolean) is
  'For the webhook: applies one event once and in order of making. A trial is a plan that was chosen for the end of free time and is not charged yet; overdue is one whose renewal could not be collected so far. Answers applied, duplicate, stale or unknown member.';

create function public.record_payment(
  p_id text, p_member uuid, p_paid_at timestamptz, p_pence integer, p_currency text, p_number text default null,
  p_period_start timestamptz default null, p_period_end timestamptz default null, p_receipt_url text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  payer uuid;
begin
  select id into payer from public.profiles where id = p_member;
  insert into public.payments (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url)
  values (p_id, payer, p_paid_at, p_pence, lower(p_currency), p_number, p_period_start, p_period_end, p_receipt_url)
  on conflict do nothing;
  if not found then return false; end if;
  -- What reconciling finds long after needs no notice.
  if payer is not null and p_paid_at > now() - interval '7 days' then
    perform notify.account(payer, 'payment_receipt', jsonb_build_object(
      'pence', p_pence, 'currency', p_currency, 'paid_at', p_paid_at, 'number', p_number, 'period_end', p_period_end),
      'payment_receipt:' || p_id);
  end if;
  return true;
end $$;
comment on function public.record_payment(text,uuid,timestamptz,integer,text,text,timestamptz,timestamptz,text) is
  'For the webhook and reconciling: writes a paid invoice once and sends its receipt. False when it was known.';

create function public.notify_failed_payment(p_id text, p_member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = p_member) then
    perform notify.account(p_member, 'payment_failed', '{}', 'payment_failed:' || p_id);
  end if;
end $$;
comment on function public.notify_failed_payment(text,uuid) is
  'For the webhook: emails a member, once for each invoice, that its payment failed.';

create function public.record_refund(
  p_id text, p_refunded_at timestamptz, p_pence integer, p_currency text, p_counts boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_counts then
    insert into billing.refunds (id, refunded_at, pence, currency)
    values (p_id, p_refunded_at, p_pence, lower(p_currency))
    on conflict (id) do update set refunded_at = excluded.refunded_at, pence = excluded.pence, currency = excluded.currency;
  else
    delete from billing.refunds where id = p_id;
  end if;
end $$;
comment on function public.record_refund(text,timestamptz,integer,text,boolean) is
  'For the webhook: saves a refund as the payment provider has it now, or deletes it if it no longer counts because it failed. The same call twice changes nothing.';

create function public.recorded_refunds(p_ids text[]) returns table (id text, pence integer)
language sql stable security definer set search_path = '' as $$
  select r.id, r.pence from billing.refunds r where r.id = any (p_ids)
$$;
comment on function public.recorded_refunds(text[]) is
  'For the comparison with the payment provider: which of these refunds are written, and with how much.';

-- Periods -------------------------------------------------------------------------------------------------------------

create table billing.membership_periods (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at)
);
comment on table billing.membership_periods is
  'Each period of membership without a gap; follows subscribers by trigger. Deleted with the account.';
comment on column billing.membership_periods.ended_at is
  'In the future while the membership is live: it then ends by itself, unless it is renewed.';
create index membership_periods_of_user on billing.membership_periods (user_id, ended_at);
create index membership_periods_by_begin on billing.membership_periods (began_at);
create index membership_periods_by_end on billing.membership_periods (ended_at);

-- Reminders -----------------------------------------------------------------------------------------------------------

create function notify.send_membership_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.ends_at, 'promo', due.promo_code, 'pence', due.renewal_pence), due.key)
  from (
    select s.*, s.subscription_end as ends_at, reminder.kind, reminder.kind || ':' || s.user_id || ':' || extract(epoch from s.subscription_end) as key
    from public.subscribers s,
      lateral (select case
        -- Never while it is still live, nor before the payment provider has said how it ended.
        when s.subscription_end < now() - private.renewal_grace() then 'membership_ended'
        when s.subscription_end < now() or not s.subscribed then null
        when s.promo_code is not null and s.cancel_at_period_end then 'free_year_ending'
        when not s.cancel_at_period_end and (s.subscription_tier = 'yearly' or s.promo_code is not null or s.grant_reason is not null) then 'renewal_reminder' end as kind) as reminder
    where s.subscription_end between now() - interval '8 days' and now() + interval '14 days'
  ) as due
  where due.kind is not null and not exists (select from notify.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
comment on function notify.send_membership_reminders() is
  'Task: a fortnight before a yearly charge, the first charge after free time or the end of a free year, and once a membership has ended. A month''s membership renews without a mail; its receipt follows.';

-- Granted memberships -------------------------------------------------------------------------------------------------

create function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  person public.profiles;
  before public.subscribers;
  after public.subscribers;
  was_live boolean;
  -- The last second of the day, so that screens show the day that was chosen.
  ends_at constant timestamptz := private.uk_midnight(until + 1) - interval '1 second';
begin
  person := private.lock_account(target_user_id, null);
  perform private.refuse_if(person.account_type <> 'provider',
    'PT409', 'Only accounts that offer services can have a membership. Please change the account type first.');
  perform private.refuse_if(until is not null and (ends_at <= now() or until > private.uk_day(now()) + interval '5 years'),
    'PT400', 'Please choose a day from today up to five years ahead.');
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := coalesce(before.live_until > now(), false);
  perform private.refuse_if(was_live and before.payment_subscription is not null,
    'PT409', 'This membership is paid for through the payment provider. Please cancel or refund it there.');
  perform private.refuse_if(until is null and not was_live,
    'PT409', 'This person has no membership to end. Please reload the page.');
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), grant_reason = null
      where s.user_id = person.id returning * into after;
    -- The same key as in notify.send_membership_reminders() prevents a second mail.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null,
      renewal_pence = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
comment on function public.admin_set_membership(uuid,date,text) is
  'Grants a membership, or moves its end, to the end of that British day; null ends it now. Needs a reason, which the member sees. Refuses a membership that is paid for.';
