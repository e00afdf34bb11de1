import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";

const backend = perFile(startTestBackend);

const client = (key = backend.keys.anon) =>
  createClient(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

const summaryOf = (error: unknown) => {
  const { status, code } = error as { status?: number; code?: string };
  return [status, code];
};

describe("a missing feature is reported as the platform reports one that is off", () => {
  test("phones, in a project without a sender of texts", async () => {
    const phone = "+447700900000";
    const { auth } = client();
    const made = await auth.signUp({ phone, password: "long enough 1" });
    expect(summaryOf(made.error)).toEqual([400, "phone_provider_disabled"]);
    expect(summaryOf((await auth.signInWithOtp({ phone })).error)).toEqual([
      400,
      "phone_provider_disabled",
    ]);
  });

  test("single sign-on by SAML, in a project that has it off", async () => {
    const { error } = await client().auth.signInWithSSO({ domain: "example.org" });
    expect(summaryOf(error)[0]).toBe(404);
  });

  test("sign-in by a wallet", async () => {
    const signature = new Uint8Array([1, 2, 3]);
    for (const chain of ["solana", "ethereum"] as const) {
      const { data, error } = await client().auth.signInWithWeb3({
        chain,
        message: "m",
        signature,
      } as Parameters<ReturnType<typeof client>["auth"]["signInWithWeb3"]>[0]);
      expect(data.session).toBeNull();
      expect(summaryOf(error)).toEqual([422, "web3_provider_disabled"]);
    }
  });

  test("providers made by the API", async () => {
    const { customProviders } = client(backend.keys.serviceRole).auth.admin;
    expect((await customProviders.listProviders()).error).toMatchObject({ status: 404 });
    const path = "/auth/v1/authorize?provider=custom:ours";
    expect((await backend.request(path)).status).toBe(400);
  });

  test("sign-in for other applications, whose sessions are none of the person's", async () => {
    const person = { email: "app@example.org", password: "long enough 1" };
    const { auth } = client();
    const operator = client(backend.keys.serviceRole).auth.admin;
    await operator.createUser({ ...person, email_confirm: true });
    const { session } = (await auth.signInWithPassword(person)).data;
    expect((await operator.oauth.listClients()).error).toMatchObject({ status: 404 });
    expect((await auth.oauth.listGrants()).error).toMatchObject({ status: 404 });
    // A database that was the platform's may have such sessions.
    await backend.db.query(`with app as (insert into auth.oauth_clients
        (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
        values (gen_random_uuid(), 'manual', 'https://app.example/', 'authorization_code', 'none') returning id)
      update auth.sessions set oauth_client_id = app.id from app`);
    const headers = { apikey: backend.keys.anon, authorization: `Bearer ${session?.access_token}` };
    const user = await backend.request("/auth/v1/user", { headers });
    expect([user.status, user.headers.get("x-sb-error-code")]).toEqual([403, "session_not_found"]);
    const renewed = await backend.request("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      headers,
      body: JSON.stringify({ refresh_token: session?.refresh_token }),
    });
    expect(renewed.headers.get("x-sb-error-code")).toBe("refresh_token_not_found");
  });

  test("security keys, and sign-in by a passkey alone, in a project that has them off", async () => {
    const admin = client(backend.keys.serviceRole).auth.admin;
    const person = { email: "ada@example.org", password: "long enough 1" };
    await admin.createUser({ ...person, email_confirm: true });
    const { auth } = client();
    await auth.signInWithPassword(person);
    const passkey = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" });
    expect(summaryOf(passkey.error)[1]).toBe("mfa_webauthn_enroll_not_enabled");
    const path = "/auth/v1/passkeys/authentication/options";
    const headers = { apikey: backend.keys.anon };
    expect((await backend.request(path, { method: "POST", headers, body: "{}" })).status).toBe(404);
  });

  test("uploads in pieces, the S3 protocol, and buckets for analytics and vectors", async () => {
    const { storage } = client(backend.keys.serviceRole);
    expect((await storage.analytics.listBuckets()).error).toMatchObject({ status: 404 });
    expect((await storage.vectors.listBuckets()).error).toMatchObject({ status: 404 });
    const headers = { apikey: backend.keys.serviceRole };
    for (const [method, path] of [
      ["GET", "/s3/bucket"],
      ["POST", "/upload/resumable"],
    ] as const)
      expect((await backend.request(`/storage/v1${path}`, { method, headers })).status).toBe(404);
  });

  test("old versions of files, and rules for when they go", async () => {
    const { storage } = client(backend.keys.serviceRole);
    const rules = [
      {
        id: "old",
        status: "Enabled" as const,
        filter: {},
        noncurrentVersionExpiration: { noncurrentDays: 30 },
      },
    ];
    expect(
      (await storage.createBucket("kept", { public: false, versioningStatus: "ENABLED" })).error,
    ).toMatchObject({ code: "NotSupported" });
    for (const { error } of [
      await storage.getBucketLifecycle("kept"),
      await storage.updateBucketLifecycle("kept", { rules }),
      await storage.deleteBucketLifecycle("kept"),
    ])
      expect(error).toMatchObject({ status: 400, code: "FeatureNotEnabled" });
  });

  test("GraphQL", async () => {
    const { status } = await backend.request("/graphql/v1", {
      method: "POST",
      headers: { apikey: backend.keys.anon },
      body: '{"query":"{ __typename }"}',
    });
    expect(status).toBe(404);
  });
});
