import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { type BackendOptions, createBackend } from "#backend/backend.ts";
import { serveUpgrades } from "#backend/core/http/upgrade.ts";
import { silentLog } from "#backend/core/log.ts";
import { startTestBackend } from "#backend/tests/backend.ts";
import { listening } from "#backend/tests/listening.ts";
import { officialClient, QUIET } from "#backend/tests/official-client.ts";

export const ADA = "00000000-0000-4000-8000-00000000000a";
export const BEN = "00000000-0000-4000-8000-00000000000b";

/** A broadcast as the official client hands it on. */
interface Received {
  type: string;
  event: string;
  payload?: unknown;
  meta?: Record<string, unknown>;
}

/** A change of a table as the official client hands it on. */
interface Change {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
}

interface Wanted {
  event?: string;
  schema: string;
  table?: string;
  filter?: string;
  select?: string[];
}

export const REALTIME_PROJECT = path.join(import.meta.dirname, "fixtures/realtime");
export const NOTES: Wanted = { schema: "public", table: "notes" };
export const titles = (changes: Change[]) => changes.map(({ new: { title } }) => title);

/** A whole backend with the notes of `fixtures/realtime`, and official clients in front of it. */
export const startRealtimeWorld = async () => {
  const backend = await startTestBackend({ project: REALTIME_PROJECT });
  const clients: SupabaseClient[] = [];
  const tokens = new WeakMap<SupabaseClient, { now: string }>();
  const token = (sub: string, lives = 3600) => {
    const exp = Math.floor(backend.clock.now() / 1000) + lives;
    return backend.tokens.sign({ sub, role: "authenticated", exp });
  };
  const sql = (text: string, values: unknown[] = []) => backend.db.query(text, values);
  /** The official client; `sub` null stands for the public key alone. */
  const client = async (
    sub: string | null = null,
    { vsn, token: given }: { vsn?: string; token?: string } = {},
  ) => {
    const own = { now: sub ? (given ?? (await token(sub))) : "" };
    const made = createClient(backend.url, backend.keys.anon, {
      auth: QUIET,
      realtime: vsn ? { vsn } : {},
      ...(sub ? { accessToken: async () => own.now } : {}),
    });
    if (sub) await made.realtime.setAuth();
    tokens.set(made, own);
    clients.push(made);
    return made;
  };
  return {
    backend,
    sql,
    /** A new row of `notes`; gives its id. */
    async addNote(owner: string, title: string, size: number | null = null) {
      const [row] = await sql(
        "insert into notes (owner, title, size) values ($1, $2, $3) returning id",
        [owner, title, size],
      );
      return Number(row?.id);
    },
    /** Posts to the HTTP interface of broadcasts, below its address. */
    post: (path: string, body: object, key = backend.keys.anon) =>
      backend.request(`/realtime/v1/api/broadcast${path}`, {
        method: "POST",
        headers: { apikey: key, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    /** Subscribes as somebody to changes: what arrives, and the system message as "status: message". */
    async changes(who: string | null, wanted: Wanted, topic = `heard ${crypto.randomUUID()}`) {
      const [received, system] = [inbox<Change>(), inbox<Record<string, unknown>>()];
      const channel = (await client(who))
        .channel(topic)
        .on("system", {}, (message) => system.put(message))
        .on("postgres_changes", { event: "*", ...wanted } as Wanted & { event: "*" }, (change) =>
          received.put(change as unknown as Change),
        );
      const { status, message } = await listen(channel);
      return { received, system, reply: `${status}: ${message}` };
    },
    token,
    client,
    /** A channel that has joined, and everything that is broadcast to it. */
    async receive(
      topic: string,
      config: RealtimeChannelOptions["config"] = {},
      who: string | null = null,
      vsn?: string,
    ) {
      const own = await client(who, { vsn });
      const received = inbox<Received>();
      const channel = own
        .channel(topic, options(config))
        .on("broadcast", { event: "*" }, (message) => received.put(message as Received));
      return { client: own, channel, received, reply: await subscribe(channel) };
    },
    /** Gives a client another token, as a sign-in of the official client renews its own. */
    async renew(of: SupabaseClient, given: string) {
      const own = tokens.get(of);
      if (own) own.now = given;
      await of.realtime.setAuth();
    },
    async close() {
      for (const each of clients) await each.realtime.disconnect();
      await backend.close();
    },
  };
};

/** A process of its own on a database, and official clients in front of it. */
export const startProcess = async (
  options: Pick<BackendOptions, "project" | "connection" | "migrate">,
) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "backend-"));
  const backend = await createBackend({
    dataDir,
    trusted: true,
    apiUrl: "http://realtime.invalid",
    mail: { async send() {}, close() {} },
    log: silentLog,
    ...options,
  });
  const server = createServer();
  const endUpgraded = serveUpgrades(server, () => backend.upgrade);
  const { url } = await listening(server);
  const clients: SupabaseClient[] = [];
  return {
    backend,
    client() {
      const client = officialClient(url, backend.keys.anon);
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.realtime.disconnect();
      endUpgraded();
      server.close();
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** What arrived, in order, and a way to wait for it without looking again and again. */
interface Inbox<T> {
  items: T[];
  put(item: T): void;
  /** Resolves with everything once there are `count`. */
  wait(count: number): Promise<T[]>;
}

export const inbox = <T>(): Inbox<T> => {
  const items: T[] = [];
  const waiting = new Set<() => void>();
  return {
    items,
    put(item) {
      items.push(item);
      for (const check of waiting) check();
    },
    wait: (count) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${items.length} of ${count} arrived: ${JSON.stringify(items)}`));
        }, 30_000);
        const check = () => {
          if (items.length < count) return;
          clearTimeout(patience);
          waiting.delete(check);
          resolve(items);
        };
        waiting.add(check);
        check();
      }),
  };
};

/** Joins, and resolves with the last word on it: SUBSCRIBED, or CHANNEL_ERROR with its message. */
export const subscribe = (channel: RealtimeChannel): Promise<{ status: string; error?: string }> =>
  new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message }));
  });

/** Joins and waits until changes of tables arrive; gives the system message that says so. */
export const listen = async (channel: RealtimeChannel): Promise<Record<string, unknown>> => {
  const system = inbox<Record<string, unknown>>();
  channel.on("system", {}, (message) => {
    if (message.extension === "postgres_changes") system.put(message);
  });
  await subscribe(channel);
  const [message = {}] = await system.wait(1);
  return message;
};

export const options = (config: RealtimeChannelOptions["config"]): RealtimeChannelOptions => ({
  config,
});
