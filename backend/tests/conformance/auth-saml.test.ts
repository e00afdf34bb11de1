import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "#backend/tests/backend.ts";
import { type AssertionOptions, createIdp, type Idp } from "./auth-idp.ts";
import { clientAt, operatorOf, raw, SITE, signedUp } from "./auth-people.ts";
import {
  acsOf,
  adminOf,
  audienceOf,
  EMAIL,
  email,
  postAssertion,
  relayedOf,
  type Saml,
  signInAt,
  startAt,
  startSaml,
  userIn,
} from "./auth-saml-people.ts";

let saml: Saml;
let backend: TestBackend;
let idp: Idp;
let providerId: string;
beforeAll(async () => {
  saml = await startSaml();
  ({ backend, idp, providerId } = saml);
});
afterAll(() => backend?.close());

const admin = (method: string, path: string, body?: unknown) =>
  adminOf(backend, method, path, body);
const acsUrl = () => acsOf(backend);
const audience = () => audienceOf(backend);
const start = (flowType?: "implicit" | "pkce", by?: { providerId: string }) =>
  startAt(backend, flowType, by);
const post = (form: Record<string, string>) => postAssertion(backend, form);
const signIn = (assertion?: Partial<AssertionOptions>) => signInAt(saml, assertion);
const userAt = (target: URL) => userIn(backend, target);

describe("signing in at an identity provider", () => {
  it("calls the provider of the domain, and accepts its assertion once", async () => {
    const started = await start();
    expect(started.url).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
    expect(started.xml).toContain(`AssertionConsumerServiceURL="${acsUrl()}"`);
    expect(started.xml).toContain(`<saml:Issuer>${audience()}</saml:Issuer>`);
    const { form, target } = await signIn({
      nameId: "u-42",
      attributes: {
        [EMAIL]: ["Grace@Corp.example"],
        displayName: ["Grace Hopper"],
        groups: ["a", "b"],
        lie: ["false"],
      },
      sessionEndsIn: 7200_000,
    });
    expect(target.href).toMatch(new RegExp(`^${SITE}/in#`));
    const { client, user, claims, refresh_token } = await userAt(target);
    expect(user).toMatchObject({
      email: "grace@corp.example",
      is_sso_user: true,
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: {
        name: "Grace Hopper",
        iss: idp.entityId,
        sub: "u-42",
        email_verified: true,
        custom_claims: { groups: ["a", "b"], plan: "basic" },
      },
    });
    expect(claims).toMatchObject({
      aal: "aal1",
      amr: [{ method: "sso/saml", provider: providerId }],
    });
    expect(relayedOf(await post(form))).toEqual([
      SITE,
      "saml_relay_state_not_found",
      "SAML RelayState does not exist, try logging in again?",
    ]);
    expect((await client.auth.updateUser({ password: "my own now" })).error).toMatchObject({
      status: 422,
      code: "user_sso_managed",
    });
    // The same person again is the same account, also under another address.
    const again = await userAt((await signIn({ nameId: "u-42" })).target);
    expect(again.user).toMatchObject({ id: user.id, email });
    backend.clock.advance(7201);
    expect((await client.auth.refreshSession({ refresh_token })).error).toMatchObject({
      code: "session_expired",
    });
  });

  it("may be started by the provider, once per assertion", async () => {
    const form = {
      RelayState: `${SITE}/deep`,
      SAMLResponse: idp.respond({
        acsUrl: acsUrl(),
        audience: audience(),
        now: backend.clock.now(),
        nameId: "u-idp",
        attributes: { mail: [email] },
        signs: ["Response"],
      }),
    };
    const target = await post(form);
    expect(target.href).toMatch(new RegExp(`^${SITE}/deep#access_token`));
    expect(relayedOf(await post(form))).toEqual([
      SITE,
      "validation_failed",
      "SAML Assertion is not valid",
    ]);
    const evil = {
      RelayState: "https://evil.example/",
      SAMLResponse: idp.respond({
        acsUrl: acsUrl(),
        audience: audience(),
        now: backend.clock.now(),
        attributes: { mail: [email] },
        signs: ["Assertion", "Response"],
      }),
    };
    expect((await post(evil)).origin).toBe(SITE);
  });

  it("never gives access to an account of another kind, whatever the address", async () => {
    const own = await signedUp(backend, "owner@corp.example");
    const { user } = await userAt(
      (await signIn({ nameId: "u-owner", attributes: { [EMAIL]: [own.email] } })).target,
    );
    expect(user.id).not.toBe(own.user.id);
    // And the other way round: a second name for the same address is the same person there.
    const renamed = await userAt(
      (await signIn({ nameId: "u-renamed", attributes: { [EMAIL]: [own.email] } })).target,
    );
    expect(renamed.user.id).toBe(user.id);
    const { data } = await operatorOf(backend).auth.admin.getUserById(own.user.id);
    expect(data.user?.identities).toHaveLength(1);
  });
});

describe("the operator", () => {
  it("connects, changes and removes identity providers", async () => {
    const other = createIdp("https://other-idp.example");
    const made = await admin("POST", "", {
      type: "saml",
      resource_id: "Other",
      metadata_xml: other.metadata(),
      domains: ["other.example"],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.any(String),
      disabled: false,
      saml: { entity_id: other.entityId, metadata_xml: other.metadata(), attribute_mapping: {} },
      domains: [{ domain: "other.example" }],
    });
    const path = `/${made.body.id}`;
    expect((await admin("GET", path)).body).toEqual(made.body);
    expect((await admin("GET", "/resource_other")).body.id).toBe(made.body.id);
    const { items } = (await admin("GET", "")).body as { items: { saml: object }[] };
    expect(items).toHaveLength(2);
    expect(items.every(({ saml }) => !("metadata_xml" in saml))).toBe(true);
    const changed = await admin("PUT", path, { domains: ["new.example"], disabled: true });
    expect(changed.body).toMatchObject({ disabled: true, domains: [{ domain: "new.example" }] });
    const sso = (body: object) => raw(backend, "POST", "/sso", { body });
    expect((await sso({ domain: "new.example" })).body.error_code).toBe("sso_provider_disabled");
    expect((await sso({ domain: "other.example" })).body).toMatchObject({
      error_code: "sso_provider_not_found",
      msg: "No SSO provider assigned for this domain",
    });
    expect((await admin("DELETE", path)).status).toBe(200);
    expect((await admin("GET", path)).body.error_code).toBe("sso_provider_not_found");
  });
});

it("describes this service to providers, and single sign-on to applications", async () => {
  const assertion = await backend.request("/auth/v1/sso/saml/metadata?download=true");
  expect(assertion.headers.get("content-type")).toBe("application/xml");
  const xml = await assertion.text();
  expect(xml).toContain(`entityID="${audience()}" validUntil="`);
  expect(xml).toContain(`Location="${acsUrl()}"`);
  expect((await raw(backend, "GET", "/settings")).body.saml_enabled).toBe(true);
  const { error } = await clientAt(backend).auth.signInWithSSO({ domain: "nobody.example" });
  expect(error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
  const both = await raw(backend, "POST", "/sso", {
    body: { domain: "a.b", provider_id: providerId },
  });
  expect(both.body.msg).toBe("Only one of provider_id or domain supported");
});
