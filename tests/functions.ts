import { createServer } from "node:http";
import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import PostalMime, { type Email } from "postal-mime";
import { vi } from "vitest";
import { requestListener } from "#backend/core/http/request-listener.ts";
import { receiveMail } from "#backend/mailbox/receive.ts";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { listening } from "#backend/tests/listening.ts";
import { createTestCheckout, type TestCheckout } from "#server/test-checkout/test-checkout.ts";
import type { Database } from "#supabase/database.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

type Handler = (request: Request) => Response | Promise<Response>;
type Client = SupabaseClient<Database>;

/** The functions of `supabase/functions`, run in this process with the hosted runtime's global. */
const NAMES = [
  "admin-check-plans",
  "admin-create-provider",
  "admin-delete-user",
  "admin-setup",
  "cancel-subscription",
  "change-subscription",
  "claim-notify",
  "create-checkout",
  "customer-portal",
  "delete-account",
  "deliver-notices",
  "erase-accounts",
  "export-account",
  "finish-draft",
  "receive-mail",
  "reconcile-payments",
  "stripe-webhook",
  "tidy-portfolio",
] as const;
export type FunctionName = (typeof NAMES)[number];

const environment: Record<string, string | undefined> = {};

const loadHandlers = async (): Promise<Map<string, Handler>> => {
  const handlers = new Map<string, Handler>();
  for (const name of NAMES) {
    Object.assign(globalThis, {
      Deno: {
        env: { get: (key: string) => environment[key] },
        serve: (handler: Handler) => handlers.set(name, handler),
      },
    });
    await import(path.join(THE_PROJECT, "functions", name, "index.ts"));
  }
  return handlers;
};

let loaded: ReturnType<typeof loadHandlers> | undefined;

export interface Person {
  id: string;
  email: string;
  token: string;
  client: Client;
}

export interface Functions {
  backend: TestBackend;
  checkout: TestCheckout;
  /** What the functions read; may be changed during a test. */
  env: Record<string, string | undefined>;
  /** Where the test checkout is: also the site's address. */
  siteUrl: string;
  service: Client;
  /**
   * Every mail that functions sent, oldest first; `refuse` makes the server reject mail, `slow` delays it
   * until the promise resolves.
   */
  post: { mails: Email[]; refuse: boolean; slow?: Promise<void> };
  /** While true, the webhook function cannot be reached. */
  webhook: { down: boolean };
  /** Calls a function straight, without its being an address. */
  call(name: FunctionName, init?: RequestInit): Promise<Response>;
  /** Calls as a person, or with no token for null, a JSON body. */
  callAs(name: FunctionName, person: Person | null, body?: unknown): Promise<Response>;
  /** As above, with the response read. */
  answerTo<Body = Record<string, unknown>>(
    person: Person | null,
    name: FunctionName,
    body?: unknown,
  ): Promise<{ status: number; body: Body }>;
  /** Calls as the schedule of the server does. */
  asServer(name: FunctionName): Promise<Record<string, unknown>>;
  /** Speaks to the database as its owner does. */
  sql: TestBackend["db"]["query"];
  /** One value that the owner of the database sees. */
  see<T = unknown>(question: string, values?: readonly unknown[]): Promise<T>;
  /** Changes a profile or a membership, as the owner can: to what may name values, from $2 on. */
  setProfile(person: { id: string }, to: string, ...values: unknown[]): Promise<unknown>;
  setMembership(person: { id: string }, to: string, ...values: unknown[]): Promise<unknown>;
  /** A client with the public key and nothing else. */
  visitor(): Client;
  /** A signed-in account; confirmed by default. */
  person(type: "client" | "provider" | "admin", name: string): Promise<Person>;
  /** Makes somebody a member for a year. */
  join(person: { id: string }): Promise<unknown>;
  close(): Promise<void>;
}

/** Runs work up to this call, which is never answered: as when the process ends before it. */
export const runUntil = (path: string, work: () => Promise<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    const real = globalThis.fetch;
    const stand = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      if (!String(input instanceof Request ? input.url : input).includes(path))
        return real(input, init);
      stand.mockRestore();
      resolve();
      return new Promise(() => {});
    });
    work().then(() => reject(new Error(`${path} was not called`)), reject);
  });

export const PASSWORD = "correct horse battery";

