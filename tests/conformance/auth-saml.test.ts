import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "#tests/backend.ts";
import { type Answer, createIdp, type Idp, requestIn } from "./auth-idp.ts";
import { fragmentOf, operatorOf, personAt, raw, SITE, signedUp, startAuth } from "./auth-people.ts";

const EMAIL = "urn:oid:0.9.2342.19200300.100.1.3";
const email = "ada@corp.example";

let backend: TestBackend;
let idp: Idp;
let providerId: string;
/** Why assertions were refused, as the log has it: callers are not told. */
const refusals: string[] = [];
beforeAll(async () => {
  backend = await startAuth((auth) => {
    auth.saml = { enabled: true };
    auth.rateLimit.tokenRefresh = 10_000;
  });
  backend.kernel.log.warn = (event, facts) => {
    const error = facts?.error;
    if (event === "auth.saml_refused" && error instanceof Error) refusals.push(error.message);
  };
  idp = createIdp();
  const made = await admin("POST", "", {
    type: "saml",
    metadata_xml: idp.metadata(),
    domains: ["corp.example", "Second.Example"],
    attribute_mapping: {
      keys: {
        name: { names: ["cn", "displayName"] },
        groups: { name: "groups", array: true },
        plan: { default: "basic" },
        email_verified: { name: "lie" },
      },
    },
  });
  providerId = String(made.body.id);
});
afterAll(() => backend?.close());

const admin = (method: string, path: string, body?: unknown) =>
  raw(backend, method, `/admin/sso/providers${path}`, { body, token: backend.keys.serviceRole });

const acsUrl = () => `${backend.url}/auth/v1/sso/saml/acs`;
const audience = () => `${backend.url}/auth/v1/sso/saml/metadata`;

/** Starts a sign-in; gives what the provider is asked. */
const start = async (
  flowType: "implicit" | "pkce" = "implicit",
  by: { domain: string } | { providerId: string } = { domain: "corp.example" },
) => {
  const client = personAt(backend, { flowType });
  const { data, error } = await client.auth.signInWithSSO({
    ...by,
    options: { redirectTo: `${SITE}/in` },
  });
  if (error) throw error;
  return { client, url: data.url, ...requestIn(data.url) };
};

