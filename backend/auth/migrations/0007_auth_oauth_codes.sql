-- Codes that were exchanged for tokens: the platform forgets them, but a code that comes a second time was
-- stolen, and what was given for it is taken back (RFC 6749 section 4.1.2).

create table _backend.auth_oauth_codes (
  code_hash text not null primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  used_at timestamptz not null
);
comment on table _backend.auth_oauth_codes is
  'SHA-256 of authorization codes that were used in the last day, and the session each opened.';
create index auth_oauth_codes_session_id_idx on _backend.auth_oauth_codes (session_id);
create index auth_oauth_codes_used_at_idx on _backend.auth_oauth_codes (used_at);
