import path from "node:path";
import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";

export const ADA = "00000000-0000-4000-8000-00000000000a";
export const BEN = "00000000-0000-4000-8000-00000000000b";

/** A broadcast as the official client hands it on. */
export interface Received {
  type: string;
  event: string;
  payload?: unknown;
  meta?: Record<string, unknown>;
}

export interface RealtimeWorld {
  backend: TestBackend;
  token(sub: string, lives?: number): Promise<string>;
  /** The official client; `sub` null stands for the public key alone. */
  client(sub?: string | null, options?: { vsn?: string; token?: string }): Promise<SupabaseClient>;
  /** A channel that has joined, and everything that is broadcast to it. */
  receive(
    topic: string,
    config?: RealtimeChannelOptions["config"],
    who?: string | null,
    vsn?: string,
  ): Promise<{
    client: SupabaseClient;
    channel: RealtimeChannel;
    received: Inbox<Received>;
    reply: { status: string; error?: string };
  }>;
  /** Gives a client another token, as a sign-in of the official client renews its own. */
  renew(client: SupabaseClient, token: string): Promise<void>;
  close(): Promise<void>;
}

/** A whole backend with the notes of `fixtures/realtime`, and official clients in front of it. */
export const startRealtimeWorld = async (): Promise<RealtimeWorld> => {
  const backend = await startTestBackend({
    project: path.join(import.meta.dirname, "fixtures/realtime"),
  });
  const clients: SupabaseClient[] = [];
  const tokens = new WeakMap<SupabaseClient, { now: string }>();
  const token = (sub: string, lives = 3600) =>
    backend.tokens.sign({
      sub,
      role: "authenticated",
      exp: Math.floor(backend.clock.now() / 1000) + lives,
    });
  const world: RealtimeWorld = {
    backend,
    token,
    async client(sub = null, { vsn, token: given } = {}) {
      const own = { now: sub ? (given ?? (await token(sub))) : "" };
      const client = createClient(backend.url, backend.keys.anon, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        realtime: vsn ? { vsn } : {},
        ...(sub ? { accessToken: async () => own.now } : {}),
      });
      if (sub) await client.realtime.setAuth();
      tokens.set(client, own);
      clients.push(client);
      return client;
    },
    async receive(topic, config = {}, who = null, vsn = undefined) {
      const client = await world.client(who, { vsn });
      const received = inbox<Received>();
      const channel = client
        .channel(topic, options(config))
        .on("broadcast", { event: "*" }, (message) => received.put(message as Received));
      return { client, channel, received, reply: await subscribe(channel) };
    },
    async renew(client, given) {
      const own = tokens.get(client);
      if (own) own.now = given;
      await client.realtime.setAuth();
    },
    async close() {
      for (const client of clients) await client.realtime.disconnect();
      await backend.close();
    },
  };
  return world;
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
