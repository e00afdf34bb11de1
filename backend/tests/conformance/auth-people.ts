import { createClient, type EmailOtpType, type SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, vi } from "vitest";
import type { Mail } from "#backend/core/mail/mail.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { dataOf, QUIET, tokenOf } from "#backend/tests/official-client.ts";
import { atEnd, perFile } from "#backend/tests/per-file.ts";

export { dataOf, tokenOf };

export const SITE = "https://site.example";

let addresses = 0;
/** An address that nobody called from before, so that tests share no rate limit. */
export const newAddress = (host = 3): string => {
  addresses += 1;
  return `10.${addresses >> 8}.${addresses & 255}.${host}`;
};

let people = 0;
/** An address nobody had before. */
export const newEmail = (name = "person"): string => {
  people += 1;
  return `${name}${people}@example.org`;
};

export const PASSWORD = "correct horse battery";

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

/** Another code of six digits. */
export const otherThan = (code: string): string => (code === "000000" ? "111111" : "000000");

/** The values in the fragment of a redirect. */
export const fragmentOf = (url: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

/** Expects the official client's call to be refused with GoTrue's code and, where given, its status. */
export const refused = vi.defineHelper(
  async (call: PromiseLike<{ error: unknown }>, code: string, status?: number, message?: unknown) =>
    expect((await call).error).toMatchObject({
      code,
      ...(status ? { status } : {}),
      ...(message ? { message } : {}),
    }),
);

/** Expects it to succeed. */
export const accepted = vi.defineHelper(async (call: PromiseLike<{ error: unknown }>) =>
  expect((await call).error).toBeNull(),
);

/** What the client's token says, and by what its session is proven, the newest first. */
export const claimsOf = async (client: SupabaseClient) => {
  const claims = decodeJwt(await tokenOf(client));
  const amr = claims.amr as { method: string }[];
  return { ...claims, methods: amr.map(({ method }) => method) };
};

/** What the access token of a redirect says. */
export const claimsIn = (target: URL) => decodeJwt(fragmentOf(target).access_token ?? "");

type Trail = Record<"action" | "log_type" | "ip", string> & { traits?: Record<string, unknown> };

interface RawOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  ip?: string;
}

interface ClientOptions {
  key?: string;
  flowType?: "implicit" | "pkce";
  ip?: string;
  experimental?: { recoveryCodes: boolean };
}

/** The official client as somebody at an address of their own. */
export const clientAt = (
  backend: TestBackend,
  {
    key = backend.keys.anon,
    flowType = "implicit",
    ip = newAddress(1),
    experimental,
  }: ClientOptions = {},
): SupabaseClient =>
  createClient(backend.url, key, {
    auth: { ...QUIET, flowType, experimental },
    global: { fetch: (input, init) => backend.request(new Request(input, init).url, init, ip) },
  });

