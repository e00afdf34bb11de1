import { expect, it, vi } from "vitest";
import type { Database } from "#backend/core/database/database.ts";
import { createTaggedCache } from "#backend/core/tagged-cache.ts";
import { createClockEnds } from "./clock-ends.ts";

it("asks once for all who have the same tags, and again after a change of them", async () => {
  const cache = createTaggedCache({ limits: { bytes: 100_000, entries: 100 }, now: () => 1000 });
  let queries = 0;
  const batch = async () => {
    queries += 1;
    await null;
    return [{ rows: [["500"]] }];
  };
  const db = { batch } as unknown as Database;
  const dependenciesOf = createClockEnds({ db, cache, ends: "private.ends", now: () => 1000 });
  const several = () => Promise.all([1, 2, 3].map(() => dependenciesOf(["row:1"])));
  const ended = { tags: ["row:1"], until: 1500 };
  expect(await several()).toEqual([ended, ended, ended]);
  await dependenciesOf(["row:1"]);
  expect(queries).toBe(1);
  const before = dependenciesOf(["row:2"]);
  cache.invalidate(["row:1", "row:2"]);
  await Promise.all([before, dependenciesOf(["row:2"]), several()]);
  expect(queries).toBe(4);
  cache.close();
});

it("caches nothing that ends at once", async () => {
  const cache = createTaggedCache({ limits: { bytes: 100_000, entries: 100 }, now: () => 1000 });
  const batch = vi.fn(async () => [{ rows: [["0"]] }]);
  const db = { batch } as unknown as Database;
  const dependenciesOf = createClockEnds({ db, cache, ends: "private.ends", now: () => 1000 });
  const dependencies = await dependenciesOf(["row:1"]);
  await dependenciesOf(["row:1"]);
  expect(batch).toHaveBeenCalledTimes(2);
  cache.set("page", {}, 10, dependencies, cache.position());
  expect(cache.get("page")).toBeNull();
  cache.close();
});
