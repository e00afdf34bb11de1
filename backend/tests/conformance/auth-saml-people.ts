import type { KeyObject } from "node:crypto";
import { expect } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { type AssertionOptions, createIdp, requestIn } from "./auth-idp.ts";
import { dataOf, SITE, startAuth } from "./auth-people.ts";

/* People of a company that vouches for them, and their browser. */

export const EMAIL = "urn:oid:0.9.2342.19200300.100.1.3";
export const email = "ada@corp.example";

const MAPPING = {
  name: { names: ["cn", "displayName"] },
  groups: { name: "groups", array: true },
  plan: { default: "basic" },
  email_verified: { name: "lie" },
};

/** A backend that one company's people sign in to. */
export const startSaml = async (privateKey?: KeyObject, idp = createIdp()) => {
  const backend = await startAuth((auth) => {
    auth.saml = { enabled: true, privateKey };
    auth.rateLimit.tokenRefresh = 10_000;
  });
  /** Why assertions were refused, from the log: callers do not learn it. */
  const refusals: string[] = [];
  backend.core.log.warn = (event, facts) => {
    const error = facts?.error;
    if (event === "auth.saml_refused" && error instanceof Error) refusals.push(error.message);
  };
  const admin = (method: string, path: string, body?: unknown) =>
    backend.raw(method, `/admin/sso/providers${path}`, { body, token: backend.keys.serviceRole });
  const made = await admin("POST", "", {
    type: "saml",
    metadata_xml: idp.metadata(),
    domains: ["corp.example", "Second.Example"],
    attribute_mapping: { keys: MAPPING },
  });
  const acsUrl = `${backend.url}/auth/v1/sso/saml/acs`;
  const audience = `${backend.url}/auth/v1/sso/saml/metadata`;

  /** Starts a sign-in; returns the request to the provider. */
  const start = async () => {
    const options = { redirectTo: `${SITE}/in` };
    const { url } = await dataOf(backend.auth().signInWithSSO({ domain: "corp.example", options }));
    return { url, ...requestIn(url) };
  };

  /** The provider's word on a person, with what it is to say differently. */
  const respond = (assertion: Partial<AssertionOptions> = {}, by = idp): string =>
    by.respond({
      acsUrl,
      audience,
      now: backend.clock.now(),
      attributes: { [EMAIL]: [email] },
      ...assertion,
    });

  /** Posts the provider's assertion, as its page does; returns the redirect. */
  const post = async (form: Record<string, string>): Promise<URL> => {
    const assertion = await backend.request("/auth/v1/sso/saml/acs", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(form),
    });
    expect([302, 303]).toContain(assertion.status);
    return new URL(assertion.headers.get("location") ?? "");
  };

  return {
    ...backend,
    idp,
    providerId: String(made.body.id),
    refusals,
    providers: admin,
    acsUrl,
    audience,
    start,
    respond,
    post,
    /** The whole of a sign-in that was started here. */
    async signInBy(assertion: Partial<AssertionOptions> = {}) {
      const { id, relayState } = await start();
      const SAMLResponse = respond({ inResponseTo: id, ...assertion });
      const form = { RelayState: relayState, SAMLResponse };
      return { form, target: await post(form) };
    },
  };
};

export const samlBackend = (...how: Parameters<typeof startSaml>) =>
  perFile(() => startSaml(...how));

export const relayedOf = (target: URL) => [
  target.origin,
  target.searchParams.get("error_code"),
  target.searchParams.get("error_description"),
];
