create table _backend.mailbox (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  sequence bigint generated always as identity unique,
  created_at timestamptz not null,
  message_id text not null,
  sender jsonb not null,
  recipients jsonb not null,
  copies jsonb not null,
  blind_copies jsonb not null,
  reply_to jsonb not null,
  return_path text not null,
  subject text not null,
  snippet text not null,
  html text not null,
  plain text not null,
  attachments jsonb not null,
  size integer not null,
  raw bytea not null
);
comment on table _backend.mailbox is
  'Trial use only: mail kept here instead of being sent, the newest 2,000.';
