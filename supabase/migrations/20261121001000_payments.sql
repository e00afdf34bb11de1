-- What members paid, and what they are told of their membership.

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
comment on table public.payments is 'One row an invoice that was paid, by the payment provider''s id; written by the webhook and by reconciling. Kept without its payer when the account is erased: books must be kept.';
comment on column public.payments.pence is 'In the smallest unit of the currency.';
create index payments_of_user on public.payments (user_id, paid_at desc);
create index payments_newest on public.payments (paid_at desc);
alter table public.payments enable row level security;
create policy "payers and admins read" on public.payments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
revoke all on public.payments from anon, authenticated;
grant select (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url)
  on public.payments to authenticated;
grant all on public.payments to service_role;

insert into private.notice_kinds (kind, topic) values
  ('membership_started', 'account'), ('membership_cancelled', 'account'), ('membership_resumed', 'account'),
  ('membership_ended', 'account'), ('payment_receipt', 'account'), ('payment_failed', 'account'),
  ('renewal_reminder', 'account'), ('free_year_ending', 'account');

create function public.record_payment(
  p_id text, p_member uuid, p_paid_at timestamptz, p_pence integer, p_currency text, p_number text default null,
  p_period_start timestamptz default null, p_period_end timestamptz default null, p_receipt_url text default null
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  payer uuid;
begin
  select id into payer from public.profiles where id = p_member;
  insert into public.payments (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url)
  values (p_id, payer, p_paid_at, p_pence, lower(p_currency), p_number, p_period_start, p_period_end, p_receipt_url)
  on conflict do nothing;
  if not found then return false; end if;
  -- What reconciling finds long after is no news.
  if payer is not null and p_paid_at > now() - interval '7 days' then
    perform private.notify(payer, 'payment_receipt', jsonb_build_object(
      'pence', p_pence, 'currency', p_currency, 'paid_at', p_paid_at, 'number', p_number, 'period_end', p_period_end),
      'payment_receipt:' || p_id);
  end if;
  return true;
end $$;
comment on function public.record_payment(text, uuid, timestamptz, integer, text, text, timestamptz, timestamptz, text) is
  'For the webhook and reconciling: writes a paid invoice once and sends its receipt. False when it was known.';

create function public.tell_failed_payment(p_id text, p_member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = p_member) then
    perform private.notify(p_member, 'payment_failed', '{}', 'payment_failed:' || p_id);
  end if;
end $$;
comment on function public.tell_failed_payment(text, uuid) is 'For the webhook: tells a member, once an invoice, that its payment failed.';
revoke execute on function public.record_payment(text, uuid, timestamptz, integer, text, text, timestamptz, timestamptz, text),
  public.tell_failed_payment(text, uuid) from public, anon, authenticated;
grant execute on function public.record_payment(text, uuid, timestamptz, integer, text, text, timestamptz, timestamptz, text),
  public.tell_failed_payment(text, uuid) to service_role;

create function private.tell_of_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := old.subscribed and coalesce(old.subscription_end > now(), false);
  live boolean := new.subscribed and coalesce(new.subscription_end > now(), false);
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', new.subscription_end,
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was then
    perform private.notify(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform private.notify(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and old.cancel_at_period_end and not new.cancel_at_period_end
    and old.promo_code is null then
    perform private.notify(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;
comment on function private.tell_of_membership() is 'Trigger: members hear that their membership began, will not renew, or will renew after all.';
create trigger tell_of_membership after update on public.subscribers
  for each row when ((old.subscribed, old.subscription_end, old.cancel_at_period_end)
    is distinct from (new.subscribed, new.subscription_end, new.cancel_at_period_end))
  execute function private.tell_of_membership();

create index subscribers_by_end on public.subscribers (subscription_end);

create function private.remind_members() returns void
language sql security definer set search_path = '' as $$
  select private.notify(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.subscription_end, 'promo', due.promo_code), due.key)
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
  where due.kind is not null and not exists (select from private.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
comment on function private.remind_members() is 'Task: a fortnight before a yearly charge or the end of a free year, and once a membership has ended. A month''s membership renews without a mail; its receipt follows.';
insert into private.scheduled_tasks (name, run_every, procedure, function_name) values
  ('remind-members', '1 hour', 'private.remind_members()', null),
  ('reconcile-payments', '1 day', null, 'reconcile-payments');
