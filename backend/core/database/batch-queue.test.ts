import { expect, test } from "vitest";
import { createBatchQueue, type QueuedBatch } from "./batch-queue.ts";
import { outageOf } from "./outage.ts";

interface Refused {
  refused: unknown[];
}

const batch = (facts: Partial<QueuedBatch> = {}): QueuedBatch & Refused => {
  const refused: unknown[] = [];
  return {
    statements: [],
    since: performance.now(),
    resolve() {},
    reject: (error) => refused.push(error),
    refused,
    ...facts,
  };
};

test("one caller runs at most its share, and the next caller does not wait for the rest", () => {
  const queue = createBatchQueue(2);
  const many = Array.from({ length: 40 }, () => batch({ caller: "a" }));
  for (const each of many) queue.push(each);
  const other = batch({ caller: "b" });
  queue.push(other);
  expect([queue.take(), queue.take(), queue.take()]).toEqual([many[0], many[1], other]);
  expect(queue.take()).toBe(null);
  expect(queue.longestWait()).toBe(null);
  queue.done(many[0] as QueuedBatch);
  expect(queue.take()).toBe(many[2]);
});

test("work without a caller has no share", () => {
  const queue = createBatchQueue(1);
  const own = [batch(), batch(), batch()];
  for (const each of own) queue.push(each);
  expect([queue.take(), queue.take(), queue.take()]).toEqual(own);
});

test("the batch of a caller who hung up is dropped before it runs", () => {
  const queue = createBatchQueue(4);
  const abandoned = batch({ isDisconnected: () => true });
  const wanted = batch({ isDisconnected: () => false });
  queue.push(abandoned);
  queue.push(wanted);
  expect(queue.take()).toBe(wanted);
  expect(abandoned.refused).toMatchObject([{ code: "client_closed_request" }]);
});

test("once the first has waited for most of its time, the last is served first", () => {
  const queue = createBatchQueue(4);
  const early = [batch(), batch()];
  for (const each of early) queue.push(each);
  expect(queue.take()).toBe(early[0]);
  const late = performance.now() - 4_500;
  const old = [batch({ since: late }), batch({ since: late })];
  const isDisconnected = batch({ isDisconnected: () => true });
  const newest = [batch(), batch()];
  const other = createBatchQueue(4);
  for (const each of [...old, ...newest, isDisconnected]) other.push(each);
  const served = [other.take(), other.take(), other.take(), other.take(), other.take()];
  expect(served).toEqual([newest[1], newest[0], old[1], old[0], null]);
  expect(isDisconnected.refused).toHaveLength(1);
});

test("the queue has room for a thousand, and one caller may fill half of it", () => {
  const queue = createBatchQueue(1);
  const own = Array.from({ length: 501 }, () => batch({ caller: "a" }));
  for (const each of own) queue.push(each);
  expect(own.map(({ refused }) => refused.length)).toEqual([...Array(500).fill(0), 1]);
  expect(outageOf(own[500]?.refused[0])).toBe("busy");
  const others = Array.from({ length: 501 }, () => batch());
  for (const each of others) queue.push(each);
  expect(others.map(({ refused }) => refused.length)).toEqual([...Array(500).fill(0), 1]);
});
