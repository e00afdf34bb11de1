import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Backend, createBackend } from "#backend/backend.ts";
import { serveUpgrades } from "#backend/core/http/upgrade.ts";
import { silentLog } from "#backend/core/log.ts";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { inbox, listen, options, subscribe } from "./realtime-world.ts";

const database = perFile(() =>
  testDatabase({ project: path.join(import.meta.dirname, "fixtures/realtime") }),
);
let first: Process;
let second: Process;

interface Process {
  backend: Backend;
  client(): SupabaseClient;
  close(): Promise<void>;
}

/** One of several processes on the same database; they share nothing else but the keys. */
const start = async (): Promise<Process> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "backend-"));
  const backend = await createBackend({
    project: database.project,
    dataDir,
    connection: database.connection,
    trusted: true,
    migrate: false,
    apiUrl: "http://realtime.invalid",
    mail: { async send() {}, close() {} },
    log: silentLog,
  });
  const server = createServer();
  const endUpgraded = serveUpgrades(server, () => backend.upgrade);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: SupabaseClient[] = [];
  return {
    backend,
    client() {
      const auth = { persistSession: false, autoRefreshToken: false };
      const client = createClient(url, backend.keys.anon, { auth });
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

beforeAll(async () => {
  [first, second] = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all([first?.close(), second?.close()]);
});

describe("two processes on one database", () => {
  it("carry broadcasts between their clients, however long, in order and once", async () => {
    const received = inbox<{ event: string; payload: unknown }>();
    const here = first.client().channel("shared", options({ broadcast: { self: true } }));
    const there = second
      .client()
      .channel("shared")
      .on("broadcast", { event: "*" }, ({ event, payload }) => received.put({ event, payload }));
    await Promise.all([subscribe(here), subscribe(there)]);
    const long = { text: "é".repeat(50_000) };
    await here.send({ type: "broadcast", event: "short", payload: { n: 1 } });
    await here.send({ type: "broadcast", event: "long", payload: long });
    await here.send({ type: "broadcast", event: "end", payload: {} });
    expect(await received.wait(3)).toEqual([
      { event: "short", payload: { n: 1 } },
      { event: "long", payload: long },
      { event: "end", payload: {} },
    ]);
    await database.db.query(`select realtime.send('{}', 'sql', 'shared', false)`);
    expect((await received.wait(4)).at(-1)?.event).toBe("sql");
  });

  it("share who is present, also with one that starts later, until a process ends", async () => {
    const person = async (process: Process, key: string) => {
      const received = inbox<string>();
      const channel = process.client().channel("lobby", options({ presence: { key } }));
      channel.on("presence", { event: "join" }, ({ key }) => received.put(`+${key}`));
      channel.on("presence", { event: "leave" }, ({ key }) => received.put(`-${key}`));
      await subscribe(channel);
      return { channel, received };
    };
    const [ada, ben] = [await person(first, "ada"), await person(second, "ben")];
    await ada.channel.track({ n: 1 });
    await ben.received.wait(1);
    await ben.channel.track({ n: 2 });
    expect(await ada.received.wait(2)).toEqual(["+ada", "+ben"]);
    const third = await start();
    const cyd = await person(third, "cyd");
    await cyd.channel.track({ n: 3 });
    await ada.received.wait(3);
    expect((await cyd.received.wait(3)).sort()).toEqual(["+ada", "+ben", "+cyd"]);
    await third.close();
    expect((await ada.received.wait(4)).at(-1)).toBe("-cyd");
  });

  it("both send the changes of either", async () => {
    const received = inbox<unknown>();
    for (const process of [first, second]) {
      const boards = { event: "INSERT", schema: "public", table: "boards" } as const;
      const channel = process.client().channel("boards");
      channel.on("postgres_changes", boards, ({ new: row }) => received.put(row.name));
      await listen(channel);
    }
    await first.backend.db.query("insert into boards (name) values ('everywhere')");
    expect(await received.wait(2)).toEqual(["everywhere", "everywhere"]);
  });
});
