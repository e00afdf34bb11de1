-- Somebody else's sign-up with an address must not end the link that its owner waits for, nor choose the password.

alter table _backend.auth_signups add column contested boolean not null default false;
comment on column _backend.auth_signups.contested is
  'Whether the address was signed up with another password while an earlier link worked: then no password counts.';

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