/** The backend with people in front of it. */
export const withPeople = (backend: TestBackend) => {
  const client = (options?: ClientOptions) => clientAt(backend, options);
  const operator = () => client({ key: backend.keys.serviceRole });

  const mailsTo = (email: string) => backend.mails.filter(({ to }) => to === email);
  /** The newest mail to the address; throws when there is none. */
  const mailTo = (email: string): Mail => {
    const mail = mailsTo(email).at(-1);
    if (!mail) throw new Error(`No mail to ${email}`);
    return mail;
  };

  /** Follows the link of a mail and gives where it leads. */
  const follow = async (link: URL): Promise<URL> => {
    const response = await backend.request(link.href, { redirect: "manual" }, newAddress(2));
    const location = response.headers.get("location");
    if (response.status !== 303 || !location) throw new Error(`No redirect but ${response.status}`);
    return new URL(location);
  };

  /** Calls the API below /auth/v1 with the public key, as no client library would. */
  const raw = async (
    method: string,
    path: string,
    { body, token, headers, ip = "10.200.0.1" }: RawOptions = {},
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
        body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      },
      ip,
    );
    const content = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(content) : {},
    };
  };

  return {
    ...backend,
    client,
    /** The auth of a new client. */
    auth: () => client().auth,
    operator,
    admin: () => operator().auth.admin,
    /** An account that the operator made, which signs in by the password at once. */
    async account(email = newEmail()) {
      const made = { email, password: PASSWORD, email_confirm: true };
      await dataOf(operator().auth.admin.createUser(made));
      return email;
    },
    mailsTo,
    mailTo,
    linkTo: (email: string) => linkIn(mailTo(email)),
    /** Verifies the code of the newest mail. */
    verifyCode: (email: string, type: EmailOtpType = "email", auth = client().auth) =>
      auth.verifyOtp({ type, email, token: codeIn(mailTo(email)) }),
    codeTo: (email: string) => codeIn(mailTo(email)),
    tokenTo: (email: string) => tokenIn(mailTo(email)),
    /** Waits until the address has been sent so many mails in all. */
    mailsArrived: (email: string, count: number): Promise<void> =>
      expect.poll(() => mailsTo(email).length).toBe(count),
    follow,
    followMail: (email: string) => follow(linkIn(mailTo(email))),
    raw,
    /** The status of the same, and its error code where it is refused. */
    outcome: async (method: string, path: string, options?: RawOptions) => {
      const { status, body } = await raw(method, path, options);
      return [status, body.error_code];
    },

    /** The session that a redirect brings, and its owner. */
    async entered(target: URL) {
      const { access_token = "", refresh_token = "" } = fragmentOf(target);
      const own = client();
      const { user } = await dataOf(own.auth.setSession({ access_token, refresh_token }));
      if (!user) throw new Error("No user");
      return { client: own, user, claims: decodeJwt(access_token), refresh_token };
    },

    /** An address that signed up and waits for its mail. */
    async applicant(password = PASSWORD, email = newEmail()) {
      await dataOf(client().auth.signUp({ email, password }));
      return email;
    },
    /** Expects the same to be refused with this status and error code. */
    refuses: vi.defineHelper(
      async (status: number, code: string, ...request: Parameters<typeof raw>) => {
        const { status: given, body } = await raw(...request);
        expect([given, body.error_code]).toEqual([status, code]);
      },
    ),

    /** Somebody with a confirmed account and a session. */
    async signedUp(email = newEmail()) {
      const own = client();
      await dataOf(own.auth.signUp({ email, password: PASSWORD }));
      const token_hash = tokenIn(mailTo(email));
      const { user, session } = await dataOf(own.auth.verifyOtp({ type: "signup", token_hash }));
      if (!session || !user) throw new Error("No session after confirmation");
      return { client: own, email, user, session };
    },
    /** The password's grant, as no client library would ask for it. */
    attempt: (email: string, password: string, ip?: string) =>
      raw("POST", "/token?grant_type=password", { body: { email, password }, ip }),
    /** By an email address or a phone number. */
    signIn: (name: string, password = PASSWORD) =>
      client().auth.signInWithPassword(
        name.includes("@") ? { email: name, password } : { phone: name, password },
      ),
    /** A new session by the password. */
    async signedIn(email: string) {
      const own = client();
      const { session } = await dataOf(own.auth.signInWithPassword({ email, password: PASSWORD }));
      return { client: own, session };
    },
    /** Other settings until the test ends. */
    configure(changes: Partial<AuthConfig>) {
      const { auth } = backend.core.project.config;
      const before = { ...auth };
      Object.assign(auth, changes);
      atEnd(() => Object.assign(auth, before));
    },
    /** Changes the row of the account. */
    setAccount: (id: string, change: string) =>
      backend.db.query(`update auth.users set ${change} where id = $1`, [id]),
    /** What the audit log says of what the account did, oldest first. */
    trailOf: async (id: string) => {
      type Entry = { payload: Record<string, unknown>; ip_address: string };
      const entries = `select payload, ip_address from auth.audit_log_entries
        where payload ->> 'actor_id' = $1 order by created_at, id`;
      const rows = await backend.db.query<Entry>(entries, [id]);
      return rows.map(({ payload, ip_address: ip }) => ({ ...payload, ip }) as Trail);
    },
    accountsWith: (email: string | undefined) =>
      backend.db.query<{ id: string; encrypted_password: string; email_confirmed_at: Date | null }>(
        "select id, encrypted_password, email_confirmed_at from auth.users where email = $1",
        [email],
      ),
  };
};

export type AuthBackend = ReturnType<typeof withPeople>;

/** A backend whose site is at `SITE` and whose people prove their addresses, as most tests of auth want it. */
export const startAuth = async (
  configure: (auth: AuthConfig) => void = () => {},
  more: Omit<NonNullable<Parameters<typeof startTestBackend>[0]>, "configure"> = {},
): Promise<AuthBackend> =>
  withPeople(
    await startTestBackend({
      configure: ({ auth }) => {
        auth.siteUrl = SITE;
        auth.email.enableConfirmations = true;
        configure(auth);
      },
      ...more,
    }),
  );

/** Shared by all tests of a file, or of a `describe`. */
export const authBackend = (...how: Parameters<typeof startAuth>): AuthBackend =>
  perFile(() => startAuth(...how));
