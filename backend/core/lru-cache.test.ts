import { expect, test } from "vitest";
import { createLruCache } from "./lru-cache.ts";

const filled = (...keys: string[]) => {
  const cache = createLruCache<{ n: number }>({ bytes: 1_000_000, entries: keys.length });
  for (const [n, key] of keys.entries()) cache.set(key, { n }, 0);
  return cache;
};

test("what was used longest ago makes room", () => {
  const cache = filled("a", "b", "c");
  cache.touch("a");
  cache.set("d", { n: 3 }, 0);
  expect([..."abcd"].filter((key) => cache.peek(key) !== undefined).join("")).toBe("acd");
  cache.set("e", { n: 4 }, 0);
  cache.set("f", { n: 5 }, 0);
  expect(cache.peek("a")).toBeUndefined();
});

test("a newcomer has a place also where everything else was used", () => {
  const cache = filled("a", "b");
  cache.touch("a");
  cache.touch("b");
  cache.set("c", { n: 2 }, 0);
  expect(["a", "b", "c"].map((key) => cache.peek(key))).toEqual([undefined, { n: 1 }, { n: 2 }]);
  expect(cache.size().entries).toBe(2);
});

test("a value that is too large a part of all is not stored, and replaces what its key had", () => {
  const cache = createLruCache<{ n: number }>({ bytes: 80_000, entries: 9 });
  cache.set("a", { n: 1 }, 0);
  cache.set("a", { n: 2 }, 10_000);
  expect(cache.peek("a")).toBeUndefined();
});
