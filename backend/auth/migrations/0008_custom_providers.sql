-- What GoTrue added to providers of the operator's own since: claims that are copied as they are. Their
-- addresses may be on this machine too, as those of `[auth.external.<name>]` may.

alter table auth.custom_oauth_providers
  add column custom_claims_allowlist text[] not null default '{}',
  drop constraint custom_oauth_providers_authorization_url_https,
  drop constraint custom_oauth_providers_token_url_https,
  drop constraint custom_oauth_providers_userinfo_url_https,
  drop constraint custom_oauth_providers_jwks_uri_https,
  drop constraint custom_oauth_providers_oidc_issuer_https,
  drop constraint custom_oauth_providers_oidc_discovery_url_https,
  add constraint custom_oauth_providers_urls_safe check (
    concat_ws(' ', authorization_url, token_url, userinfo_url, jwks_uri, issuer, discovery_url)
      ~ '^((https://|http://(localhost|127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])[:/])\S* ?)*$'
  );
comment on column auth.custom_oauth_providers.custom_claims_allowlist is
  'Auth: Claims of the provider that are copied as they are into the user''s custom_claims.';
