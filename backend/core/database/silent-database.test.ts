import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { silentProxy } from "#backend/tests/silent-proxy.ts";
import { silentLog } from "../log.ts";
import { createDatabase } from "./database.ts";
import { outageOf } from "./outage.ts";

const database = perFile(testDatabase);
const proxy = perFile(() => silentProxy(database.connection));
afterEach(() => proxy.silence(false));

/** Long enough for a busy machine to answer where an answer is expected. */
const WITHIN = 2_000;

const open = (within: number, size = 2) =>
  perTest(createDatabase({ connection: proxy.connection, size, within, log: silentLog }));

/** As what kind of outage something ended, if it did not succeed. The database stays silent until it has ended. */
const ended = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => outageOf(thrown),
  );

test("queries, batches and transactions on silent connections end in time, and new connections serve the next", async () => {
  const db = await open(WITHIN);
  await Promise.all([db.query("select 1"), db.batch([{ text: "select 1" }])]);
  proxy.silence(true);
  const [query, batch] = await Promise.all([
    ended(db.query("select 1")),
    ended(db.batch([{ text: "select 1" }])),
  ]);
  expect([query, batch]).toEqual(["away", "away"]);
  proxy.silence(false);
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
  const transaction = ended(
    db.transaction(async (tx) => {
      await tx.query("select 1");
      proxy.silence(true);
      await tx.query("select 1");
    }),
  );
  expect(await transaction).toBe("away");
  proxy.silence(false);
  const [result] = await db.batch([{ text: "select 2" }]);
  expect(result?.rows).toEqual([["2"]]);
});

test("a connection without a response is abandoned, for queries, batches and listeners", async () => {
  const db = await open(WITHIN);
  proxy.silence(true);
  const ends = await Promise.all([
    ended(db.query("select 1")),
    ended(db.batch([{ text: "select 1" }])),
    ended(db.listen("nothing", () => {})),
  ]);
  proxy.silence(false);
  expect(ends).not.toContain(null);
});

test("a wait for a connection is refused before the connection is given up, and refused work never runs", async () => {
  const db = await open(30_000, 1);
  await db.query("create table if not exists worked (n int)");
  proxy.silence(true);
  let isFree = false;
  const stuck = ended(db.batch([{ text: "select 1" }])).finally(() => {
    isFree = true;
  });
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ended(
        n % 2 === 0
          ? db.batch([{ text: "insert into worked values (1)" }])
          : db.query("insert into worked values (1)"),
      ),
    ),
  );
  expect(new Set(waits)).toEqual(new Set(["busy"]));
  expect(isFree).toBe(false);
  proxy.silence(false);
  await stuck;
  expect(await db.query("select count(*)::int as n from worked")).toEqual([{ n: 0 }]);
});

test("close ends while the database is silent, and leaves no socket open", async () => {
  // What the test before has closed.
  await expect.poll(() => proxy.open()).toBe(0);
  const db = createDatabase({ connection: proxy.connection, size: 3, log: silentLog });
  await db.listen("silent", () => {});
  await Promise.all([db.query("select 1"), db.query("select pg_sleep(0.01)")]);
  expect(proxy.open()).toBeGreaterThan(0);
  proxy.silence(true);
  const stuck = ended(db.query("select 1"));
  await db.close();
  expect(await stuck).toBe("away");
  proxy.silence(false);
  await expect.poll(() => proxy.open()).toBe(0);
});

test("a listener whose connection goes silent reports it, and listens again on a new one", async () => {
  const db = await open(WITHIN);
  const received: string[] = [];
  const listening = await db.listen("silence", (payload) => received.push(payload));
  proxy.silence(true);
  expect(await listening.caughtUp()).toBe(false);
  proxy.silence(false);
  await expect.poll(() => listening.caughtUp()).toBe(true);
  await db.query("select pg_notify('silence', 'again')");
  await expect.poll(() => received).toContain("again");
});
