import { availableParallelism } from "node:os";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { silentLog } from "../log.ts";
import { createDatabase } from "./database.ts";

const database = perFile(testDatabase);
beforeAll(async () => {
  await database.db.query("create table kept (id int primary key)");
});

const open = (size: number, connection = database.connection) =>
  createDatabase({ connection, size, log: silentLog });
/** A pool of the test's own, which is closed after it. */
const pool = (...given: Parameters<typeof open>) => perTest(open(...given));

test("a transaction commits when its work resolves and rolls back when it throws", async () => {
  const { db } = database;
  await db.transaction((tx) => tx.query("insert into kept values ($1)", [1]));
  const refusal = new Error("changed my mind");
  const undone = db.transaction(async (tx) => {
    await tx.query("insert into kept values (2)");
    throw refusal;
  });
  await expect(undone).rejects.toBe(refusal);
  expect(await db.query("select id from kept")).toEqual([{ id: 1 }]);
});

test("a transaction whose connection is killed rejects, and the pool opens a new one", async () => {
  const lost = database.db.transaction(async (tx) => {
    const [own] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    await database.db.query("select pg_terminate_backend($1)", [own?.pid]);
    await tx.query("select 1");
  });
  await expect(lost).rejects.toThrow();
  expect(await database.db.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("statements asked for in one turn share a round trip, and give JavaScript's values", async () => {
  const { db } = database;
  const query = vi.spyOn(pg.Client.prototype, "query");
  const rows = await db.transaction((tx) =>
    Promise.all([
      tx.query("insert into kept values ($1)", [20]),
      tx.query("select id, null as none, array[id] as ids from kept where id = $1", [20]),
      tx.query("delete from kept where id = $1", [20]),
    ]),
  );
  expect(rows).toEqual([[], [{ id: 20, none: null, ids: [20] }], []]);
  // The beginning travels with them; the commit waits for what the work decides.
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
});

test("what is asked for at once is one transaction, which a later statement cannot join", async () => {
  const db = await pool(1);
  const [before] = await db.query("select pg_backend_pid() as pid");
  const undone = db.atOnce((tx) =>
    Promise.all([
      tx.query("insert into kept values ($1)", [30]),
      tx.query("select 1 / $1::int", [0]),
    ]),
  );
  await expect(undone).rejects.toThrow("division by zero");
  const late = db.atOnce(async (tx) => {
    await tx.query("select $1::int", [1]);
    return tx.query("select $1::int", [2]);
  });
  await expect(late).rejects.toThrow("Not asked for at once");
  const refusal = new Error("refused by the caller");
  const refused = db.atOnce(async (tx) => {
    await tx.query("select $1::int", [1]);
    throw refusal;
  });
  await expect(refused).rejects.toBe(refusal);
  expect(await db.query("select id from kept where id = 30")).toEqual([]);
  expect(await db.query("select pg_backend_pid() as pid")).toEqual([before]);
});

test("an ordinary error does not cost the connection", async () => {
  const db = await pool(1);
  const pid = () => db.query("select pg_backend_pid() as pid");
  const before = await pid();
  await expect(db.query("select 1 / 0")).rejects.toThrow("division by zero");
  await expect(db.batch([{ text: "select 1 / 0" }])).rejects.toThrow("division by zero");
  expect(await pid()).toEqual(before);
});

test("listen receives notifications, also after the connection dropped, until it is stopped", async () => {
  const received: string[] = [];
  const { stop } = await database.db.listen("A channel", (payload) => received.push(payload));
  const notify = (text: string) => database.db.query("select pg_notify('A channel', $1)", [text]);
  await notify("one");
  await expect.poll(() => received).toEqual(["one"]);
  await database.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
  );
  await vi.waitFor(
    async () => {
      await notify("two");
      expect(received).toContain("two");
    },
    { timeout: 30_000 },
  );
  await stop();
  const count = received.length;
  await notify("three");
  await notify("four");
  expect(received).toHaveLength(count);
});

test("close ends every connection, also while a listener is reconnecting", async () => {
  const db = open(2);
  await db.listen("x", () => {});
  await db.query("select 1");
  await db.close();
  await expect(db.query("select 1")).rejects.toThrow();
});

test("a listener that is still being opened when its pool is closed does not outlive it", async () => {
  const db = open(1);
  const opening = db.listen("outlives", () => {});
  await db.close();
  await expect(opening).rejects.toThrow("closed meanwhile");
  const lines = "select pid from pg_stat_activity where query = 'listen \"outlives\"'";
  await expect.poll(() => database.db.query(lines)).toEqual([]);
});

test("a listener knows whether it has received everything committed so far", async () => {
  const received: string[] = [];
  const { db } = database;
  const listening = await db.listen("before", (payload) => received.push(payload));
  const other = await pool(1);
  for (let n = 0; n < 200; n++) {
    await other.query("select pg_notify('before', $1)", [String(n)]);
    // Two at once; the second arrives while the first is running.
    const results = [listening.caughtUp(), listening.caughtUp()];
    expect(await Promise.all(results)).toEqual([true, true]);
    expect(received).toHaveLength(n + 1);
  }
  await listening.stop();
  expect(await listening.caughtUp()).toBe(false);
});

test("a listener without its connection has received nothing until it is back", async () => {
  const { db } = database;
  let back = 0;
  const listening = await db.listen(
    "lost line",
    () => {},
    () => {
      back += 1;
    },
  );
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen \"lost line\"'",
  );
  await expect.poll(listening.caughtUp, { interval: 1 }).toBe(false);
  await expect.poll(listening.caughtUp).toBe(true);
  // The listener first learns that it may have missed something, then that the server is back.
  expect(back).toBe(1);
  await listening.stop();
});

test("each of many batches gets its own result, also when others fail or lose their connection", async () => {
  const db = await pool(2);
  const run = (n: number): Promise<unknown> => {
    if (n % 10 === 3) return db.batch([{ text: "select 1 / 0" }]);
    if (n === 25) return db.batch([{ text: "select pg_terminate_backend(pg_backend_pid())" }]);
    return db
      .batch([{ text: "select $1::text", values: [String(n)] }])
      .then(([result]) => result?.rows[0]?.[0]);
  };
  const ends = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => run(n)));
  for (const [n, end] of ends.entries()) {
    if (n % 10 === 3 || n === 25) expect(end.status).toBe("rejected");
    else expect(end).toEqual({ status: "fulfilled", value: String(n) });
  }
});

