create table _backend.outbox (
  id uuid primary key default gen_random_uuid(),
  recipient text,
  mail jsonb,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  check (mail is not null or delivered_at is not null or given_up_at is not null)
);
comment on table _backend.outbox is
  'Mail asked for by a committed transaction. The mail itself is erased once delivered or given up.';

create index outbox_due on _backend.outbox (next_attempt_at)
  where delivered_at is null and given_up_at is null;
create index outbox_finished on _backend.outbox (coalesce(delivered_at, given_up_at));
