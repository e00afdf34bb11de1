-- A time-based code works once (RFC 6238 section 5.2), which GoTrue's tables have no place to remember.

create table _backend.auth_totp_uses (
  factor_id uuid not null primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);
comment on table _backend.auth_totp_uses is
  'The newest 30-second step whose code a factor accepted: that code and older ones are refused.';