test("stuck batches block nobody while other connections are free", async () => {
  const stuck = 2 * availableParallelism();
  const { db: other } = database;
  const db = await pool(stuck + 1);
  const lock = [{ text: "select pg_advisory_xact_lock(1)" }];
  let ended = 0;
  let batches: Promise<void>[] = [];
  await other.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(1)");
    batches = Array.from({ length: stuck }, async () => {
      await db.batch(lock);
      ended += 1;
    });
    const [result] = await db.batch([{ text: "select 'through'" }]);
    expect(result?.rows).toEqual([["through"]]);
    expect(ended).toBe(0);
  });
  await Promise.all(batches);
});

test("batches without a database each get an error", async () => {
  const db = await pool(2, { ...database.connection, host: "/nowhere" });
  const ends = await Promise.allSettled(
    Array.from({ length: 5 }, () => db.batch([{ text: "select 1" }])),
  );
  expect(ends.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
});

test("a transaction that a batch left open and failed in costs the next one and its connection, and no more", async () => {
  const one = await pool(1);
  const left = one.batch([{ text: "begin" }, { text: "select 1 / 0" }]);
  await expect(left).rejects.toMatchObject({ code: "22012" });
  await expect(one.batch([{ text: "select 1" }])).rejects.toMatchObject({ code: "25P02" });
  const [again] = await one.batch([{ text: "select 2 as two" }]);
  expect(again?.rows).toEqual([["2"]]);
});
