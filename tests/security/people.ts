import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { DEACTIVATED } from "#domain/accounts/messages.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/**
 * Everybody who tries to get in. Untyped clients, so that a test can send what the types forbid.
 *
 * seeker, rival: clients. member: a provider in the directory. plain: a provider who never paid;
 * lapsed: whose membership ended; hidden: a member not shown; idle: a member whom an admin
 * deactivated; unconfirmed: a member who did not follow the mail's link. admin, and retired: an admin
 * who was deactivated.
 */
const CAST = {
  seeker: "client",
  rival: "client",
  member: "provider",
  plain: "provider",
  lapsed: "provider",
  hidden: "provider",
  idle: "provider",
  unconfirmed: "provider",
  admin: "admin",
  retired: "admin",
} as const;
export type Name = keyof typeof CAST;
export const NAMES = Object.keys(CAST) as Name[];
export type Who = Name | "visitor" | "service";

interface Person {
  id: string;
  email: string;
  token: string;
  client: SupabaseClient;
}

interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
}

export interface World {
  backend: TestBackend;
  people: Record<Name, Person>;
  /** Holds the public key and nothing else. */
  visitor: SupabaseClient;
  service: SupabaseClient;
  /** The cast, the visitor first: for tables of who may. */
  clientOf(who: Who): SupabaseClient;
  /** A call of a function, and a table or view, as somebody. */
  rpc(who: Who, name: string, args?: object, options?: RpcOptions): ReturnType<typeof callOf>;
  from(who: Who, table: string): ReturnType<typeof tableOf>;
  /** Speaks to the database as its owner does. */
  sql: TestBackend["db"]["query"];
  /**
   * Changes the profile or the membership of one of the cast, or of whoever has this id, as the owner can: to what may
   * name values, from $2 on.
   */
  setProfile(who: string, to: string, ...values: unknown[]): Promise<unknown>;
  setMembership(who: string, to: string, ...values: unknown[]): Promise<unknown>;
  /** How many rows there are, as its owner sees: of a table and its conditions. */
  count(rows: string, values?: readonly unknown[]): Promise<number>;
  /** Requests as no client library would; `path` starts at the address of the backend. */
  request(
    path: string,
    options?: {
      as?: Name;
      method?: string;
      headers?: Record<string, string>;
      body?: unknown;
      ip?: string;
    },
  ): Promise<ApiResponse>;
  /** One value that the owner of the database sees. */
  see<T = unknown>(question: string, values?: readonly unknown[]): Promise<T>;
  /** As above, what the row with this id has in a column of public, as "jobs.status". */
  stored<T = unknown>(column: string, id: unknown): Promise<T>;
  /** These columns of what the audit log has about something, oldest first; and the last act of all. */
  audited(columns: string, target: string): Promise<Record<string, unknown>[]>;
  lastAct(): Promise<string>;
  /** Every row that the owner sees, as text: to check that nothing changed. */
  picture(...tables: string[]): Promise<string>;
  /** That this changes no row of these tables. */
  unchanged(tables: readonly string[], work: () => PromiseLike<unknown>): Promise<void>;
  close(): Promise<void>;
}

export const PASSWORD = "correct horse battery";

type RpcOptions = Parameters<SupabaseClient["rpc"]>[2];
const callOf = (client: SupabaseClient, name: string, args?: object, options?: RpcOptions) =>
  client.rpc(name, args as never, options);
const tableOf = (client: SupabaseClient, table: string) => client.from(table);

const quiet = { auth: { persistSession: false, autoRefreshToken: false } };

let addresses = 0;
/** The official client in a network of its own unless given, so that tests share no rate limit. */
export const openClient = (
  backend: TestBackend,
  key = backend.keys.anon,
  given: { ip?: string; headers?: Record<string, string> } = {},
): SupabaseClient => {
  addresses += 1;
  const ip = given.ip ?? `10.${addresses >> 8}.${addresses & 255}.1`;
  return createClient(backend.url, key, {
    ...quiet,
    global: {
      headers: given.headers,
      fetch: (input, init) => backend.request(new Request(input, init).url, init, ip),
    },
  });
};

