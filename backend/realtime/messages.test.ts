import { expect, test } from "vitest";
import type { Core } from "#backend/core/core.ts";
import { silentLog } from "#backend/core/log.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { createBroadcasts } from "./broadcasts.ts";
import type { Bus } from "./bus.ts";
import { Channel, type ChannelSocket } from "./channel.ts";
import { readConfig } from "./config.ts";
import type { Connection } from "./connection.ts";
import type { RealtimeContext } from "./context.ts";
import { createDeliveries } from "./deliveries.ts";
import { broadcast } from "./events/broadcast.ts";
import type { Incoming } from "./frames.ts";
import { LIMITS } from "./limits.ts";
import { createMessages } from "./messages.ts";
import { Rooms } from "./rooms.ts";

const row = (id: string) => ({ id, event: id, payload: "{}", bytes: null });

/** What the database reports about a row after its commit. */
const report = (id: string, payload = {}) =>
  JSON.stringify({ id, topic: "team", event: id, payload, private: true });

/** A channel that is being replayed, and whose stored rows the test provides. */
const joining = () => {
  const { promise: rows, ...read } = Promise.withResolvers<ReturnType<typeof row>[]>();
  const rooms = new Rooms();
  const stored: unknown[][] = [];
  const query = (sql: string, values: unknown[]) => {
    if (!sql.includes("insert into")) return rows;
    stored.push(values);
    return Promise.resolve([]);
  };
  const core = { db: { query }, log: silentLog } as unknown as Core;
  const published: Record<string, unknown>[] = [];
  const publish = (message: object) => void published.push(message as Record<string, unknown>);
  const broadcasts = createBroadcasts(rooms, () => ({ publish }) as unknown as Bus);
  const messages = createMessages(core, rooms, broadcasts);
  const sent: [event: string, replayed: boolean][] = [];
  const ended: string[] = [];
  const socket: ChannelSocket = {
    version: "1.0.0",
    send(frame) {
      const { payload } = JSON.parse(String(frame));
      sent.push([payload.event, false]);
    },
    push({ event, payload }) {
      const { event: name, message, meta } = JSON.parse(payload);
      if (event === "system") ended.push(message);
      else sent.push([name, meta.replayed === true]);
    },
    closeChannel(channel) {
      channel.closed = true;
    },
  };
  const config = readConfig({
    config: { private: true, broadcast: { replay: { since: 1, limit: 25 } } },
  });
  const caller = { claims: {} } as unknown as Caller;
  const joined = { topic: "realtime:team", joinRef: null, config, caller, token: null };
  const channel = new Channel(socket, joined);
  channel.mayRead = { broadcast: true, presence: false };
  rooms.enter(channel);
  const sender = new Channel({ ...socket, send() {} }, joined);
  sender.mayWrite = { broadcast: true, presence: false };
  sender.mayStore = true;
  const deliveries = createDeliveries({ now: () => 0 });
  const context = { core, rooms, deliveries, broadcasts, messages } as unknown as RealtimeContext;
  const replayed = messages.replay(channel);
  return { messages, broadcasts, context, sender, stored, published, read, sent, ended, replayed };
};

test("a message reported during a replay arrives once, after the older ones", async () => {
  const { messages, read, sent, replayed } = joining();
  messages.receive(report("last"));
  messages.receive(report("newer"));
  read.resolve([row("last"), row("first")]);
  await replayed;
  messages.receive(report("last"));
  messages.receive(report("newest"));
  expect(sent).toEqual([
    ["first", true],
    ["last", true],
    ["newer", false],
    ["newest", false],
  ]);
});

test("a broadcast that is stored during a replay arrives once, from another process too", async () => {
  const { broadcasts, context, sender, stored, published, read, sent, replayed } = joining();
  const payload = { type: "broadcast", event: "said", payload: {}, persist: true };
  await broadcast(
    context,
    { ip: "127.0.0.1" } as Connection,
    { payload } as unknown as Incoming,
    sender,
  );
  const id = String(stored[0]?.[0]);
  broadcasts.receive(published[0] ?? {});
  read.resolve([{ ...row(id), event: "said" }]);
  await replayed;
  broadcasts.receive(published[0] ?? {});
  expect(sent).toEqual([["said", true]]);
});

test("a message reported during a replay that fails arrives", async () => {
  const { messages, read, sent, replayed } = joining();
  messages.receive(report("one"));
  read.reject(new Error("No database"));
  await expect(replayed).rejects.toThrow("No database");
  expect(sent).toEqual([["one", false]]);
});

test("a channel with too much reported during its replay is closed", async () => {
  const { messages, read, sent, ended, replayed } = joining();
  messages.receive(report("large", { text: "x".repeat(LIMITS.buffered) }));
  read.resolve([row("first")]);
  await replayed;
  expect(ended).toEqual(["Too many messages during the replay"]);
  expect(sent).toEqual([]);
});
