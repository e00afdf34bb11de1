-- The `auth` schema, name for name as GoTrue (Supabase Auth) has it after its own migration
-- 20261007120000, so that a real Supabase Auth can take over the database. Tables whose endpoints
-- this backend does not serve are here for the same reason.

create schema if not exists auth;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_response_type as enum ('code');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

-- Accounts ---------------------------------------------------------------------------------------

create table auth.users (
  instance_id uuid,
  id uuid not null constraint users_pkey primary key,
  aud character varying(255),
  role character varying(255),
  email character varying(255),
  encrypted_password character varying(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token character varying(255),
  confirmation_sent_at timestamptz,
  recovery_token character varying(255),
  recovery_sent_at timestamptz,
  email_change_token_new character varying(255),
  email_change character varying(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null::character varying constraint users_phone_key unique,
  phone_confirmed_at timestamptz,
  phone_change text default ''::character varying,
  phone_change_token character varying(255) default ''::character varying,
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current character varying(255) default ''::character varying,
  email_change_confirm_status smallint default 0
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token character varying(255) default ''::character varying,
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
comment on table auth.users is 'Auth: Stores user login data within a secure schema.';
comment on column auth.users.is_sso_user is 'Auth: Set this column to true when the account comes from SSO. These accounts can have duplicate emails.';

create unique index confirmation_token_idx on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index recovery_token_idx on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
comment on index auth.users_email_partial_key is 'Auth: A partial unique index that applies only when is_sso_user is false';
create index users_instance_id_email_idx on auth.users (instance_id, lower(email::text));
create index users_instance_id_idx on auth.users (instance_id);
create index users_is_anonymous_idx on auth.users (is_anonymous);
create index idx_users_created_at_desc on auth.users (created_at desc);
create index idx_users_last_sign_in_at_desc on auth.users (last_sign_in_at desc);

create table auth.identities (
  provider_id text not null,
  user_id uuid not null constraint identities_user_id_fkey references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null default gen_random_uuid() constraint identities_pkey primary key,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table auth.identities is 'Auth: Stores identities associated to a user.';
comment on column auth.identities.email is 'Auth: Email is a generated column that references the optional email property in the identity_data';
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);
comment on index auth.identities_email_idx is 'Auth: Ensures indexed queries on the email column';

create table auth.instances (
  id uuid not null constraint instances_pkey primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Auth: Manages users across multiple sites.';

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid not null constraint audit_log_entries_pkey primary key,
  payload json,
  created_at timestamptz,
  ip_address character varying(64) not null default ''::character varying
);
comment on table auth.audit_log_entries is 'Auth: Audit trail for user actions.';
create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);

create table auth.schema_migrations (
  version character varying(255) not null constraint schema_migrations_pkey primary key
);
comment on table auth.schema_migrations is 'Auth: Manages updates to the auth system.';

-- Clients of our own OAuth server, and providers -------------------------------------------------

create table auth.oauth_clients (
  id uuid not null constraint oauth_clients_pkey primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text constraint oauth_clients_client_name_length check (char_length(client_name) <= 1024),
  client_uri text constraint oauth_clients_client_uri_length check (char_length(client_uri) <= 2048),
  logo_uri text constraint oauth_clients_logo_uri_length check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    constraint oauth_clients_token_endpoint_auth_method_check
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);
comment on table auth.oauth_clients is 'Auth: Applications that may ask users of this project to sign in.';
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

create table auth.oauth_client_states (
  id uuid not null constraint oauth_client_states_pkey primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
comment on table auth.oauth_client_states is 'Stores OAuth states for third-party provider authentication flows where Supabase acts as the OAuth client.';
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

create table auth.custom_oauth_providers (
  id uuid not null default gen_random_uuid() constraint custom_oauth_providers_pkey primary key,
  provider_type text not null constraint custom_oauth_providers_provider_type_check check (provider_type in ('oauth2', 'oidc')),
  identifier text not null
    constraint custom_oauth_providers_identifier_key unique
    constraint custom_oauth_providers_identifier_format check (identifier ~ '^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$'),
  name text not null constraint custom_oauth_providers_name_length check (char_length(name) between 1 and 100),
  client_id text not null constraint custom_oauth_providers_client_id_length check (char_length(client_id) between 1 and 512),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  custom_claims_allowlist text[] not null default '{}',
  issuer text constraint custom_oauth_providers_issuer_length check (issuer is null or char_length(issuer) between 1 and 2048),
  discovery_url text constraint custom_oauth_providers_discovery_url_length check (discovery_url is null or char_length(discovery_url) <= 2048),
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text
    constraint custom_oauth_providers_authorization_url_length check (authorization_url is null or char_length(authorization_url) <= 2048),
  token_url text
    constraint custom_oauth_providers_token_url_length check (token_url is null or char_length(token_url) <= 2048),
  userinfo_url text
    constraint custom_oauth_providers_userinfo_url_length check (userinfo_url is null or char_length(userinfo_url) <= 2048),
  jwks_uri text
    constraint custom_oauth_providers_jwks_uri_length check (jwks_uri is null or char_length(jwks_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint custom_oauth_providers_oauth2_requires_endpoints check (
    provider_type <> 'oauth2'
    or (authorization_url is not null and token_url is not null and userinfo_url is not null)
  ),
  constraint custom_oauth_providers_oidc_requires_issuer check (provider_type <> 'oidc' or issuer is not null),
  -- An address may be on this machine too, as those of `[auth.external.<name>]` may.
  constraint custom_oauth_providers_urls_safe check (
    concat_ws(' ', authorization_url, token_url, userinfo_url, jwks_uri, issuer, discovery_url)
      ~ '^((https://|http://(localhost|127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])[:/])\S* ?)*$'
  )
);
comment on table auth.custom_oauth_providers is 'Auth: Identity providers that an operator added beside the built-in ones.';
comment on column auth.custom_oauth_providers.custom_claims_allowlist is
  'Auth: Claims of the provider that are copied as they are into the user''s custom_claims.';
create index custom_oauth_providers_identifier_idx on auth.custom_oauth_providers (identifier);
create index custom_oauth_providers_provider_type_idx on auth.custom_oauth_providers (provider_type);
create index custom_oauth_providers_enabled_idx on auth.custom_oauth_providers (enabled);
create index custom_oauth_providers_created_at_idx on auth.custom_oauth_providers (created_at);

create table auth.sso_providers (
  id uuid not null constraint sso_providers_pkey primary key,
  resource_id text constraint "resource_id not empty" check (resource_id = null or char_length(resource_id) > 0),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);
comment on table auth.sso_providers is 'Auth: Manages SSO identity provider information; see saml_providers for SAML.';
comment on column auth.sso_providers.resource_id is 'Auth: Uniquely identifies a SSO provider according to a user-chosen resource ID (case insensitive), useful in infrastructure as code.';
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);

create table auth.sso_domains (
  id uuid not null constraint sso_domains_pkey primary key,
  sso_provider_id uuid not null constraint sso_domains_sso_provider_id_fkey references auth.sso_providers on delete cascade,
  domain text not null constraint "domain not empty" check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.sso_domains is 'Auth: Manages SSO email address domain mapping to an SSO Identity Provider.';
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid not null constraint saml_providers_pkey primary key,
  sso_provider_id uuid not null constraint saml_providers_sso_provider_id_fkey references auth.sso_providers on delete cascade,
  entity_id text not null
    constraint saml_providers_entity_id_key unique
    constraint "entity_id not empty" check (char_length(entity_id) > 0),
  metadata_xml text not null constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  metadata_url text constraint "metadata_url not empty" check (metadata_url = null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);
comment on table auth.saml_providers is 'Auth: Manages SAML Identity Provider connections.';
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

-- Signing in -------------------------------------------------------------------------------------

create table auth.flow_state (
  id uuid not null constraint flow_state_pkey primary key,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false
);
comment on table auth.flow_state is 'Stores metadata for all OAuth/SSO login flows';
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

create table auth.saml_relay_states (
  id uuid not null constraint saml_relay_states_pkey primary key,
  sso_provider_id uuid not null constraint saml_relay_states_sso_provider_id_fkey references auth.sso_providers on delete cascade,
  request_id text not null constraint "request_id not empty" check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid constraint saml_relay_states_flow_state_id_fkey references auth.flow_state on delete cascade
);
comment on table auth.saml_relay_states is 'Auth: Contains SAML Relay State information for each Service Provider initiated login.';
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

create table auth.sessions (
  id uuid not null constraint sessions_pkey primary key,
  user_id uuid not null constraint sessions_user_id_fkey references auth.users on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp without time zone,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid constraint sessions_oauth_client_id_fkey references auth.oauth_clients on delete cascade,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text constraint sessions_scopes_length check (char_length(scopes) <= 4096)
);
comment on table auth.sessions is 'Auth: Stores session data associated to a user.';
comment on column auth.sessions.not_after is 'Auth: Not after is a nullable column that contains a timestamp after which the session should be regarded as expired.';
comment on column auth.sessions.refresh_token_hmac_key is 'Holds a HMAC-SHA256 key used to sign refresh tokens for this session.';
comment on column auth.sessions.refresh_token_counter is 'Holds the ID (counter) of the last issued refresh token.';
create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

create sequence auth.refresh_tokens_id_seq;
create table auth.refresh_tokens (
  instance_id uuid,
  id bigint not null default nextval('auth.refresh_tokens_id_seq') constraint refresh_tokens_pkey primary key,
  token character varying(255) constraint refresh_tokens_token_unique unique,
  user_id character varying(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent character varying(255),
  session_id uuid constraint refresh_tokens_session_id_fkey references auth.sessions on delete cascade
);
alter sequence auth.refresh_tokens_id_seq owned by auth.refresh_tokens.id;
comment on table auth.refresh_tokens is 'Auth: Store of tokens used to refresh JWT tokens once they expire.';
create index refresh_tokens_instance_id_idx on auth.refresh_tokens (instance_id);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.one_time_tokens (
  id uuid not null constraint one_time_tokens_pkey primary key,
  user_id uuid not null constraint one_time_tokens_user_id_fkey references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null constraint one_time_tokens_token_hash_check check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp without time zone not null default now(),
  updated_at timestamp without time zone not null default now()
);
comment on table auth.one_time_tokens is 'Auth: Links and codes sent by mail that were not used yet; only their hashes.';
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);

-- Second factors and passkeys --------------------------------------------------------------------

create table auth.mfa_factors (
  id uuid not null constraint mfa_factors_pkey primary key,
  user_id uuid not null constraint mfa_factors_user_id_fkey references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
comment on table auth.mfa_factors is 'auth: stores metadata about factors';
comment on column auth.mfa_factors.last_webauthn_challenge_data is 'Stores the latest WebAuthn challenge data including attestation/assertion for customer verification';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(both from friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

create table auth.mfa_challenges (
  id uuid not null constraint mfa_challenges_pkey primary key,
  factor_id uuid not null constraint mfa_challenges_auth_factor_id_fkey references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
comment on table auth.mfa_challenges is 'auth: stores metadata about challenge requests made';
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.mfa_amr_claims (
  session_id uuid not null constraint mfa_amr_claims_session_id_fkey references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid not null constraint amr_id_pk primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'auth: stores authenticator method reference claims for multi factor authentication';

create table auth.webauthn_credentials (
  id uuid not null default gen_random_uuid() constraint webauthn_credentials_pkey primary key,
  user_id uuid not null constraint webauthn_credentials_user_id_fkey references auth.users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.webauthn_credentials is 'Auth: Passkeys that users registered.';
create unique index webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid not null default gen_random_uuid() constraint webauthn_challenges_pkey primary key,
  user_id uuid constraint webauthn_challenges_user_id_fkey references auth.users on delete cascade,
  challenge_type text not null constraint webauthn_challenges_challenge_type_check check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table auth.webauthn_challenges is 'Auth: Passkey challenges that were not answered yet.';
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

-- Our own OAuth server ---------------------------------------------------------------------------

create table auth.oauth_authorizations (
  id uuid not null constraint oauth_authorizations_pkey primary key,
  authorization_id text not null constraint oauth_authorizations_authorization_id_key unique,
  client_id uuid not null constraint oauth_authorizations_client_id_fkey references auth.oauth_clients on delete cascade,
  user_id uuid constraint oauth_authorizations_user_id_fkey references auth.users on delete cascade,
  redirect_uri text not null constraint oauth_authorizations_redirect_uri_length check (char_length(redirect_uri) <= 2048),
  scope text not null constraint oauth_authorizations_scope_length check (char_length(scope) <= 4096),
  state text constraint oauth_authorizations_state_length check (char_length(state) <= 4096),
  resource text constraint oauth_authorizations_resource_length check (char_length(resource) <= 2048),
  code_challenge text constraint oauth_authorizations_code_challenge_length check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text
    constraint oauth_authorizations_authorization_code_key unique
    constraint oauth_authorizations_authorization_code_length check (char_length(authorization_code) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default (now() + interval '3 minutes'),
  approved_at timestamptz,
  nonce text constraint oauth_authorizations_nonce_length check (char_length(nonce) <= 255),
  constraint oauth_authorizations_expires_at_future check (expires_at > created_at)
);
comment on table auth.oauth_authorizations is 'Auth: Requests of applications for a user''s consent.';
create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at) where status = 'pending';

create table auth.oauth_consents (
  id uuid not null constraint oauth_consents_pkey primary key,
  user_id uuid not null constraint oauth_consents_user_id_fkey references auth.users on delete cascade,
  client_id uuid not null constraint oauth_consents_client_id_fkey references auth.oauth_clients on delete cascade,
  scopes text not null
    constraint oauth_consents_scopes_length check (char_length(scopes) <= 2048)
    constraint oauth_consents_scopes_not_empty check (char_length(trim(both from scopes)) > 0),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_revoked_after_granted check (revoked_at is null or revoked_at >= granted_at),
  constraint oauth_consents_user_client_unique unique (user_id, client_id)
);
comment on table auth.oauth_consents is 'Auth: What users allowed applications to do.';
create index oauth_consents_active_client_idx on auth.oauth_consents (client_id) where revoked_at is null;
create index oauth_consents_active_user_client_idx on auth.oauth_consents (user_id, client_id) where revoked_at is null;
create index oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);

-- Nobody but the owner reads any of it: row security on, no policy, no grant -----------------------

do $$
declare
  name text;
begin
  for name in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('revoke all on table auth.%I from public', name);
  end loop;
end $$;

-- GoTrue's own migrations that the above stands for, so that it does not run them again.
insert into auth.schema_migrations (version) values
  ('20171026211738'), ('20171026211808'), ('20171026211834'), ('20180103212743'), ('20180108183307'),
  ('20180119214651'), ('20180125194653'), ('00'), ('20210710035447'), ('20210722035447'),
  ('20210730183235'), ('20210909172000'), ('20210927181326'), ('20211122151130'), ('20211124214934'),
  ('20211202183645'), ('20220114185221'), ('20220114185340'), ('20220224000811'), ('20220323170000'),
  ('20220429102000'), ('20220531120530'), ('20220614074223'), ('20220811173540'), ('20221003041349'),
  ('20221003041400'), ('20221011041400'), ('20221020193600'), ('20221021073300'), ('20221021082433'),
  ('20221027105023'), ('20221114143122'), ('20221114143410'), ('20221125140132'), ('20221208132122'),
  ('20221215195500'), ('20221215195800'), ('20221215195900'), ('20230116124310'), ('20230116124412'),
  ('20230131181311'), ('20230322519590'), ('20230402418590'), ('20230411005111'), ('20230508135423'),
  ('20230523124323'), ('20230818113222'), ('20230914180801'), ('20231027141322'), ('20231114161723'),
  ('20231117164230'), ('20240115144230'), ('20240214120130'), ('20240306115329'), ('20240314092811'),
  ('20240427152123'), ('20240612123726'), ('20240729123726'), ('20240802193726'), ('20240806073726'),
  ('20241009103726'), ('20250717082212'), ('20250731150234'), ('20250804100000'), ('20250901200500'),
  ('20250903112500'), ('20250904133000'), ('20250925093508'), ('20251007112900'), ('20251104100000'),
  ('20251111201300'), ('20251201000000'), ('20260115000000'), ('20260121000000'), ('20260219120000'),
  ('20260302000000'), ('20260625000000'), ('20261007120000');
