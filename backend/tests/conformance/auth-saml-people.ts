import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { TestBackend } from "#backend/tests/backend.ts";
import { type AssertionOptions, createIdp, type Idp, requestIn } from "./auth-idp.ts";
import { clientAt, fragmentOf, raw, SITE, startAuth } from "./auth-people.ts";

/* People of a company that vouches for them, and their browser. */

export const EMAIL = "urn:oid:0.9.2342.19200300.100.1.3";
export const email = "ada@corp.example";

/** A backend that one company's people sign in to. */
export interface Saml {
  backend: TestBackend;
  idp: Idp;
  providerId: string;
  /** Why assertions were refused, from the log: callers do not learn it. */
  refusals: string[];
}

export const adminOf = (backend: TestBackend, method: string, path: string, body?: unknown) =>
  raw(backend, method, `/admin/sso/providers${path}`, { body, token: backend.keys.serviceRole });

export const startSaml = async (): Promise<Saml> => {
  const backend = await startAuth((auth) => {
    auth.saml = { enabled: true };
    auth.rateLimit.tokenRefresh = 10_000;
  });
  const refusals: string[] = [];
  backend.core.log.warn = (event, facts) => {
    const error = facts?.error;
    if (event === "auth.saml_refused" && error instanceof Error) refusals.push(error.message);
  };
  const idp = createIdp();
  const made = await adminOf(backend, "POST", "", {
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
  return { backend, idp, providerId: String(made.body.id), refusals };
};

export const acsOf = ({ url }: TestBackend): string => `${url}/auth/v1/sso/saml/acs`;
export const audienceOf = ({ url }: TestBackend): string => `${url}/auth/v1/sso/saml/metadata`;

/** Starts a sign-in; returns the request to the provider. */
export const startAt = async (
  backend: TestBackend,
  flowType: "implicit" | "pkce" = "implicit",
  by: { domain: string } | { providerId: string } = { domain: "corp.example" },
) => {
  const client = clientAt(backend, { flowType });
  const { data, error } = await client.auth.signInWithSSO({
    ...by,
    options: { redirectTo: `${SITE}/in` },
  });
  if (error) throw error;
  return { client, url: data.url, ...requestIn(data.url) };
};

/** Posts the provider's assertion, as its page does; returns the redirect. */
export const postAssertion = async (
  backend: TestBackend,
  form: Record<string, string>,
): Promise<URL> => {
  const assertion = await backend.request("/auth/v1/sso/saml/acs", {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  expect([302, 303]).toContain(assertion.status);
  return new URL(assertion.headers.get("location") ?? "");
};

/** The whole of a sign-in that was started here, with what the provider is to say differently. */
export const signInAt = async (
  { backend, idp }: Saml,
  assertion: Partial<AssertionOptions> = {},
) => {
  const started = await startAt(backend);
  const form = {
    RelayState: started.relayState,
    SAMLResponse: idp.respond({
      acsUrl: acsOf(backend),
      audience: audienceOf(backend),
      now: backend.clock.now(),
      inResponseTo: started.id,
      attributes: { [EMAIL]: [email] },
      ...assertion,
    }),
  };
  return { form, target: await postAssertion(backend, form) };
};

/** The signed-in user, from the redirect. */
export const userIn = async (backend: TestBackend, target: URL) => {
  const { access_token = "", refresh_token = "" } = fragmentOf(target);
  const client = clientAt(backend);
  const { data, error } = await client.auth.setSession({ access_token, refresh_token });
  if (error || !data.user) throw error ?? new Error("no user");
  return { client, user: data.user, claims: decodeJwt(access_token), refresh_token };
};

export const relayedOf = (target: URL) => [
  target.origin,
  target.searchParams.get("error_code"),
  target.searchParams.get("error_description"),
];
