import { afterEach, expect, it, vi } from "vitest";
import { createTaggedCache } from "./tagged-cache.ts";

afterEach(() => void vi.useRealTimers());

const world = (bytes = 1_000_000) => {
  let time = 0;
  const cache = createTaggedCache({ limits: { bytes, entries: 1000 }, now: () => time });
  const put = (key: string, tags: string[], { until = Infinity, since = cache.position() } = {}) =>
    cache.set(key, { key }, 10, { tags, until }, since);
  const has = (...keys: string[]) => keys.filter((key) => cache.get(key) !== null).join(" ");
  return {
    cache,
    put,
    has,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

it("ends values by any of their tags, and all at once", () => {
  const { cache, put, has } = world();
  put("x", ["a", "b"]);
  put("y", ["b"]);
  put("z", []);
  cache.invalidate(["a"]);
  expect(has("x", "y", "z")).toBe("y z");
  cache.invalidate(["other", "b"]);
  expect(has("x", "y", "z")).toBe("z");
  put("x", ["a", "b"]);
  expect(has("x")).toBe("x");
  cache.invalidate(null);
  expect([has("x", "z"), cache.size()]).toEqual(["", { entries: 0, bytes: 0 }]);
});

it("stores nothing that was invalidated while it was computed", () => {
  const { cache, put, has } = world();
  const since = cache.position();
  cache.invalidate(["a"]);
  put("old", ["a"], { since });
  put("apart", ["b"], { since });
  expect(has("old", "apart")).toBe("apart");
  cache.invalidate(null);
  put("apart", ["b"], { since });
  expect(has("apart")).toBe("");
});

it("ends values by the clock", () => {
  const { put, has, pass } = world();
  put("x", ["a"], { until: 100 });
  pass(99);
  expect(has("x")).toBe("x");
  pass(1);
  expect(has("x")).toBe("");
  put("x", ["a"], { until: 100 });
  expect(has("x")).toBe("");
});

it("remembers a limited number of tags: values older than the oldest of these end, whatever their tags", () => {
  const { cache, put, has } = world();
  put("before", ["z"]);
  cache.invalidate(["first"]);
  put("after", ["z"]);
  put("overtaken", ["first"], { since: 0 });
  for (let n = 0; n < 20_000; n++) cache.invalidate([`tag ${n}`]);
  expect(has("before", "after", "overtaken")).toBe("after");
});

it("is behind until a listener is connected", async () => {
  const { cache } = world();
  expect(await cache.caughtUp()).toBe(false);
  cache.listen(async () => true);
  expect(await cache.caughtUp()).toBe(true);
});

it("gives back the memory of what has ended within a minute, and stays within its bytes", () => {
  vi.useFakeTimers();
  const { cache, put, pass } = world(20_000);
  for (let n = 0; n < 100; n++) put(`key ${n}`, [n % 2 ? "odd" : "even"], { until: 90_000 });
  const { entries, bytes } = cache.size();
  expect(bytes).toBeLessThanOrEqual(20_000);
  cache.invalidate(["odd"]);
  vi.advanceTimersByTime(60_000);
  expect(cache.size().entries).toBeLessThanOrEqual(entries / 2 + 1);
  pass(90_000);
  vi.advanceTimersByTime(60_000);
  expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
  cache.close();
});
