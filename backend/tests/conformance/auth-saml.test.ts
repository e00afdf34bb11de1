import { describe, expect, it } from "vitest";
import { createIdp } from "./auth-idp.ts";
import { refused, SITE } from "./auth-people.ts";
import { EMAIL, email, relayedOf, samlBackend } from "./auth-saml-people.ts";

const backend = samlBackend();

describe("signing in at an identity provider", () => {
  it("calls the provider of the domain, and accepts its assertion once", async () => {
    const started = await backend.start();
    expect(started.url).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
    expect(started.xml).toContain(`AssertionConsumerServiceURL="${backend.acsUrl}"`);
    expect(started.xml).toContain(`<saml:Issuer>${backend.audience}</saml:Issuer>`);
    const { form, target } = await backend.signInBy({
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
    const { client, user, claims, refresh_token } = await backend.entered(target);
    expect(user).toMatchObject({
      email: "grace@corp.example",
      is_sso_user: true,
      app_metadata: {
        provider: `sso:${backend.providerId}`,
        providers: [`sso:${backend.providerId}`],
      },
      user_metadata: {
        name: "Grace Hopper",
        iss: backend.idp.entityId,
        sub: "u-42",
        email_verified: true,
        custom_claims: { groups: ["a", "b"], plan: "basic" },
      },
    });
    expect(claims).toMatchObject({
      aal: "aal1",
      amr: [{ method: "sso/saml", provider: backend.providerId }],
    });
    expect(relayedOf(await backend.post(form))).toEqual([
      SITE,
      "saml_relay_state_not_found",
      "SAML RelayState does not exist, try logging in again?",
    ]);
    await refused(client.auth.updateUser({ password: "my own now" }), "user_sso_managed", 422);
    // The same person again is the same account, also under another address.
    const again = await backend.entered((await backend.signInBy({ nameId: "u-42" })).target);
    expect(again.user).toMatchObject({ id: user.id, email });
    backend.clock.advance(7201);
    await refused(client.auth.refreshSession({ refresh_token }), "session_expired");
  });

  it("may be started by the provider, once per assertion", async () => {
    const attributes = { mail: [email] };
    const form = {
      RelayState: `${SITE}/deep`,
      SAMLResponse: backend.respond({ nameId: "u-idp", attributes, signs: ["Response"] }),
    };
    const target = await backend.post(form);
    expect(target.href).toMatch(new RegExp(`^${SITE}/deep#access_token`));
    expect(relayedOf(await backend.post(form))).toEqual([
      SITE,
      "validation_failed",
      "SAML Assertion is not valid",
    ]);
    const evil = {
      RelayState: "https://evil.example/",
      SAMLResponse: backend.respond({ attributes, signs: ["Assertion", "Response"] }),
    };
    expect((await backend.post(evil)).origin).toBe(SITE);
  });

  it("never gives access to an account of another kind, whatever the address", async () => {
    const own = await backend.signedUp("owner@corp.example");
    const attributes = { [EMAIL]: [own.email] };
    const enter = async (nameId: string) =>
      backend.entered((await backend.signInBy({ nameId, attributes })).target);
    const { user } = await enter("u-owner");
    expect(user.id).not.toBe(own.user.id);
    // And the other way round: a second name for the same address is the same person there.
    expect((await enter("u-renamed")).user.id).toBe(user.id);
    const { data } = await backend.admin().getUserById(own.user.id);
    expect(data.user?.identities).toHaveLength(1);
  });
});

describe("the operator", () => {
  it("connects, changes and removes identity providers", async () => {
    const other = createIdp("https://other-idp.example");
    const made = await backend.providers("POST", "", {
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
    expect((await backend.providers("GET", path)).body).toEqual(made.body);
    expect((await backend.providers("GET", "/resource_other")).body.id).toBe(made.body.id);
    const { items } = (await backend.providers("GET", "")).body as { items: { saml: object }[] };
    expect(items).toHaveLength(2);
    expect(items.every(({ saml }) => !("metadata_xml" in saml))).toBe(true);
    const changed = await backend.providers("PUT", path, {
      domains: ["new.example"],
      disabled: true,
    });
    expect(changed.body).toMatchObject({ disabled: true, domains: [{ domain: "new.example" }] });
    const sso = (body: object) => backend.raw("POST", "/sso", { body });
    expect((await sso({ domain: "new.example" })).body.error_code).toBe("sso_provider_disabled");
    expect((await sso({ domain: "other.example" })).body).toMatchObject({
      error_code: "sso_provider_not_found",
      msg: "No SSO provider assigned for this domain",
    });
    expect((await backend.providers("DELETE", path)).status).toBe(200);
    expect((await backend.providers("GET", path)).body.error_code).toBe("sso_provider_not_found");
  });
});

it("describes this service to providers, and single sign-on to applications", async () => {
  const assertion = await backend.request("/auth/v1/sso/saml/metadata?download=true");
  expect(assertion.headers.get("content-type")).toBe("application/xml");
  const xml = await assertion.text();
  expect(xml).toContain(`entityID="${backend.audience}" validUntil="`);
  expect(xml).toContain(`Location="${backend.acsUrl}"`);
  expect((await backend.raw("GET", "/settings")).body.saml_enabled).toBe(true);
  await refused(
    backend.auth().signInWithSSO({ domain: "nobody.example" }),
    "sso_provider_not_found",
    404,
  );
  const both = await backend.raw("POST", "/sso", {
    body: { domain: "a.b", provider_id: backend.providerId },
  });
  expect(both.body.msg).toBe("Only one of provider_id or domain supported");
});
