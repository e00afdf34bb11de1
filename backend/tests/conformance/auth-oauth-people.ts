import { createHash, randomBytes } from "node:crypto";
import type { TestBackend } from "#backend/tests/backend.ts";
import { operatorOf, type signedUp } from "./auth-people.ts";

/* The other application's side of a sign-in with the project, with nothing but the standard. */

export const CALLBACK = "https://app.example/callback?view=1";

/** A PKCE verifier and its challenge. */
export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

/** An application that the operator registered. */
export interface App {
  id: string;
  secret: string | undefined;
  redirect: string;
}

export const registered = async (
  backend: TestBackend,
  facts: { redirect?: string; open?: boolean; post?: boolean } = {},
): Promise<App> => {
  const redirect = facts.redirect ?? CALLBACK;
  const { data, error } = await operatorOf(backend).auth.admin.oauth.createClient({
    client_name: "Ledger",
    client_uri: "https://app.example",
    redirect_uris: [redirect],
    token_endpoint_auth_method: facts.open
      ? "none"
      : facts.post
        ? "client_secret_post"
        : "client_secret_basic",
  });
  if (error) throw error;
  return { id: data.client_id, secret: data.client_secret, redirect };
};

let nets = 0;
/** An address nobody called from before, so that tests share no rate limit. */
export const somewhere = (): string => {
  nets += 1;
  return `10.90.${nets >> 8}.${nets & 255}`;
};

/** Sends the browser to /oauth/authorize; returns its redirect, or the error. */
export const authorize = async (
  backend: TestBackend,
  query: Record<string, string>,
): Promise<{ status: number; location: URL | null; body: Record<string, unknown> }> => {
  const response = await backend.request(
    `/auth/v1/oauth/authorize?${new URLSearchParams(query)}`,
    { redirect: "manual" },
    somewhere(),
  );
  const to = response.headers.get("location");
  const text = await response.text();
  return {
    status: response.status,
    location: to === null ? null : new URL(to),
    body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
};

/** The usual request of an application. */
export const authorizeQuery = (app: App, challenge: string, more: Record<string, string> = {}) => ({
  client_id: app.id,
  redirect_uri: app.redirect,
  response_type: "code",
  scope: "openid email",
  state: "st/ate &1",
  code_challenge: challenge,
  code_challenge_method: "S256",
  ...more,
});

/** A request that waits for its person: by what name, and the verifier of its code. */
export const startAuthorization = async (
  backend: TestBackend,
  app: App,
  more: Record<string, string> = {},
): Promise<{ name: string; verifier: string }> => {
  const { verifier, challenge } = pkce();
  const { location, body } = await authorize(backend, authorizeQuery(app, challenge, more));
  const name = location?.searchParams.get("authorization_id");
  if (!name) throw new Error(`Not asked: ${location?.href ?? JSON.stringify(body)}`);
  return { name, verifier };
};

/** Calls /oauth/token as the application, with a form. */
export const exchange = async (
  backend: TestBackend,
  app: Partial<App> & { post?: boolean },
  form: Record<string, string>,
  ip = somewhere(),
): Promise<{ status: number; body: Record<string, string>; headers: Headers }> => {
  const basic = app.secret && !app.post;
  const response = await backend.request(
    "/auth/v1/oauth/token",
    {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(basic ? { authorization: `Basic ${btoa(`${app.id}:${app.secret}`)}` } : {}),
      },
      body: new URLSearchParams({
        ...(basic || !app.id ? {} : { client_id: app.id }),
        ...(app.secret && app.post ? { client_secret: app.secret } : {}),
        ...form,
      }),
    },
    ip,
  );
  return {
    status: response.status,
    body: (await response.json()) as Record<string, string>,
    headers: response.headers,
  };
};

/** The form that exchanges a code. */
export const withCode = (redirectUrl: string, verifier: string, more = {}) => ({
  grant_type: "authorization_code",
  code: new URL(redirectUrl).searchParams.get("code") ?? "",
  code_verifier: verifier,
  ...more,
});

type Person = Pick<Awaited<ReturnType<typeof signedUp>>, "client">;

/** Authorizes, lets the person consent with the official client, and returns the redirect back. */
export const consent = async (
  backend: TestBackend,
  { client }: Person,
  app: App,
  more: Record<string, string> = {},
): Promise<{ url: string; verifier: string }> => {
  const { name, verifier } = await startAuthorization(backend, app, more);
  const details = await client.auth.oauth.getAuthorizationDetails(name);
  if (details.error) throw details.error;
  if ("redirect_url" in details.data) return { url: details.data.redirect_url, verifier };
  const { data, error } = await client.auth.oauth.approveAuthorization(name, {
    skipBrowserRedirect: true,
  });
  if (error) throw error;
  return { url: data.redirect_url, verifier };
};

/** The tokens that the application is given for the person. */
export const tokensFor = async (
  backend: TestBackend,
  person: Person,
  app: App,
  more: Record<string, string> = {},
): Promise<Record<"access_token" | "refresh_token" | "id_token", string>> => {
  const { url, verifier } = await consent(backend, person, app, more);
  const { status, body } = await exchange(backend, app, withCode(url, verifier));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Record<"access_token" | "refresh_token" | "id_token", string>;
};
