import { describe, expect, test } from "vitest";
import { authBackend, PASSWORD, refused } from "./auth-people.ts";

const backend = authBackend();

describe("a missing feature is reported as the platform reports one that is off", () => {
  test("phones, in a project without a sender of texts", async () => {
    const phone = "+447700900000";
    const { auth } = backend.client();
    await refused(auth.signUp({ phone, password: PASSWORD }), "phone_provider_disabled", 400);
    await refused(auth.signInWithOtp({ phone }), "phone_provider_disabled", 400);
  });

  test("single sign-on by SAML, in a project that has it off", async () => {
    const { error } = await backend.auth().signInWithSSO({ domain: "example.org" });
    expect(error).toMatchObject({ status: 404 });
  });

  test("sign-in by a wallet", async () => {
    const signed = { message: "m", signature: new Uint8Array([1, 2, 3]) };
    for (const chain of ["solana", "ethereum"]) {
      const { data, error } = await backend.auth().signInWithWeb3({ chain, ...signed } as never);
      expect(data.session).toBeNull();
      expect(error).toMatchObject({ status: 422, code: "web3_provider_disabled" });
    }
  });

  test("providers made by the API", async () => {
    const { customProviders } = backend.admin();
    expect((await customProviders.listProviders()).error).toMatchObject({ status: 404 });
    const path = "/auth/v1/authorize?provider=custom:ours";
    expect((await backend.request(path)).status).toBe(400);
  });

  test("sign-in for other applications, whose sessions are none of the person's", async () => {
    const { client, session } = await backend.signedUp();
    const { auth } = client;
    expect((await backend.admin().oauth.listClients()).error).toMatchObject({ status: 404 });
    expect((await auth.oauth.listGrants()).error).toMatchObject({ status: 404 });
    // A database that was the platform's may have such sessions.
    await backend.db.query(`with app as (insert into auth.oauth_clients
        (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
        values (gen_random_uuid(), 'manual', 'https://app.example/', 'authorization_code', 'none') returning id)
      update auth.sessions set oauth_client_id = app.id from app`);
    const { access_token: token, refresh_token } = session;
    const user = await backend.raw("GET", "/user", { token });
    expect([user.status, user.headers.get("x-sb-error-code")]).toEqual([403, "session_not_found"]);
    const grant = { token, body: { refresh_token } };
    const renewed = await backend.raw("POST", "/token?grant_type=refresh_token", grant);
    expect(renewed.headers.get("x-sb-error-code")).toBe("refresh_token_not_found");
  });

  test("security keys, and sign-in by a passkey alone, in a project that has them off", async () => {
    const { mfa } = (await backend.signedUp()).client.auth;
    const enrolment = { factorType: "webauthn", friendlyName: "key" } as const;
    await refused(mfa.enroll(enrolment), "mfa_webauthn_enroll_not_enabled");
    const options = "/passkeys/authentication/options";
    expect((await backend.raw("POST", options, { body: {} })).status).toBe(404);
  });

  test("uploads in pieces, the S3 protocol, and buckets for analytics and vectors", async () => {
    const { storage } = backend.operator();
    expect((await storage.analytics.listBuckets()).error).toMatchObject({ status: 404 });
    expect((await storage.vectors.listBuckets()).error).toMatchObject({ status: 404 });
    const headers = { apikey: backend.keys.serviceRole };
    const notFound = async (method: string, path: string) =>
      expect((await backend.request(`/storage/v1${path}`, { method, headers })).status).toBe(404);
    await notFound("GET", "/s3/bucket");
    await notFound("POST", "/upload/resumable");
  });

  test("old versions of files, and rules for when they go", async () => {
    const { storage } = backend.operator();
    const filter = { filter: {}, noncurrentVersionExpiration: { noncurrentDays: 30 } };
    const rules = [{ id: "old", status: "Enabled" as const, ...filter }];
    const bucket = storage.createBucket("kept", { public: false, versioningStatus: "ENABLED" });
    expect((await bucket).error).toMatchObject({ code: "NotSupported" });
    for (const { error } of [
      await storage.getBucketLifecycle("kept"),
      await storage.updateBucketLifecycle("kept", { rules }),
      await storage.deleteBucketLifecycle("kept"),
    ])
      expect(error).toMatchObject({ status: 400, code: "FeatureNotEnabled" });
  });

  test("GraphQL", async () => {
    const headers = { apikey: backend.keys.anon };
    const init = { method: "POST", headers, body: '{"query":"{ __typename }"}' };
    expect((await backend.request("/graphql/v1", init)).status).toBe(404);
  });
});
