import pg from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { WebSocket } from "ws";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { EMPTY_PROJECT, loadTestProject } from "#backend/tests/database.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { bareSocket, joining } from "./realtime-bare-socket.ts";
import * as realtime from "./realtime-world.ts";

const { ADA, inbox, listen, NOTES, options, startProcess, startRealtimeWorld, subscribe } =
  realtime;

const world = perFile(startRealtimeWorld);

describe("a database that cannot be reached for a while", () => {
  it("is retried until it works, and listeners learn of it; broadcasts from SQL arrive again", async () => {
    const { db } = world.backend;
    const { database } = db.connection;
    const { received: reconnected } = await world.receive("outage");
    const { received, system } = await world.changes(ADA, NOTES);
    const statuses = async (count: number) =>
      (await system.wait(count)).map(({ status }) => status);
    const operator = new pg.Client(inject("connection"));
    await operator.connect();
    try {
      await operator.query(`alter database ${database} allow_connections false`);
      const others = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
      await operator.query(others, [database]);
      expect(await statuses(2)).toEqual(["ok", "error"]);
    } finally {
      await operator.query(`alter database ${database} allow_connections true`);
      await operator.end();
    }
    expect(await statuses(3)).toEqual(["ok", "error", "ok"]);
    await world.addNote(ADA, "after");
    expect(realtime.titles(await received.wait(1))).toEqual(["after"]);
    await vi.waitFor(
      async () => {
        await db.query("select realtime.send('{}', 'sql', 'outage', false)");
        expect(reconnected.items.map(({ event }) => event)).toContain("sql");
      },
      { timeout: 30_000, interval: 200 },
    );
  });
});

describe("a listener that does not read", () => {
  it("is closed when its backlog is full, and others receive everything", async () => {
    const waiting: number[] = [];
    const send = WebSocket.prototype.send;
    const spy = vi.spyOn(WebSocket.prototype, "send").mockImplementation(function (
      this: WebSocket,
      ...given: unknown[]
    ) {
      Reflect.apply(send, this, given);
      waiting.push(this.bufferedAmount);
    });
    const watcher = await world.client();
    const left = inbox<string>();
    const received = inbox<number>();
    const channel = watcher
      .channel("slow", options({ presence: { key: "watcher" } }))
      .on("presence", { event: "join" }, ({ key }) => left.put(`+${key}`))
      .on("presence", { event: "leave" }, ({ key }) => left.put(`-${key}`))
      .on("broadcast", { event: "*" }, ({ payload }) => received.put(payload.n));
    await subscribe(channel);
    const { socket, say } = await bareSocket(world.backend);
    say(...joining("realtime:slow", { presence: { enabled: true, key: "slow" } }));
    say("1", "2", "realtime:slow", "presence", { event: "track", payload: {} });
    await left.wait(1);
    socket.pause();
    const text = "x".repeat(250_000);
    const count = 60;
    for (let n = 0; n < count; n++) {
      const messages = [{ topic: "slow", event: "e", payload: { n, text } }];
      const response = await world.post("", { messages }, world.backend.keys.serviceRole);
      expect(response.status).toBe(202);
      // The reader keeps up; the other one does not.
      await received.wait(n + 1);
    }
    expect(received.items).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(await left.wait(2)).toEqual(["+slow", "-slow"]);
    expect(Math.max(...waiting)).toBeGreaterThan(1024 ** 2);
    expect(Math.max(...waiting)).toBeLessThan(5 * 1024 ** 2);
    spy.mockRestore();
    socket.terminate();
  });
});

/** A database server whose settings do not allow changes of tables to be followed. */
const embedded = async () => {
  const dataDir = newFolder("replica-");
  const how = { dataDir, log: silentLog, durable: false, walLevel: "replica" } as const;
  const { connection, stop } = await startEmbedded(how);
  return { connection, close: stop };
};

it("a database that is not set for it refuses changes with a reason, and nothing else", async () => {
  const { connection } = await perTest(embedded());
  const project = loadTestProject(EMPTY_PROJECT);
  const { backend, client } = await perTest(startProcess({ project, connection }));
  await backend.db.query(
    "create table open (id int primary key); alter publication supabase_realtime add table open",
  );
  const reconnected = inbox<string>();
  const channel = client()
    .channel("all", options({ broadcast: { self: true }, presence: { key: "me" } }))
    .on("broadcast", { event: "*" }, ({ event }) => reconnected.put(event))
    .on("presence", { event: "join" }, ({ key }) => reconnected.put(`+${key}`))
    .on("postgres_changes", { event: "*", schema: "public", table: "open" }, () => {});
  expect(await listen(channel)).toMatchObject({
    status: "error",
    message:
      "Changes of tables are not available: the database's setting wal_level is not logical.",
  });
  await channel.send({ type: "broadcast", event: "here", payload: {} });
  await reconnected.wait(1);
  await channel.track({});
  expect(await reconnected.wait(2)).toEqual(["here", "+me"]);
});
