import { describe, expect, it } from "vitest";
import { type AssertionOptions, createIdp } from "./auth-idp.ts";
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
    // A person who returns has their account, also under another address.
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
    const change = { domains: ["new.example"], disabled: true };
    const changed = await backend.providers("PUT", path, change);
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
  const { auth } = backend.client();
  await refused(auth.signInWithSSO({ domain: "nobody.example" }), "sso_provider_not_found", 404);
  const body = { domain: "a.b", provider_id: backend.providerId };
  const both = await backend.raw("POST", "/sso", { body });
  expect(both.body.msg).toBe("Only one of provider_id or domain supported");
});

describe("an assertion is refused", () => {
  const stranger = createIdp();
  const assertionOf = (xml: string) =>
    /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
  const forged = (xml: string) =>
    assertionOf(xml)
      .replace(/<(ds:)?Signature[\s\S]*<\/(ds:)?Signature>/, "")
      .replace(/ID="a-[^"]+"/, 'ID="a-forged"')
      .replace("u-1", "admin");
  /** Changed after signing. */
  const changed = (change: (xml: string) => string) => ({ after: change });
  const replaced = (from: string, to: string) => changed((xml) => xml.replace(from, to));
  /** The subject's name replaced after signing. */
  const named = (name: string) => replaced("u-1", name);
  const moved = (xml: string) =>
    xml
      .replace(assertionOf(xml), forged(xml))
      .replace(
        "<samlp:Status>",
        `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
      );
  const nested = (xml: string) => {
    const signature = /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? "";
    const original = assertionOf(xml).replace(signature, "");
    const object = `<Object>${original}</Object></Signature>`;
    const holder = signature.replace("</Signature>", object);
    const holding = forged(xml).replace("</saml:Issuer>", `</saml:Issuer>${holder}`);
    return xml.replace(assertionOf(xml), holding);
  };
  const before = (xml: string) => xml.replace("<saml:Assertion", `${forged(xml)}<saml:Assertion`);
  const behind = (xml: string) =>
    xml.replace("</samlp:Response>", `${forged(xml)}</samlp:Response>`);
  const twice = (xml: string) =>
    xml.replace("<samlp:Status>", `<samlp:Status ID="${/ID="(a-[^"]+)"/.exec(xml)?.[1]}">`);
  const SAML2 = "urn:oasis:names:tc:SAML:2.0";
  const elsewhere = "https://other.example";
  const transient = { nameIdFormat: `${SAML2}:nameid-format:transient` };
  const invalid = { attributes: { [EMAIL]: ["not an address"] } };
  const unconfirmed = "The subject is not confirmed for this service and request";
  const dtd = "The XML holds a DTD or CDATA";
  const signature = "A signature is not the provider's";
  const one = "There must be one Assertion";

  it.each<[string, reason: string, Partial<AssertionOptions>]>([
    ["unsigned", "The assertion is not signed", { signs: [] }],
    ["signed with SHA-1", "A signature uses algorithms that are not taken", { algorithm: "sha1" }],
    ["for another audience", "The assertion is for another audience", { audience: elsewhere }],
    ["for another recipient", unconfirmed, { recipient: elsewhere }],
    ["for another destination", "The response is for somebody else", { destination: elsewhere }],
    ["from another issuer", "The response is another provider's", { issuer: elsewhere }],
    ["to another request", "The response is to another request", { inResponseTo: "id-other" }],
    ["to no request", "The response is to another request", { inResponseTo: null }],
    ["expired", "The assertion has expired", { expiresIn: -61_000 }],
    ["not valid yet", "The assertion is not valid yet", { startsIn: 90_000 }],
    ["of a session that is over", "The session has ended", { sessionEndsIn: -1000 }],
    ["of a failed sign-in", "The provider answered urn:", { status: `${SAML2}:status:Responder` }],
    ["with a comment in its NameID", "The XML holds comments", { nameId: "admin<!-- -->.evil" }],
    ["with a comment put in after", "The XML holds comments", named("u<!---->-1")],
    ["of more tags than anybody needs", "The XML is too long", named(`u-1${"<x/>".repeat(6_000)}`)],
    ["with a DTD", dtd, changed((xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}`)],
    ["with an entity", "The XML is not well formed", named("&x;")],
    ["with CDATA", dtd, named("<![CDATA[u-1]]>")],
    ["with a processing instruction", "The XML holds processing instructions", named("u<?x?>-1")],
    ["changed after it was signed", signature, named("u-2")],
    ["with an attribute changed", signature, replaced(email, "boss@corp.example")],
    ["with a forged one before it (wrapping)", one, changed(before)],
    ["with a forged one after it (wrapping)", one, changed(behind)],
    ["moved into an extension, a forged one in its place (wrapping)", one, changed(moved)],
    ["kept in the forged one's signature (wrapping)", one, changed(nested)],
    ["with an id twice", "Two elements have the same id", changed(twice)],
    ["with a name for this time only", "SAML Assertion did not contain a persistent", transient],
    ["without an address", "SAML Assertion does not contain an email address", { attributes: {} }],
    ["with an address that is none", "Unable to validate email address", invalid],
  ])("%s", async (_, reason, assertion) => {
    const { target } = await backend.signInBy(assertion);
    expect(target.origin).toBe(SITE);
    expect(target.hash).toBe("");
    expect(backend.refusals.at(-1)).toContain(reason);
    const code = /^(validation_failed|saml_assertion_no_\w+)$/;
    expect(target.searchParams.get("error_code")).toMatch(code);
    const made = await backend.db.query(
      "select 1 from auth.users where email in ('boss@corp.example', 'not an address') or raw_user_meta_data ->> 'sub' ~ 'admin'",
    );
    expect(made).toEqual([]);
  });

  it("signed by another party, also with their own certificate in it", async () => {
    const { id, relayState: RelayState } = await backend.start();
    const SAMLResponse = backend.respond({ inResponseTo: id }, stranger);
    expect(Buffer.from(SAMLResponse, "base64").toString()).toContain("Signature");
    const target = await backend.post({ RelayState, SAMLResponse });
    expect(relayedOf(target)).toEqual([SITE, "validation_failed", "SAML Assertion is not valid"]);
  });

  it("that is not XML or Base64, is missing, or is from an unknown provider", async () => {
    const base64 = (xml: string) => Buffer.from(xml).toString("base64");
    for (const SAMLResponse of ["", "%%%", base64("<a"), base64("<a/>"), base64("x".repeat(9))]) {
      const target = await backend.post({ RelayState: "", SAMLResponse });
      expect([target.origin, target.hash]).toEqual([SITE, ""]);
      expect(target.searchParams.get("error_code")).toMatch(
        /^(validation_failed|saml_idp_not_found)$/,
      );
    }
    const SAMLResponse = backend.respond({}, createIdp("https://unknown.example"));
    expect(relayedOf(await backend.post({ RelayState: "", SAMLResponse }))[1]).toBe(
      "saml_idp_not_found",
    );
    expect(relayedOf(await backend.post({ RelayState: "nonsense", SAMLResponse }))[2]).toBe(
      "SAML RelayState is not a valid UUID or URL",
    );
  });

  it("too late", async () => {
    const { id, relayState: RelayState } = await backend.start();
    backend.clock.advance(121);
    const SAMLResponse = backend.respond({ inResponseTo: id });
    const target = await backend.post({ RelayState, SAMLResponse });
    expect(relayedOf(target)[1]).toBe("saml_relay_state_expired");
  });
});
