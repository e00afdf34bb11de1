import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { createDatabase, type Database } from "../database/database.ts";
import { outageOf } from "../database/outage.ts";
import { silentLog } from "../log.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

let server: Embedded | null = null;
let db: Database | null = null;
/** One for all, which are started on it one after another. */
const folder = newFolder("restart-");
afterEach(async () => {
  await db?.close();
  await server?.stop();
});

const killServer = () => {
  const file = path.join(folder, "postgres", "postmaster.pid");
  process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
};

const start = async (onExit: (reason: string) => void): Promise<Database> => {
  server = await startEmbedded({ dataDir: folder, log: silentLog, onExit });
  db = createDatabase({ connection: server.connection, size: 2, log: silentLog });
  return db;
};

test("a killed server restarts by itself with all acknowledged data, and reports the outage meanwhile", async () => {
  const gaveUp = vi.fn();
  const db = await start(gaveUp);
  await db.query("create table acknowledged (id int)");
  const received: string[] = [];
  let returned = 0;
  await db.listen(
    "news",
    (news) => received.push(news),
    () => {
      returned += 1;
    },
  );
  for (let round = 1; round <= 2; round++) {
    await db.query("insert into acknowledged values ($1)", [round]);
    killServer();
    const outages = new Set<unknown>();
    await vi.waitFor(
      async () => {
        const ends = await Promise.allSettled([
          db.query("select 1"),
          db.batch([{ text: "select 1" }]),
        ]);
        // The server's processes notice its end a moment later.
        for (const end of ends) if (end.status === "rejected") outages.add(outageOf(end.reason));
        expect(outages.size).toBeGreaterThan(0);
        expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      },
      { timeout: 20_000, interval: 10 },
    );
    expect([...outages]).toEqual(["away"]);
    await vi.waitFor(() => expect(returned).toBe(round), { timeout: 20_000 });
  }
  expect(await db.query("select id from acknowledged order by id")).toEqual([{ id: 1 }, { id: 2 }]);
  await db.query("select pg_notify('news', 'back')");
  await expect.poll(() => received).toEqual(["back"]);
  expect(gaveUp).not.toHaveBeenCalled();
});

test("a server that dies repeatedly is abandoned after five restarts, and its folder is free for another", async () => {
  const gaveUp = Promise.withResolvers<string>();
  await start(gaveUp.resolve);
  const killing = setInterval(() => {
    try {
      killServer();
    } catch {
      // Not started again yet.
    }
  }, 20);
  try {
    expect(await gaveUp.promise).toBeTruthy();
  } finally {
    clearInterval(killing);
  }
  server = await startEmbedded({ dataDir: folder, log: silentLog });
});

test("a start waits for what a killed server was still calculating", async () => {
  const db = await start(vi.fn());
  const calculating = db
    .query("do $$ begin for i in 1..50000000 loop null; end loop; end $$")
    .catch(() => {});
  await setTimeout(200);
  killServer();
  await server?.stop();
  server = await startEmbedded({ dataDir: folder, log: silentLog });
  await calculating;
});

test("a stop while it waits for its restart ends it for good", async () => {
  const gaveUp = vi.fn();
  await start(gaveUp);
  killServer();
  await server?.stop();
  expect(gaveUp).not.toHaveBeenCalled();
  server = await startEmbedded({ dataDir: folder, log: silentLog });
});
