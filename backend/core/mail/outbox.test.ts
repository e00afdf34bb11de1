import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { type Mail, SMTP_CONNECTIONS } from "./mail.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

type Sent = Mail & { id: string };

const database = perFile(testDatabase);
let outbox: Outbox;
let sent: Sent[];
let refuse: Error | null;
let logged: string[];
let now: number;
/** What a slow mail server waits for before it accepts a mail. */
let slow: Promise<unknown>;

const mail: Mail = {
  to: "ann@example.org",
  subject: "Hello",
  html: "<p>secret</p>",
  text: "secret",
};
const write = (event: string) => logged.push(event);
const parts = () => ({
  db: database.db,
  clock: { now: () => now },
  log: { info() {}, warn: write, error: write },
  mail: {
    async send(mail: Sent) {
      // Long enough for another process to try.
      await new Promise((resolve) => setImmediate(resolve));
      await slow;
      if (refuse) throw refuse;
      sent.push(mail);
    },
    close() {},
  },
});
const make = () => createOutbox(parts());

/** Milliseconds for what a busy machine takes long to do. */
const PATIENCE = 30_000;

beforeEach(async () => {
  await database.db.query("truncate _backend.outbox");
  [sent, refuse, logged, now] = [[], null, [], Date.UTC(2030, 0, 1)];
  slow = Promise.resolve();
  outbox = make();
});
afterEach(() => outbox.close());

const enqueue = () => database.db.transaction((tx) => outbox.enqueue(tx, mail));
const rows = () =>
  database.db.query(
    "select mail, attempts, delivered_at is not null as delivered, given_up_at is not null as given_up from _backend.outbox",
  );

test("delivers once after the commit and erases the letter", async () => {
  const id = await enqueue();
  expect(await outbox.deliver(id)).toBe("taken");
  expect(await outbox.deliver(id)).toBe("later");
  expect(sent).toEqual([{ ...mail, id }]);
  expect(await rows()).toEqual([{ mail: null, attempts: 1, delivered: true, given_up: false }]);
});

test("a transaction that fails sends nothing", async () => {
  const failed = database.db.transaction(async (tx) => {
    await outbox.enqueue(tx, mail);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  now += 3_600_000;
  expect(await outbox.deliverDue()).toBe(0);
  expect(sent).toEqual([]);
});

test("many processes at once send each letter once", async () => {
  const others = [make(), make(), make()];
  const ids = await Promise.all(Array.from({ length: 12 }, enqueue));
  now += 10_000;
  await Promise.all([
    ...ids.map((id) => outbox.deliver(id)),
    ...others.map((other) => other.deliverDue()),
  ]);
  await Promise.all(others.map((other) => other.close()));
  expect(sent).toHaveLength(12);
});

test("waits longer after each refusal, then succeeds", async () => {
  refuse = Object.assign(new Error("secret ann@example.org"), { code: "ECONNECTION" });
  const id = await enqueue();
  expect(await outbox.deliver(id)).toBe("refused");
  expect(await outbox.deliverDue()).toBe(0);
  now += 5_000;
  expect(await outbox.deliverDue()).toBe(0);
  refuse = null;
  now += 29_000;
  expect(await outbox.deliverDue()).toBe(0);
  now += 1_000;
  expect(await outbox.deliverDue()).toBe(1);
  expect(logged).toEqual(["outbox.not_taken", "outbox.not_taken"]);
  expect(await rows()).toMatchObject([{ attempts: 3, delivered: true }]);
});

test("gives up after a day, erases the mail and reports it", async () => {
  refuse = new Error("down");
  const id = await enqueue();
  await outbox.deliver(id);
  now += 24 * 3_600_000;
  await outbox.deliverDue();
  expect(logged).toEqual(["outbox.not_taken", "outbox.given_up"]);
  expect(await rows()).toMatchObject([{ mail: null, given_up: true }]);
});

test("a mail whose process died while sending is sent by another", async () => {
  const id = await enqueue();
  const soon = new Date(now + 120_000).toISOString();
  await database.db.query("update _backend.outbox set claimed_until = $1", [soon]);
  now += 60_000;
  expect(await outbox.deliver(id)).toBe("later");
  now += 60_000;
  expect(await outbox.deliverDue()).toBe(1);
});

test("a mail that waits for a slow server is not claimed, and none is sent twice", async () => {
  const server = Promise.withResolvers<void>();
  slow = server.promise;
  const other = make();
  const ids = await Promise.all(Array.from({ length: 12 }, enqueue));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const delivered = ids.map((id) => outbox.deliver(id));
  const claimed = () =>
    database.db.query("select from _backend.outbox where claimed_until is not null");
  await expect.poll(claimed).toHaveLength(SMTP_CONNECTIONS);
  // Nobody waits for longer than three seconds, and every mail is on its way.
  await vi.advanceTimersByTimeAsync(3_000);
  expect(new Set(await Promise.all(delivered))).toEqual(new Set(["later"]));
  vi.useRealTimers();
  // The claims on mails being sent are still valid when the others are due.
  now += 10_000;
  const drained = [outbox.deliverDue(), other.deliverDue()];
  server.resolve();
  await Promise.all(drained);
  await outbox.close();
  await other.close();
  expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
  expect(sent).toHaveLength(12);
  expect(logged).toEqual([]);
});

test("a mail keeps its claim for as long as it is being sent", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = Promise.withResolvers<void>();
  slow = server.promise;
  const other = make();
  void outbox.deliver(await enqueue());
  const until = async (moment: number) =>
    vi.waitFor(async () => {
      const [row] = await database.db.query<{ claimed_until: Date | null }>(
        "select claimed_until from _backend.outbox",
      );
      expect(row?.claimed_until?.getTime()).toBe(moment);
    }, PATIENCE);
  await until(now + 120_000);
  for (let round = 0; round < 3; round++) {
    now += 100_000;
    await vi.advanceTimersByTimeAsync(30_000);
    await until(now + 120_000);
    expect(await other.deliverDue()).toBe(0);
  }
  server.resolve();
  await other.close();
  await outbox.close();
  expect(sent).toHaveLength(1);
});

test("a mail that the server took is noted when the database is back, and not sent again", async () => {
  const { db } = database;
  let away = 2;
  const query: typeof db.query = (text, values) => {
    if (/set delivered_at/.test(text) && away-- > 0) return Promise.reject(new Error("away"));
    return db.query(text, values);
  };
  const shaky = createOutbox({ ...parts(), db: { ...db, query } });
  expect(await shaky.deliver(await enqueue())).toBe("later");
  await expect.poll(rows).toMatchObject([{ delivered: true }]);
  await shaky.close();
  expect(sent).toHaveLength(1);
  expect(logged).toEqual(["outbox.not_noted", "outbox.not_noted"]);
});
