-- Admins set the plans on sale; a member's own price is remembered.

create or replace function private.site_setting_error(key text, value jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  words text := value #>> '{}';
  wrong text;
begin
  case key
    when 'feedback_publication' then
      return case when value is null or value not in ('"at once"', '"after approval"') then 'Please choose to publish feedback at once or after approval' end;
    when 'site_name' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(btrim(words)) > 60 or words ~ '[[:cntrl:]<>]'
        then 'Please use at most 60 characters for the site''s name, without < or >' end;
    when 'brand_colour' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(#[0-9a-fA-F]{6})?$' then 'Please choose a colour, written as # and six digits' end;
    when 'company' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['name', 'number', 'address'] <> '{}'
          or jsonb_typeof(value -> 'name') is distinct from 'string' or jsonb_typeof(value -> 'number') is distinct from 'string'
          or jsonb_typeof(value -> 'address') is distinct from 'string'
          or value ->> 'name' ~ '[[:cntrl:]<>]' or value ->> 'number' ~ '[[:cntrl:]<>]' or value ->> 'address' ~ '[[:cntrl:]<>]'
        then 'Please enter the company''s name, number and address without < or >'
        when char_length(value ->> 'name') > 120 then 'Please use at most 120 characters for the company''s name'
        when char_length(value ->> 'number') > 30 then 'Please use at most 30 characters for the company''s number'
        when char_length(value ->> 'address') > 250 then 'Please use at most 250 characters for the company''s address' end;
    when 'logo' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(site/logo-[0-9]{1,16}\.(png|jpg|webp))?$' then 'Please choose a logo from this page' end;
    when 'contact_email' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(words) > 200
          or (words <> '' and words !~ '^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$')
        then 'Please enter a valid email address' end;
    when 'social_links' then
      if jsonb_typeof(value) is distinct from 'object' then return 'Please enter one address for each network'; end if;
      select l.key into wrong from jsonb_each(value) as l
        where l.key not in ('facebook', 'instagram', 'linkedin', 'x', 'youtube', 'tiktok') or jsonb_typeof(l.value) <> 'string'
          or char_length(l.value #>> '{}') > 300 or l.value #>> '{}' !~ '^https://[A-Za-z0-9.-]+\.[A-Za-z]{2,}(/[^\s<>"]*)?$' limit 1;
      return case when wrong is not null then format('Please enter an address for %s that begins with https://', left(wrong, 40)) end;
    when 'maintenance_notice' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['on', 'text'] <> '{}'
          or jsonb_typeof(value -> 'on') is distinct from 'boolean' or jsonb_typeof(value -> 'text') is distinct from 'string'
        then 'Please enter the text of the notice, and choose whether to show it'
        when char_length(value ->> 'text') > 300 then 'Please use at most 300 characters for the notice'
        when (value -> 'on')::boolean and btrim(value ->> 'text') = '' then 'Please enter the text of the notice' end;
    when 'plans' then
      if value = 'null' then return null; end if;
      if jsonb_typeof(value) is distinct from 'array' then return 'Please enter the monthly and the yearly plan'; end if;
      if (select array_agg(p ->> 'id' order by p ->> 'id') from jsonb_array_elements(value) as p) is distinct from array['monthly', 'yearly'] then
        return 'Please enter the monthly and the yearly plan';
      end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where p - array['id', 'name', 'description', 'pence', 'price_id', 'offered'] <> '{}' or jsonb_typeof(p -> 'offered') is distinct from 'boolean'
          or jsonb_typeof(p -> 'name') is distinct from 'string' or char_length(p ->> 'name') > 40 or p ->> 'name' ~ '[[:cntrl:]<>]'
          or jsonb_typeof(p -> 'description') is distinct from 'string' or char_length(p ->> 'description') > 120 or p ->> 'description' ~ '[[:cntrl:]<>]' limit 1;
      if wrong is not null then return format('Please use at most 40 characters for the name of the %s plan and 120 for its description, without < or >', wrong); end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where jsonb_typeof(p -> 'pence') is distinct from 'number' or p ->> 'pence' !~ '^[0-9]{2,6}$' or (p ->> 'pence')::numeric not between 30 and 100000 limit 1;
      if wrong is not null then return format('Please enter a price from £0.30 to £1,000 for the %s plan', wrong); end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where jsonb_typeof(p -> 'price_id') is distinct from 'string' or p ->> 'price_id' !~ '^(price_[A-Za-z0-9_]{1,100})?$' limit 1;
      if wrong is not null then return format('Please enter the price id of the %s plan as Stripe shows it: it begins with price_', wrong); end if;
      return case when not value @> '[{"offered": true}]' then 'Please offer at least one plan' end;
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'Please enter the text of this page'
        when char_length(words) > 40000 then 'Please use at most 40,000 characters' end;
    else
      return case when key like 'mail\_%' then private.mail_wording_error(substr(key, 6), value)
        else 'This setting does not exist. Please reload the page.' end;
  end case;
end $$;

insert into public.site_settings (key, value) values ('plans', 'null');

alter table public.subscribers add column renewal_pence integer check (renewal_pence >= 0);
comment on column public.subscribers.renewal_pence is
  'What the payment provider charges this member at each renewal; a later change of the plan''s price leaves it as it is.';

create or replace function notify.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := old.subscribed and coalesce(old.subscription_end > now(), false);
  live boolean := new.subscribed and coalesce(new.subscription_end > now(), false);
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', new.subscription_end,
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code, 'pence', new.renewal_pence);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was then
    perform notify.account(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform notify.account(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and old.cancel_at_period_end and not new.cancel_at_period_end
    and old.promo_code is null then
    perform notify.account(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;

drop function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean);
create function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text, subscription text, live
  boolean, tier text, period_end timestamptz, cancels boolean, price_pence integer default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
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
  update public.subscribers set
    subscribed = live, subscription_tier = tier,
    -- Whoever pays during a free year keeps what is left of it.
    subscription_end = case
      when live and member.payment_subscription is null and private.is_member(member_id)
        then greatest(member.subscription_end, period_end)
      else period_end end,
    promo_code = case when live then null else promo_code end,
    cancel_at_period_end = cancels, payment_customer = customer,
    payment_subscription = subscription, payment_event_at = event_made_at, renewal_pence = price_pence
  where user_id = member_id;
  return 'applied';
end $$;
comment on function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean,integer) is
  'For the webhook: applies one event once and in order of making. Answers applied, duplicate, stale or unknown member.';

create or replace function notify.send_membership_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.subscription_end, 'promo', due.promo_code, 'pence', due.renewal_pence), due.key)
  from (
    select s.*, reminder.kind, reminder.kind || ':' || s.user_id || ':' || extract(epoch from s.subscription_end) as key
    from public.subscribers s, lateral (select case
      -- The provider's word of a renewal may come a while after the end that it moves.
      when s.subscription_end < now() - interval '1 day' then 'membership_ended'
      when s.subscription_end < now() or not s.subscribed then null
      when s.promo_code is not null then 'free_year_ending'
      when s.subscription_tier = 'yearly' and not s.cancel_at_period_end then 'renewal_reminder' end as kind) as reminder
    where s.subscription_end between now() - interval '8 days' and now() + interval '14 days'
  ) as due
  where due.kind is not null and not exists (select from notify.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
