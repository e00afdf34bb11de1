-- Recovery codes: what somebody keeps on paper for the day that their authenticator is gone. GoTrue has
-- tables for them only after the version whose schema we keep, so they are here; codes made here would have
-- to be made anew after a move to it.

create table _backend.auth_recovery_sets (
  user_id uuid not null primary key references auth.users on delete cascade,
  factor_id uuid not null unique default gen_random_uuid(),
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table _backend.auth_recovery_sets is
  'Users who have recovery codes; shown as a factor of type recovery_code.';

create table _backend.auth_recovery_codes (
  user_id uuid not null references _backend.auth_recovery_sets on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table _backend.auth_recovery_codes is
  'One code of a set, each of 80 random bits: SHA-256 of the user and the code, and when it was used.';
