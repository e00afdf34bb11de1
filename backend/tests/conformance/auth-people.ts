import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import type { Mail } from "#backend/core/mail/mail.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";

export const SITE = "https://site.example";

/** A backend whose site is at `SITE` and whose people prove their addresses, as most tests of auth want it. */
export const startAuth = (configure: (auth: AuthConfig) => void): Promise<TestBackend> =>
  startTestBackend({
    configure: ({ auth }) => {
      auth.siteUrl = SITE;
      auth.email.enableConfirmations = true;
      configure(auth);
    },
  });

let addresses = 0;

/** The official client as somebody at an address of their own, so that tests share no rate limit. */
export const clientAt = (
  backend: TestBackend,
  options: { key?: string; flowType?: "implicit" | "pkce"; ip?: string } = {},
): SupabaseClient => {
  addresses += 1;
  const ip = options.ip ?? `10.${addresses >> 8}.${addresses & 255}.1`;
  return createClient(backend.url, options.key ?? backend.keys.anon, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: options.flowType ?? "implicit",
    },
    global: { fetch: (input, init) => backend.request(new Request(input, init).url, init, ip) },
  });
};

export const operatorOf = (backend: TestBackend): SupabaseClient =>
  clientAt(backend, { key: backend.keys.serviceRole });

let people = 0;
/** An address nobody had before. */
export const newEmail = (name = "person"): string => {
  people += 1;
  return `${name}${people}@example.org`;
};

export const PASSWORD = "correct horse battery";

/** The newest mail to the address; throws when there is none. */
export const mailTo = (backend: TestBackend, email: string): Mail => {
  const mail = backend.mails.findLast(({ to }) => to === email);
  if (!mail) throw new Error(`No mail to ${email}`);
  return mail;
};

export const mailsTo = (backend: TestBackend, email: string): Mail[] =>
  backend.mails.filter(({ to }) => to === email);

/** Waits until the address has been sent so many mails in all. */
export const mailsArrived = (backend: TestBackend, email: string, count: number): Promise<void> =>
  expect.poll(() => mailsTo(backend, email).length).toBe(count);

/** The link of a mail as a person would follow it. */
export const linkIn = (mail: Mail): URL => {
  const href = /href="([^"]*\/verify\?[^"]*)"/.exec(mail.html)?.[1];
  if (!href) throw new Error("The mail has no link");
  return new URL(href.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
};

export const tokenIn = (mail: Mail): string => linkIn(mail).searchParams.get("token") ?? "";

export const codeIn = (mail: Mail): string => {
  const code = /\b(\d{6})\b/.exec(mail.text)?.[1];
  if (!code) throw new Error("The mail has no code");
  return code;
};

/** Follows the link of a mail and gives where it leads. */
export const follow = async (backend: TestBackend, link: URL): Promise<URL> => {
  addresses += 1;
  const response = await backend.request(
    link.href,
    { redirect: "manual" },
    `10.${addresses >> 8}.${addresses & 255}.2`,
  );
  const location = response.headers.get("location");
  if (response.status !== 303 || !location) throw new Error(`No redirect but ${response.status}`);
  return new URL(location);
};

/** The values in the fragment of a redirect. */
export const fragmentOf = (url: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

/** Somebody with a confirmed account and a session. */
export const signedUp = async (backend: TestBackend, email = newEmail()) => {
  const client = clientAt(backend);
  const { error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  const { data, error: refused } = await client.auth.verifyOtp({
    type: "signup",
    token_hash: tokenIn(mailTo(backend, email)),
  });
  if (refused) throw refused;
  if (!data.session || !data.user) throw new Error("No session after confirmation");
  return { client, email, user: data.user, session: data.session };
};

/** Calls the API below /auth/v1 with the public key, as no client library would. */
export const raw = async (
  backend: TestBackend,
  method: string,
  path: string,
  {
    body,
    token,
    headers,
    ip = "10.200.0.1",
  }: { body?: unknown; token?: string; headers?: Record<string, string>; ip?: string } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> => {
  const response = await backend.request(
    `/auth/v1${path}`,
    {
      method,
      redirect: "manual",
      headers: {
        apikey: backend.keys.anon,
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    },
    ip,
  );
  const content = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(content) as Record<string, unknown>) : {},
  };
};