/** A backend with the project's database, the test checkout, and the functions between them. */
export const startFunctions = async (): Promise<Functions> => {
  loaded ??= loadHandlers();
  const handlers = await loaded;
  const backend = await startTestBackend({ project: THE_PROJECT });
  const sql = backend.db.query;
  const webhook = { down: false };
  const post: Functions["post"] = { mails: [], refuse: false };
  const mailServer = await receiveMail(
    async (raw) => {
      await post.slow;
      if (post.refuse) throw new Error("not today");
      post.mails.push(await PostalMime.parse(raw));
    },
    { info() {}, warn() {}, error() {} },
  );
  const call = async (name: string, init: RequestInit = {}): Promise<Response> => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`No function ${name}`);
    return handler(new Request(`http://functions/${name}`, { method: "POST", ...init }));
  };

  let checkout: TestCheckout | undefined;
  const { url: siteUrl, close: closeSite } = await listening(
    createServer(
      requestListener(
        async (request) =>
          (await checkout?.fetch(request)) ?? new Response("Not found", { status: 404 }),
      ),
    ),
  );
  checkout = createTestCheckout({
    db: backend.db,
    siteUrl,
    siteName: async () => "Solutionz",
    webhookUrl: "http://functions/stripe-webhook",
    secretKey: "sk_test_of_this_test",
    webhookSecret: "whsec_of_this_test",
    clock: backend.clock,
    log: { info() {}, warn() {}, error: backend.core.log.error },
    fetch: async (_input, init) => {
      if (webhook.down) throw new TypeError("fetch failed");
      return call("stripe-webhook", init);
    },
  });
  for (const name of Object.keys(environment)) delete environment[name];
  Object.assign(environment, checkout.env, {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: backend.keys.serviceRole,
    SITE_URL: siteUrl,
    SITE_MODE: "trial",
    SITE_NAME: "Solutionz",
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Solutionz <hello@solutionz.example>",
    ADMIN_DOMAIN: "admin.test.internal",
  });

  const open = (key: string): Client =>
    createClient<Database>(backend.url, key, {
      auth: { autoRefreshToken: false, persistSession: false },
    });
  const service = open(backend.keys.serviceRole);

  const person: Functions["person"] = async (type, name) => {
    const email = `${name}@people.example`;
    const made = await service.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: {
        first_name: name,
        last_name: "Tester",
        account_type: type,
        location: "Leeds",
        phone_number: "+44 7700 900123",
        business_name: `${name} Ltd`,
        categories: ["IT"],
      },
    });
    if (made.error) throw made.error;
    if (type === "admin")
      await service.from("profiles").update({ account_type: type }).eq("id", made.data.user.id);
    const client = open(backend.keys.anon);
    const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (signedIn.error) throw signedIn.error;
    return { id: made.data.user.id, email, token: signedIn.data.session.access_token, client };
  };

  const callAs: Functions["callAs"] = (name, who, body = {}) =>
    call(name, {
      headers: {
        "content-type": "application/json",
        ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      },
      body: JSON.stringify(body),
    });

  return {
    backend,
    checkout,
    env: environment,
    siteUrl,
    service,
    webhook,
    post,
    call,
    callAs,
    answerTo: async (who, name, body) => {
      const response = await callAs(name, who, body);
      return { status: response.status, body: await response.json() };
    },
    asServer: async (name) => {
      const headers = { authorization: `Bearer ${environment.SUPABASE_SERVICE_ROLE_KEY}` };
      const response = await call(name, { headers });
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    sql,
    see: async <T>(question: string, values?: readonly unknown[]) => {
      const [row] = await sql(question, values);
      return Object.values(row ?? {})[0] as T;
    },
    setProfile: ({ id }, to, ...values) =>
      sql(`update public.profiles set ${to} where id = $1`, [id, ...values]),
    setMembership: ({ id }, to, ...values) =>
      sql(`update public.subscribers set ${to} where user_id = $1`, [id, ...values]),
    visitor: () => open(backend.keys.anon),
    person,
    join: ({ id }) =>
      sql(
        `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
         select id, email, true, 'yearly', now() + interval '1 year' from public.profiles where id = $1`,
        [id],
      ),
    async close() {
      await checkout.close();
      await mailServer.close();
      await closeSite();
      await backend.close();
    },
  };
};