const bring = async (form: Record<string, string>): Promise<URL> => {
  const answer = await backend.ask("/auth/v1/sso/saml/acs", {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  expect([302, 303]).toContain(answer.status);
  return new URL(answer.headers.get("location") ?? "");
};

/** The whole of a sign-in that was started here, with what the provider is to say differently. */
const signIn = async (answer: Partial<Answer> = {}) => {
  const asked = await start();
  const form = {
    RelayState: asked.relayState,
    SAMLResponse: idp.respond({
      acsUrl: acsUrl(),
      audience: audience(),
      now: backend.clock.now(),
      inResponseTo: asked.id,
      attributes: { [EMAIL]: [email] },
      ...answer,
    }),
  };
  return { form, target: await bring(form) };
};

const userAt = async (target: URL) => {
  const { access_token = "", refresh_token = "" } = fragmentOf(target);
  const client = personAt(backend);
  const { data, error } = await client.auth.setSession({ access_token, refresh_token });
  if (error || !data.user) throw error ?? new Error("no user");
  return { client, user: data.user, claims: decodeJwt(access_token), refresh_token };
};

const told = (target: URL) => [
  target.origin,
  target.searchParams.get("error_code"),
  target.searchParams.get("error_description"),
];

describe("signing in at an identity provider", () => {
  it("asks the provider of the domain, and takes its word once", async () => {
    const asked = await start();
    expect(asked.url).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
    expect(asked.xml).toContain(`AssertionConsumerServiceURL="${acsUrl()}"`);
    expect(asked.xml).toContain(`<saml:Issuer>${audience()}</saml:Issuer>`);
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
    expect(told(await bring(form))).toEqual([
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

  it("gives a code where there is a verifier for it", async () => {
    const asked = await start("pkce", { providerId });
    const SAMLResponse = idp.respond({
      acsUrl: acsUrl(),
      audience: audience(),
      now: backend.clock.now(),
      inResponseTo: asked.id,
      nameId: "pkce@corp.example",
      nameIdFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    });
    const target = await bring({ RelayState: asked.relayState, SAMLResponse });
    expect(target.hash).toBe("");
    const code = target.searchParams.get("code") ?? "";
    const stranger = await personAt(backend, { flowType: "pkce" }).auth.exchangeCodeForSession(
      code,
    );
    expect(stranger.error).not.toBeNull();
    const { data, error } = await asked.client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe("pkce@corp.example");
    expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "sso/saml" }]);
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
    const target = await bring(form);
    expect(target.href).toMatch(new RegExp(`^${SITE}/deep#access_token`));
    expect(told(await bring(form))).toEqual([
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
    expect((await bring(evil)).origin).toBe(SITE);
  });

  it("never gives an account of another kind, whatever the address", async () => {
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

describe("an assertion is refused", () => {
  const stranger = createIdp();
  const assertionOf = (xml: string) =>
    /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
  const forged = (xml: string) =>
    assertionOf(xml)
      .replace(/<(ds:)?Signature[\s\S]*<\/(ds:)?Signature>/, "")
      .replace(/ID="a-[^"]+"/, 'ID="a-forged"')
      .replace("u-1", "admin");
  const decode = (base64: string) => Buffer.from(base64, "base64").toString();

  it.each<[string, string, () => Partial<Answer>]>([
    ["unsigned", "The assertion is not signed", () => ({ signs: [] })],
    [
      "signed with SHA-1",
      "A signature uses algorithms that are not taken",
      () => ({ algorithm: "sha1" }),
    ],
    [
      "for another audience",
      "The assertion is for another audience",
      () => ({ audience: "https://other.example" }),
    ],
    [
      "for another recipient",
      "The subject is not confirmed for this service and request",
      () => ({ recipient: "https://other.example/acs" }),
    ],
    [
      "for another destination",
      "The response is for somebody else",
      () => ({ destination: "https://other.example/acs" }),
    ],
    [
      "from another issuer",
      "The response is another provider's",
      () => ({ issuer: "https://other.example" }),
    ],
    [
      "to another request",
      "The response is to another request",
      () => ({ inResponseTo: "id-other" }),
    ],
    ["to no request", "The response is to another request", () => ({ inResponseTo: null })],
    ["expired", "The assertion has expired", () => ({ expiresIn: -61_000 })],
    ["not valid yet", "The assertion is not valid yet", () => ({ startsIn: 90_000 })],
    ["of a session that is over", "The session has ended", () => ({ sessionEndsIn: -1000 })],
    [
      "of a failed sign-in",
      "The provider answered urn:",
      () => ({ status: "urn:oasis:names:tc:SAML:2.0:status:Responder" }),
    ],
    [
      "with a comment in its NameID",
      "The XML holds comments",
      () => ({ nameId: "admin<!-- -->.evil" }),
    ],
    [
      "with a comment put in after",
      "The XML holds comments",
      () => ({ after: (xml) => xml.replace("u-1", "u<!---->-1") }),
    ],
    [
      "with a DTD",
      "The XML holds a DTD or CDATA",
      () => ({ after: (xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}` }),
    ],
    [
      "with an entity",
      "The XML is not well formed",
      () => ({ after: (xml) => xml.replace("u-1", "&x;") }),
    ],
    [
      "with CDATA",
      "The XML holds a DTD or CDATA",
      () => ({ after: (xml) => xml.replace("u-1", "<![CDATA[u-1]]>") }),
    ],
    [
      "with a processing instruction",
      "The XML holds processing instructions",
      () => ({ after: (xml) => xml.replace("u-1", "u<?x?>-1") }),
    ],
    [
      "changed after it was signed",
      "A signature is not the provider's",
      () => ({ after: (xml) => xml.replace("u-1", "u-2") }),
    ],
    [
      "with an attribute changed",
      "A signature is not the provider's",
      () => ({ after: (xml) => xml.replace(email, "boss@corp.example") }),
    ],
    [
      "with a forged one before it (wrapping)",
      "There must be one Assertion",
      () => ({ after: (xml) => xml.replace("<saml:Assertion", `${forged(xml)}<saml:Assertion`) }),
    ],
    [
      "with a forged one after it (wrapping)",
      "There must be one Assertion",
      () => ({
        after: (xml) => xml.replace("</samlp:Response>", `${forged(xml)}</samlp:Response>`),
      }),
    ],
    [
      "moved into an extension, a forged one in its place (wrapping)",
      "There must be one Assertion",
      () => ({
        after: (xml) =>
          xml
            .replace(assertionOf(xml), forged(xml))
            .replace(
              "<samlp:Status>",
              `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
            ),
      }),
    ],
    [
      "kept in the forged one's signature (wrapping)",
      "There must be one Assertion",
      () => ({
        after: (xml) => {
          const signature = /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? "";
          const original = assertionOf(xml).replace(signature, "");
          const holder = signature.replace(
            "</Signature>",
            `<Object>${original}</Object></Signature>`,
          );
          return xml.replace(
            assertionOf(xml),
            forged(xml).replace("</saml:Issuer>", `</saml:Issuer>${holder}`),
          );
        },
      }),
    ],
    [
      "with an id twice",
      "Two elements have the same id",
      () => ({
        after: (xml) =>
          xml.replace("<samlp:Status>", `<samlp:Status ID="${/ID="(a-[^"]+)"/.exec(xml)?.[1]}">`),
      }),
    ],
    [
      "with a name for this time only",
      "SAML Assertion did not contain a persistent",
      () => ({ nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
    ],
    [
      "without an address",
      "SAML Assertion does not contain an email address",
      () => ({ attributes: {} }),
    ],
    [
      "with an address that is none",
      "Unable to validate email address",
      () => ({ attributes: { [EMAIL]: ["not an address"] } }),
    ],
  ])("%s", async (_, reason, answer) => {
    const { target } = await signIn(answer());
    expect(target.origin).toBe(SITE);
    expect(target.hash).toBe("");
    expect(refusals.at(-1)).toContain(reason);
    expect(target.searchParams.get("error_code")).toMatch(
      /^(validation_failed|saml_assertion_no_\w+)$/,
    );
    const made = await backend.db.query(
      "select 1 from auth.users where email in ('boss@corp.example', 'not an address') or raw_user_meta_data ->> 'sub' ~ 'admin'",
    );
    expect(made).toEqual([]);
  });

  it("signed by somebody else, also with their own certificate in it", async () => {
    const asked = await start();
    const answer = {
      acsUrl: acsUrl(),
      audience: audience(),
      now: backend.clock.now(),
      inResponseTo: asked.id,
      attributes: { [EMAIL]: [email] },
    };
    const SAMLResponse = stranger.respond(answer);
    expect(decode(SAMLResponse)).toContain("Signature");
    const target = await bring({ RelayState: asked.relayState, SAMLResponse });
    expect(told(target)).toEqual([SITE, "validation_failed", "SAML Assertion is not valid"]);
  });

  it("that is no XML, no Base64 or not there, and from providers nobody knows", async () => {
    const base64 = (xml: string) => Buffer.from(xml).toString("base64");
    for (const SAMLResponse of ["", "%%%", base64("<a"), base64("<a/>"), base64("x".repeat(9))]) {
      const target = await bring({ RelayState: "", SAMLResponse });
      expect([target.origin, target.hash]).toEqual([SITE, ""]);
      expect(target.searchParams.get("error_code")).toMatch(
        /^(validation_failed|saml_idp_not_found)$/,
      );
    }
    const SAMLResponse = createIdp("https://unknown.example").respond({
      acsUrl: acsUrl(),
      audience: audience(),
      now: backend.clock.now(),
    });
    expect(told(await bring({ RelayState: "", SAMLResponse }))[1]).toBe("saml_idp_not_found");
    expect(told(await bring({ RelayState: "nonsense", SAMLResponse }))[2]).toBe(
      "SAML RelayState is not a valid UUID or URL",
    );
  });

  it("too late", async () => {
    const asked = await start();
    backend.clock.advance(121);
    const SAMLResponse = idp.respond({
      acsUrl: acsUrl(),
      audience: audience(),
      now: backend.clock.now(),
      inResponseTo: asked.id,
      attributes: { [EMAIL]: [email] },
    });
    const target = await bring({ RelayState: asked.relayState, SAMLResponse });
    expect(told(target)[1]).toBe("saml_relay_state_expired");
  });
});

describe("the operator", () => {
  it("connects, changes and takes away identity providers", async () => {
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

  it("is told what is wrong with a provider", async () => {
    const other = createIdp("https://third-idp.example");
    const metadata_xml = other.metadata();
    const refused = async (body: object) => {
      const answer = await admin("POST", "", { type: "saml", ...body });
      return [answer.status, answer.body.error_code, answer.body.msg];
    };
    expect(await refused({ type: "ldap" })).toEqual([
      400,
      "validation_failed",
      "Only 'saml' supported for SSO provider type",
    ]);
    expect(await refused({})).toEqual([
      400,
      "validation_failed",
      "Either metadata_xml or metadata_url must be set",
    ]);
    expect(await refused({ metadata_xml, metadata_url: "https://x.example" })).toMatchObject({
      0: 400,
    });
    expect(await refused({ metadata_url: "http://x.example" })).toEqual([
      400,
      "validation_failed",
      "metadata_url is not a HTTPS URL",
    ]);
    expect(await refused({ metadata_url: `${backend.url}/nothing` })).toMatchObject({
      0: 400,
      1: "saml_metadata_fetch_failed",
    });
    expect(await refused({ metadata_xml: "<a/>" })).toMatchObject({
      0: 400,
      1: "validation_failed",
    });
    expect(await refused({ metadata_xml: `<!DOCTYPE a []>${metadata_xml}` })).toMatchObject({
      0: 400,
    });
    expect(
      await refused({
        metadata_xml: metadata_xml.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ""),
      }),
    ).toMatchObject({ 2: "SAML Metadata does not contain a signing certificate" });
    expect(await refused({ metadata_xml: idp.metadata() })).toMatchObject({
      0: 422,
      1: "saml_idp_already_exists",
    });
    expect(await refused({ metadata_xml, domains: ["CORP.example"] })).toMatchObject({
      0: 400,
      1: "sso_domain_already_exists",
    });
    expect(await refused({ metadata_xml, name_id_format: "x" })).toMatchObject({ 0: 400 });
    const moved = await admin("PUT", `/${providerId}`, { metadata_xml });
    expect(moved.body.error_code).toBe("saml_entity_id_mismatch");
    const token = (await signedUp(backend)).session.access_token;
    for (const path of ["/admin/sso/providers", `/admin/sso/providers/${providerId}`]) {
      expect((await raw(backend, "GET", path, { token })).body.error_code).toBe("not_admin");
    }
  });
});

it("tells providers who we are, and applications that there is single sign-on", async () => {
  const answer = await backend.ask("/auth/v1/sso/saml/metadata?download=true");
  expect(answer.headers.get("content-type")).toBe("application/xml");
  const xml = await answer.text();
  expect(xml).toContain(`entityID="${audience()}" validUntil="`);
  expect(xml).toContain(`Location="${acsUrl()}"`);
  expect((await raw(backend, "GET", "/settings")).body.saml_enabled).toBe(true);
  const { error } = await personAt(backend).auth.signInWithSSO({ domain: "nobody.example" });
  expect(error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
  const both = await raw(backend, "POST", "/sso", {
    body: { domain: "a.b", provider_id: providerId },
  });
  expect(both.body.msg).toBe("Only one of provider_id or domain supported");
});
