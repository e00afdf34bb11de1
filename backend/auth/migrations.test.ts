import { expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";

const database = perFile(testDatabase);

/** Columns, keys and indexes of GoTrue's schema after its migration 20260625000000. */
const TABLES = `audit_log_entries 5, custom_oauth_providers 25, flow_state 17, identities 9, instances 5,
  mfa_amr_claims 5, mfa_challenges 7, mfa_factors 13, oauth_authorizations 17, oauth_client_states 4,
  oauth_clients 13, oauth_consents 6, one_time_tokens 7, refresh_tokens 9, saml_providers 9, saml_relay_states 8,
  schema_migrations 1, sessions 15, sso_domains 5, sso_providers 5, users 35, webauthn_challenges 6,
  webauthn_credentials 14`;

it("the auth schema has GoTrue's tables with as many columns", async () => {
  const rows = await database.db.query<{ line: string }>(
    `select table_name || ' ' || count(*) as line
       from information_schema.columns where table_schema = 'auth' group by table_name order by 1`,
  );
  expect(rows.map(({ line }) => line).toSorted()).toEqual(TABLES.split(/,\s+/).toSorted());
});

it("the auth schema has the keys and indexes that GoTrue's own code relies on", async () => {
  const rows = await database.db.query<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = 'auth'",
  );
  const names = rows.map(({ name }) => name);
  for (const name of `users_email_partial_key users_phone_key confirmation_token_idx recovery_token_idx
    email_change_token_new_idx identities_provider_id_provider_unique
    refresh_tokens_token_unique one_time_tokens_user_id_token_type_key
    one_time_tokens_token_hash_hash_idx mfa_amr_claims_session_id_authentication_method_pkey
    sso_domains_domain_idx idx_auth_code`.split(/\s+/)) {
    expect(names).toContain(name);
  }
});

it("the auth schema belongs to supabase_auth_admin, so that GoTrue itself can go on with its migrations", async () => {
  const rollback = new Error("enough");
  const upgrade = database.db.transaction(async (tx) => {
    await tx.query("set local role supabase_auth_admin");
    await tx.query("alter table auth.one_time_tokens add column link_token_hash text");
    await tx.query("create table auth.scim_users (id uuid primary key)");
    await tx.query(
      "create or replace function auth.uid() returns uuid language sql stable as 'select null::uuid'",
    );
    await tx.query("insert into auth.schema_migrations (version) values ('20991231000000')");
    throw rollback;
  });
  await expect(upgrade).rejects.toBe(rollback);
  const [factors] = await database.db.query(
    "select count(*)::int from pg_type t where typnamespace = 'auth'::regnamespace and typtype = 'e' and typowner <> 'supabase_auth_admin'::regrole",
  );
  expect(factors).toEqual({ count: 0 });
});

it("the auth schema is closed to every role of a caller", async () => {
  for (const role of ["anon", "authenticated", "service_role"]) {
    for (const table of [
      "auth.users",
      "auth.refresh_tokens",
      "auth.webauthn_credentials",
      "auth.webauthn_challenges",
      "_backend.auth_counters",
    ]) {
      const attempt = database.db.transaction(async (tx) => {
        await tx.query(`set local role ${role}`);
        await tx.query(`select 1 from ${table}`);
      });
      await expect(attempt).rejects.toMatchObject({ code: "42501" });
    }
  }
});

it("the auth schema gives policies the caller", async () => {
  const callHook = (claims: string) =>
    database.db.transaction(async (tx) => {
      await tx.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [claims],
      );
      const [row] = await tx.query(
        "select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> 'aal' as aal",
      );
      return row;
    });
  const sub = crypto.randomUUID();
  const claims = { sub, role: "authenticated", email: "a@example.org", aal: "aal1" };
  expect(await callHook(JSON.stringify(claims))).toEqual({
    uid: sub,
    role: "authenticated",
    email: "a@example.org",
    aal: "aal1",
  });
  expect(await callHook("")).toEqual({ uid: null, role: null, email: null, aal: null });
});
