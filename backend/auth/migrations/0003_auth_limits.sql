-- What GoTrue keeps in memory or not at all, kept in the database so that every process shares it.

create schema if not exists _backend;

-- Unlogged: a count that a crash forgets is no loss, and a request is not slowed by a disk flush.
create unlogged table _backend.auth_counters (
  key text not null primary key,
  used integer not null,
  resets_at timestamptz not null
);
comment on table _backend.auth_counters is
  'Rate limits: how often a key (an address, an account; people''s data only as hashes) was used until resets_at.';
create index auth_counters_resets_at_idx on _backend.auth_counters (resets_at);

create table _backend.auth_codes (
  token_id uuid not null primary key references auth.one_time_tokens on delete cascade,
  code_hash text not null,
  attempts smallint not null default 0
);
comment on table _backend.auth_codes is
  'The short code that was mailed beside a link: keyed hash, and how often somebody guessed.';

create table _backend.auth_signups (
  user_id uuid not null primary key references auth.users on delete cascade
);
comment on table _backend.auth_signups is
  'Accounts that signed themselves up and are not confirmed: the next sign-up with their address replaces them.';
