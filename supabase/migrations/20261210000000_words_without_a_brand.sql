-- What the database says names no brand: a site may have another name.

create or replace function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  perform private.require_active_account();
  problem := private.sign_up_error(details);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400', hint = 'Please correct this and try again.';
  end if;
  if type = 'provider' and exists (select from public.jobs where user_id = me) then
    raise exception 'You have posted jobs with this account, so it is for finding professionals. Please choose that type of account, or sign up with another email.'
      using errcode = 'PT409';
  end if;
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  if not found then
    raise exception 'Your sign-up is already complete. Please reload the page to continue.' using errcode = 'PT409';
  end if;
  update public.profiles set
    account_type = type,
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = coalesce(private.metadata_text(details, 'last_name', 80), ''),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.metadata_text(details, 'business_name', 120) end,
    categories = private.metadata_texts(details, 'categories')
  where id = me and account_type = 'client';
  if not found then
    raise exception 'Your sign-up is already complete. Please reload the page to continue.' using errcode = 'PT409';
  end if;
end $$;

create or replace function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if job.user_id = me or private.is_admin() then
    if job.id is null then
      raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
    end if;
    return query select job.contact_name, job.contact_email, job.contact_phone;
    return;
  end if;
  perform private.require_active_account();
  if not (private.has_account_type('provider') and private.is_member(me)) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Activate a membership to see contact details.';
  end if;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
    -- Concurrent reveals wait here for one another, so that the limit holds; closing the job waits too.
    select * into job from public.jobs j where j.id = reveal_job_contact.job_id for no key update;
    if job.id is null then
      raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
    end if;
    if job.status <> 'open' or job.expires_at <= now() then
      raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
    end if;
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me)
       and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
      raise exception 'This person has heard from enough professionals. Please choose another job.'
        using errcode = 'PT409';
    end if;
    insert into public.job_contact_reveals (job_id, provider_id) values (job.id, me) on conflict do nothing;
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
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
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null
  where user_id = member_id;
  return ends_at;
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
    update public.subscribers s set subscribed = false, subscription_end = now(), grant_reason = null
      where s.user_id = person.id returning * into after;
    -- By the key of notify.send_membership_reminders(), so that they hear of it once.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;

-- The draft of the terms, wherever nobody has rewritten this sentence. It is no admin's change.
alter table public.site_settings disable trigger user;
update public.site_settings set value = to_jsonb(replace(value #>> '{}',
  'people who need a service (Solutionz Seekers) and people who offer one (Solutionz Providers)',
  'people who need a service (seekers) and people who offer one (providers)'))
  where key = 'legal_terms';
alter table public.site_settings enable trigger user;
