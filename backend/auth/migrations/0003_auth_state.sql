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
  user_id uuid not null primary key references auth.users on delete cascade,
  contested boolean not null default false
);
comment on table _backend.auth_signups is
  'Accounts that signed themselves up and are not confirmed: the next sign-up with their address replaces them.';
comment on column _backend.auth_signups.contested is
  'Whether the address was signed up with another password while an earlier link worked: then no password counts.';

-- Somebody else's sign-up with an address must not end the link that its owner waits for, nor choose the password.

create table _backend.auth_earlier_signups (
  token_hash text not null primary key,
  user_id uuid not null,
  email text not null,
  encrypted_password text not null,
  user_metadata jsonb not null,
  created_at timestamp without time zone not null
);
comment on table _backend.auth_earlier_signups is
  'Confirmation links that a later sign-up or mail replaced and that still work, each with what its sign-up said.';
create index auth_earlier_signups_email_idx on _backend.auth_earlier_signups (email);

-- A time-based code works once (RFC 6238 section 5.2), which GoTrue's tables have no place to remember.

create table _backend.auth_totp_uses (
  factor_id uuid not null primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);
comment on table _backend.auth_totp_uses is
  'The newest 30-second step whose code a factor accepted: that code and older ones are refused.';

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

-- An assertion signs in once. What the platform forgets with the sign-in that was asked for must be known
-- for sign-ins that the identity provider starts, too.

create table _backend.auth_saml_assertions (
  assertion_hash text not null primary key,
  expires_at timestamptz not null
);
comment on table _backend.auth_saml_assertions is
  'Assertions that signed somebody in, as SHA-256 of provider and id, until they would have expired anyway.';
create index auth_saml_assertions_expires_at_idx on _backend.auth_saml_assertions (expires_at);

-- Networks from which an account signed in before: guesses by strangers elsewhere do not slow those down.

create table _backend.auth_known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, network_hash)
);
comment on table _backend.auth_known_networks is
  'A keyed hash of the user and the network (/24, /64), the newest few of each user, until they have not been seen for some months.';
create index auth_known_networks_seen_at_idx on _backend.auth_known_networks (seen_at);

-- One guess is counted in one round trip.

create function _backend.use_counter(
  p_key text, p_burst integer, p_every integer, p_moment timestamptz
) returns integer
language plpgsql set search_path = '' as $$
declare
  step constant interval := make_interval(secs => p_every);
begin
  -- resets_at is when the next use would be due if there were no burst (the GCRA).
  insert into _backend.auth_counters as c (key, used, resets_at) values (p_key, 1, p_moment + step)
  on conflict (key) do update set used = least(c.used + 1, 1000000), resets_at = greatest(c.resets_at, p_moment) + step
    where greatest(c.resets_at, p_moment) + step <= p_moment + p_burst * step;
  if found then
    return 0;
  end if;
  return least(greatest(1, ceil(coalesce((
    select extract(epoch from c.resets_at - p_moment) from _backend.auth_counters c where c.key = p_key), 0)
    - (p_burst - 1) * p_every)), p_every);
end $$;
comment on function _backend.use_counter(text,integer,integer,timestamptz) is
  'Uses a counter once: `burst` uses at once, then one every so many seconds. Gives the seconds to wait if it is too soon, which costs nothing; 0 if it is not.';
revoke all on function _backend.use_counter(text,integer,integer,timestamptz) from public;

create function _backend.count_guess(
  p_user uuid, p_network text, p_seen_after timestamptz, p_moment timestamptz, p_here text, p_account text,
  p_known integer[], p_elsewhere integer[], p_strangers integer[], out known boolean, out seconds integer
) returns record
language plpgsql set search_path = '' as $$
declare
  pace integer[];
begin
  known := exists (select from _backend.auth_known_networks n
    where n.user_id = p_user and n.network_hash = p_network and n.seen_at > p_seen_after);
  pace := case when known then p_known else p_elsewhere end;
  seconds := _backend.use_counter(p_here, pace[1], pace[2], p_moment);
  if seconds = 0 and not known then
    seconds := _backend.use_counter(p_account, p_strangers[1], p_strangers[2], p_moment);
    if seconds > 0 then
      update _backend.auth_counters c set resets_at = c.resets_at - make_interval(secs => pace[2]) where c.key = p_here;
    end if;
  end if;
end $$;
comment on function _backend.count_guess(uuid,text,timestamptz,timestamptz,text,text,integer[],integer[],integer[]) is
  'Counts a guess of the account''s secret from a network, and from all unknown networks together. A pace is its burst and the seconds between two. Gives whether the network is known, and the seconds to wait.';
revoke all on function _backend.count_guess(uuid,text,timestamptz,timestamptz,text,text,integer[],integer[],integer[]) from public;
