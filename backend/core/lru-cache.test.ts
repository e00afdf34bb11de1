import { expect, test } from "vitest";
import { createLruCache } from "./lru-cache.ts";

const filled = (...keys: string[]) => {
  const recent = createLruCache<number>({ bytes: 1_000_000, entries: keys.length });
  for (const [n, key] of keys.entries()) recent.keep(key, n, 0);
  return recent;
};

test("what nobody asked for makes room, and what was asked for queues once more", () => {
  const recent = filled("a", "b", "c");
  recent.touch("a");
  recent.keep("d", 3, 0);
  expect(["a", "b", "c", "d"].filter((key) => recent.peek(key) !== undefined)).toEqual([
    "a",
    "c",
    "d",
  ]);
  recent.keep("e", 4, 0);
  recent.keep("f", 5, 0);
  expect(recent.peek("a")).toBeUndefined();
});

test("a newcomer has a place also where everything else was asked for", () => {
  const recent = filled("a", "b");
  recent.touch("a");
  recent.touch("b");
  recent.keep("c", 2, 0);
  expect(["a", "b", "c"].map((key) => recent.peek(key))).toEqual([undefined, 1, 2]);
  expect(recent.size().entries).toBe(2);
});

test("what is kept anew under its key is counted once", () => {
  const recent = filled("a");
  const { bytes } = recent.size();
  recent.keep("a", 7, 100);
  expect(recent.peek("a")).toBe(7);
  expect(recent.size()).toEqual({ entries: 1, bytes: bytes + 100 });
});
