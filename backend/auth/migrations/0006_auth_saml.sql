-- An assertion signs in once. What the platform forgets with the sign-in that was asked for must be known
-- for sign-ins that the identity provider starts, too.

create table _backend.auth_saml_assertions (
  assertion_hash text not null primary key,
  expires_at timestamptz not null
);
comment on table _backend.auth_saml_assertions is
  'Assertions that signed somebody in, as SHA-256 of provider and id, until they would have expired anyway.';
create index auth_saml_assertions_expires_at_idx on _backend.auth_saml_assertions (expires_at);
