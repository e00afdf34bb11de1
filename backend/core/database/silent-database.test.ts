import { afterAll, afterEach, expect, test } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { silentProxy } from "#backend/tests/silent-proxy.ts";
import { silentLog } from "../log.ts";
import { createDatabase, type Database } from "./database.ts";
import { outageOf } from "./outage.ts";

const database = perFile(testDatabase);
const proxy = perFile(() => silentProxy(database.connection));
const opened: Database[] = [];
afterEach(() => proxy.silence(false));
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
});

const open = (within: number, size = 2): Database => {
  const db = createDatabase({ connection: proxy.connection, size, within, log: silentLog });
  opened.push(db);
  return db;
};

/** How something ended, and after how many milliseconds. */
const ended = async (work: Promise<unknown>) => {
  const startedAt = performance.now();
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { outage: outageOf(error), after: performance.now() - startedAt };
};

test("queries, batches and transactions on silent connections end in time, and new connections serve the next", async () => {
  const db = open(300);
  await Promise.all([db.query("select 1"), db.batch([{ text: "select 1" }])]);
  proxy.silence(true);
  const [query, batch] = await Promise.all([
    ended(db.query("select 1")),
    ended(db.batch([{ text: "select 1" }])),
  ]);
  for (const end of [query, batch]) {
    expect(end.outage).toBe("away");
    expect(end.after).toBeLessThan(2_000);
  }
  proxy.silence(false);
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
  const transaction = ended(
    db.transaction(async (tx) => {
      await tx.query("select 1");
      proxy.silence(true);
      await tx.query("select 1");
    }),
  );
  expect(await transaction).toMatchObject({ outage: "away" });
  proxy.silence(false);
  const [result] = await db.batch([{ text: "select 2" }]);
  expect(result?.rows).toEqual([["2"]]);
});

test("a connection without a response is abandoned, for queries, batches and listeners", async () => {
  const db = open(300);
  proxy.silence(true);
  const ends = await Promise.all([
    ended(db.query("select 1")),
    ended(db.batch([{ text: "select 1" }])),
    ended(db.listen("nothing", () => {})),
  ]);
  proxy.silence(false);
  for (const end of ends) {
    expect(end.outage).not.toBe(null);
    expect(end.after).toBeLessThan(7_000);
  }
});

test("a server that does not respond is tried by one connection at a time", async () => {
  const db = open(300, 8);
  const queries = () =>
    Array.from({ length: 8 }, (_, n) =>
      n % 2 ? db.query("select 1") : db.batch([{ text: "select 1" }]),
    );
  await Promise.all(queries());
  proxy.silence(true);
  const lost = await Promise.all(queries().map(ended));
  const before = proxy.taken();
  const tried = await Promise.all(queries().map(ended));
  expect(proxy.taken() - before).toBe(1);
  // An outage for the first caller and for those behind it, whose wait may end a moment sooner, as busy.
  for (const { outage } of [...lost, ...tried]) expect(outage).not.toBe(null);
  const again = Promise.all(queries());
  proxy.silence(false);
  await again;
});

test("a wait for a connection is refused after five seconds, and refused work never runs", async () => {
  const db = open(8_000, 1);
  await db.query("create table if not exists worked (n int)");
  proxy.silence(true);
  const stuck = db.batch([{ text: "select 1" }]);
  stuck.catch(() => {});
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ended(
        n % 2 === 0
          ? db.batch([{ text: "insert into worked values (1)" }])
          : db.query("insert into worked values (1)"),
      ),
    ),
  );
  for (const { outage, after } of waits) {
    expect(outage).toBe("busy");
    expect(after).toBeGreaterThan(4_900);
    expect(after).toBeLessThan(7_000);
  }
  proxy.silence(false);
  await stuck;
  const startedAt = performance.now();
  expect(await db.query("select count(*)::int as n from worked")).toEqual([{ n: 0 }]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test("close ends while the database is silent, and leaves no socket open", async () => {
  const db = createDatabase({ connection: proxy.connection, size: 3, log: silentLog });
  const before = proxy.open();
  await db.listen("silent", () => {});
  await Promise.all([db.query("select 1"), db.query("select pg_sleep(0.01)")]);
  expect(proxy.open()).toBeGreaterThan(before);
  proxy.silence(true);
  const stuck = ended(db.query("select 1"));
  const { after } = await ended(db.close());
  expect(after).toBeLessThan(8_000);
  expect((await stuck).outage).toBe("away");
  proxy.silence(false);
  await expect.poll(() => proxy.open(), { timeout: 10_000 }).toBe(before);
});

test("a listener whose connection goes silent reports it, and listens again on a new one", async () => {
  const db = open(300);
  const received: string[] = [];
  const listening = await db.listen("silence", (payload) => received.push(payload));
  proxy.silence(true);
  const { after } = await ended(
    listening.caughtUp().then((caught) => {
      expect(caught).toBe(false);
    }),
  );
  expect(after).toBeLessThan(3_500);
  proxy.silence(false);
  await expect.poll(() => listening.caughtUp(), { timeout: 10_000 }).toBe(true);
  await db.query("select pg_notify('silence', 'again')");
  await expect.poll(() => received).toContain("again");
});
