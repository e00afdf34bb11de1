import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/database.ts";
import type { Mail } from "./mail.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

let database: TestDatabase;
let outbox: Outbox;
let sent: Mail[];
let refuse: Error | null;
let logged: string[];
let now: number;

const mail: Mail = {
  to: "ann@example.org",
  subject: "Hello",
  html: "<p>secret</p>",
  text: "secret",
};
const write = (event: string) => logged.push(event);
const make = () =>
  createOutbox({
    db: database.db,
    clock: { now: () => now },
    log: { info() {}, warn: write, error: write },
    mail: {
      async send(letter) {
        // Long enough for another process to come by.
        await new Promise((resolve) => setImmediate(resolve));
        if (refuse) throw refuse;
        sent.push(letter);
      },
      close() {},
    },
  });

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.db.query("truncate _backend.outbox");
  [sent, refuse, logged, now] = [[], null, [], Date.UTC(2030, 0, 1)];
  outbox = make();
});
afterEach(() => outbox.close());
afterAll(() => database.drop());

const enqueue = () => database.db.transaction((tx) => outbox.enqueue(tx, mail));
const rows = () =>
  database.db.query(
    "select mail, attempts, delivered_at is not null as delivered, given_up_at is not null as given_up from _backend.outbox",
  );

test("delivers once after the commit and erases the letter", async () => {
  const id = await enqueue();
  expect(await outbox.deliver(id)).toBe(true);
  expect(await outbox.deliver(id)).toBe(false);
  expect(sent).toEqual([mail]);
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
  expect(await outbox.deliver(id)).toBe(false);
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

test("gives up after a day, erases the letter and says so", async () => {
  refuse = new Error("down");
  const id = await enqueue();
  await outbox.deliver(id);
  now += 24 * 3_600_000;
  await outbox.deliverDue();
  expect(logged).toEqual(["outbox.not_taken", "outbox.given_up"]);
  expect(await rows()).toMatchObject([{ mail: null, given_up: true }]);
});

test("an address refused for good is not tried again", async () => {
  refuse = Object.assign(new Error("no such user"), { responseCode: 550, command: "RCPT TO" });
  await outbox.deliver(await enqueue());
  expect(await rows()).toMatchObject([{ attempts: 1, given_up: true }]);
});

test("a letter whose process died while sending is sent by another", async () => {
  const id = await enqueue();
  const soon = new Date(now + 120_000).toISOString();
  await database.db.query("update _backend.outbox set claimed_until = $1", [soon]);
  now += 60_000;
  expect(await outbox.deliver(id)).toBe(false);
  now += 60_000;
  expect(await outbox.deliverDue()).toBe(1);
});
