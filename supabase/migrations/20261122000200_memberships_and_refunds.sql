-- Facts that charts over time need and that nothing kept so far: from when to when somebody was a
-- member, and what was paid back.

create table private.memberships (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at)
);
comment on table private.memberships is 'Each stretch in which somebody was a member without a gap; follows subscribers by trigger. Deleted with the account.';
comment on column private.memberships.ended_at is 'In the future while the membership is live: it then ends by itself, unless it is renewed.';
create index memberships_of_user on private.memberships (user_id, ended_at);
create index memberships_by_end on private.memberships (ended_at);
alter table private.memberships enable row level security;

create function private.keep_memberships() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  current_id bigint;
begin
  if tg_op = 'INSERT' then
    if new.subscribed and new.subscription_end > least(new.created_at, now()) then
      insert into private.memberships (user_id, began_at, ended_at)
      values (new.user_id, least(new.created_at, now()), new.subscription_end);
    end if;
    return null;
  end if;
  select id into current_id from private.memberships m
    where m.user_id = new.user_id and m.ended_at > now() order by m.ended_at desc limit 1;
  if current_id is not null then
    update private.memberships m set ended_at = greatest(m.began_at, case
      when new.subscribed then new.subscription_end else least(new.subscription_end, now()) end)
    where m.id = current_id;
  elsif new.subscribed and new.subscription_end > now() then
    insert into private.memberships (user_id, began_at, ended_at) values (new.user_id, now(), new.subscription_end);
  end if;
  return null;
end $$;
comment on function private.keep_memberships() is 'Trigger: a membership that begins, is renewed or ends is written down with its moments.';
create trigger keep_memberships_of_new after insert on public.subscribers
  for each row execute function private.keep_memberships();
create trigger keep_memberships after update on public.subscribers
  for each row when ((old.subscribed, old.subscription_end) is distinct from (new.subscribed, new.subscription_end))
  execute function private.keep_memberships();

-- What was before is known from its last state only: as one stretch since the first payment.
insert into private.memberships (user_id, began_at, ended_at)
select user_id, created_at, subscription_end from public.subscribers
where subscription_tier is not null and subscription_end > created_at;

insert into private.export_parts (place, name, title, query) values
  (33, 'memberships', 'When you were a member', 'select began_at, ended_at from private.memberships where user_id = $1 order by began_at desc');

create table private.refunds (
  id text primary key check (char_length(id) between 1 and 120),
  refunded_at timestamptz not null,
  pence integer not null check (pence > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null default now()
);
comment on table private.refunds is 'What was paid back, by the payment provider''s id; written by the webhook. Holds nobody''s name.';
comment on column private.refunds.pence is 'In the smallest unit of the currency.';
alter table private.refunds enable row level security;

create function public.record_refund(
  p_id text, p_refunded_at timestamptz, p_pence integer, p_currency text, p_stands boolean
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_stands then
    insert into private.refunds (id, refunded_at, pence, currency)
    values (p_id, p_refunded_at, p_pence, lower(p_currency))
    on conflict (id) do update set refunded_at = excluded.refunded_at, pence = excluded.pence, currency = excluded.currency;
  else
    delete from private.refunds where id = p_id;
  end if;
end $$;
comment on function public.record_refund(text, timestamptz, integer, text, boolean) is
  'For the webhook: writes a refund as the provider has it now, or takes it out again when it failed. The same twice changes nothing.';
revoke execute on function public.record_refund(text, timestamptz, integer, text, boolean) from public, anon, authenticated;
grant execute on function public.record_refund(text, timestamptz, integer, text, boolean) to service_role;