/** The secret of the link in the newest mail to an address. */
export const newestLink = ({ mails }: TestBackend, email: string): string => {
  const mail = mails.findLast(({ to }) => to === email);
  return /token_hash=([^&\s"]+)/.exec(mail?.text ?? "")?.[1] ?? "";
};

/** From here on this account has a second step, and its open sessions have not shown it. */
export const requireSecondStep = ({ db }: TestBackend, id: string) =>
  db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), 'x')`,
    [id],
  );

/** The metadata that the sign-up form sends. */
export const metadataOf = (name: string, type: string) => ({
  first_name: name[0]?.toUpperCase() + name.slice(1),
  last_name: "Tester",
  account_type: type,
  location: "Leeds",
  phone_number: `+44 7700 9${String(10_000 + name.length)}`,
  ...(type === "provider" ? { business_name: `${name} Ltd`, categories: ["IT"] } : {}),
});

/** As the owner can. It ends the account's sessions. */
export const makeAdmin = (backend: TestBackend, id: string) =>
  backend.db.query("update public.profiles set account_type = 'admin' where id = $1", [id]);

const enter = async (
  backend: TestBackend,
  service: SupabaseClient,
  name: Name,
): Promise<Person> => {
  const email = `${name}@people.example`;
  const made = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadataOf(name, CAST[name] === "provider" ? "provider" : "client"),
  });
  if (made.error) throw made.error;
  if (CAST[name] === "admin") await makeAdmin(backend, made.data.user.id);
  const client = openClient(backend);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id: made.data.user.id, email, token: data.session.access_token, client };
};

/** What their lives made of them, done as the owner: no caller can. */
const MEMBERSHIP = `insert into public.subscribers
  (user_id, email, subscribed, subscription_tier, subscription_end, promo_code, payment_customer)
  select id, email, true, 'yearly', now() + $2::interval, 'FIRST100', 'cus_' || first_name
  from public.profiles where id = any ($1::uuid[])`;

/** A whole backend with the project, and the cast signed in. */
export const startWorld = async (): Promise<World> => {
  const backend = await startTestBackend({ project: THE_PROJECT });
  const service = openClient(backend, backend.keys.serviceRole);
  const visitor = openClient(backend);
  const entered = await Promise.all(
    NAMES.map(async (name) => [name, await enter(backend, service, name)] as const),
  );
  const people = Object.fromEntries(entered) as Record<Name, Person>;
  const ids = (...names: Name[]) => names.map((name) => people[name].id);
  const { db } = backend;
  await db.query(MEMBERSHIP, [ids("member", "hidden", "idle", "unconfirmed"), "1 year"]);
  await db.query(MEMBERSHIP, [ids("lapsed"), "-1 day"]);
  await db.query("update public.profiles set is_visible = false where id = any ($1)", [
    ids("hidden"),
  ]);
  await db.query("update public.profiles set is_active = false where id = any ($1)", [
    ids("idle", "retired"),
  ]);
  await db.query("update auth.users set email_confirmed_at = null where id = any ($1)", [
    ids("unconfirmed"),
  ]);

  const clientOf = (who: Who) =>
    who === "visitor" ? visitor : who === "service" ? service : people[who].client;
  const idOf = (who: string) => (who in people ? people[who as Name].id : who);
  const see = async <T>(question: string, values?: readonly unknown[]) => {
    const [row] = await db.query(question, values);
    return Object.values(row ?? {})[0] as T;
  };
  const picture = async (...tables: string[]) => {
    const seen = tables.map(async (table) => {
      const rows = await db.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${table} t order by 1`,
      );
      return rows.map(({ row }) => row).join("\n");
    });
    return (await Promise.all(seen)).join("\n\n");
  };
  return {
    backend,
    people,
    visitor,
    service,
    clientOf,
    rpc: (who, ...call) => callOf(clientOf(who), ...call),
    from: (who, table) => tableOf(clientOf(who), table),
    sql: db.query,
    setProfile: (who, to, ...values) =>
      db.query(`update public.profiles set ${to} where id = $1`, [idOf(who), ...values]),
    setMembership: (who, to, ...values) =>
      db.query(`update public.subscribers set ${to} where user_id = $1`, [idOf(who), ...values]),
    see,
    stored: (column, id) =>
      see(`select ${column} from public.${column.split(".")[0]} where id = $1`, [id]),
    audited: (columns, target) =>
      db.query(`select ${columns} from public.audit_log where target_id = $1 order by id`, [
        target,
      ]),
    lastAct: () => see("select action from public.audit_log order by id desc limit 1"),
    count: (rows, values) => see(`select count(*)::int from ${rows}`, values),
    async request(path, { as, method = "GET", headers = {}, body, ip } = {}) {
      const init = {
        method,
        headers: {
          apikey: backend.keys.anon,
          ...(as ? { authorization: `Bearer ${people[as].token}` } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      };
      const response = await backend.request(path, init, ip);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    picture,
    unchanged: vi.defineHelper(async (tables, work) => {
      const before = await picture(...tables);
      await work();
      expect(await picture(...tables)).toBe(before);
    }),
    close: () => backend.close(),
  };
};

interface Result {
  status: number;
  error: { code?: string; message: string } | null;
  data?: unknown;
}

/** How a call of supabase-js was refused, as `403 42501`; `let in` when it was not. */
export const outcome = async (call: PromiseLike<Result>): Promise<string> => {
  const { status, error } = await call;
  return error ? `${status} ${error.code}` : "let in";
};

/** That a call is let in. */
export const allowed = vi.defineHelper(
  async (call: PromiseLike<{ error: unknown }>, label?: string) => {
    const { error } = await call;
    expect(error, label).toBeNull();
  },
);

/** That a call is refused, with this status and code. */
export const refused = vi.defineHelper(
  async (call: PromiseLike<Result>, how: string | RegExp, label?: string) => {
    const result = await outcome(call);
    if (typeof how === "string") expect(result, label).toBe(how);
    else expect(result, label).toMatch(how);
  },
);

/** How admins' functions refuse the others; a deactivated one gets that message first. */
export const notAnAdmin = (who: Name): string =>
  who === "idle" || who === "retired" ? DEACTIVATED : "Not authorized. Admin access only.";

/** The rows of a call that had to succeed; none for whoever was deactivated. */
export const rows = async <T = Record<string, unknown>>(
  call: PromiseLike<{ data: unknown; error: { message: string } | null }>,
): Promise<T[]> => {
  const { data, error } = await call;
  if (error?.message === DEACTIVATED) return [];
  if (error) throw new Error(error.message);
  return (data ?? []) as T[];
};

/** What a call that had to succeed gives. */
export const dataOf = async <T>(
  call: PromiseLike<{ data: unknown; error: unknown }>,
): Promise<T> => {
  const { data, error } = await call;
  if (error) throw error;
  return data as T;
};

/** What a job needs; its poster is missing. */
export const A_JOB = {
  title: "Fix my roof",
  description: "It drips",
  category: "IT",
  contact_email: "hush@secret.example",
};

/** Posts a job and gives its id. */
export const postJob = async (
  { id, client }: { id: string; client: unknown },
  more: object = {},
): Promise<string> => {
  const row = { ...A_JOB, user_id: id, ...more };
  const posted = (client as SupabaseClient).from("jobs").insert(row).select("id").single();
  return (await dataOf<{ id: string }>(posted)).id;
};

/** Refused for want of a right: as a visitor, and as somebody signed in. */
export const ANONYMOUS = "401 42501";
export const FORBIDDEN = "403 42501";
/** Refused because the session is over. */
export const ENDED = "401 session_not_found";
