import { createTaggedCache } from "supabase-compatible-backend/core";
import { expect, it } from "vitest";
import {
  collectDependencies,
  createDependencySet,
  currentDependencies,
} from "./page-dependencies.ts";
import { createSharedData } from "./shared-data.ts";

const openCache = (caughtUp = true) => {
  const cache = createTaggedCache({ limits: { bytes: 10_000, entries: 10 }, now: () => 0 });
  cache.listen(async () => caughtUp);
  return cache;
};

/** Loads what was counted, made from data with this tag. */
const counted = (tag: string | null, during = () => {}) => {
  let loads = 0;
  return async () => {
    loads += 1;
    currentDependencies()?.add(tag === null ? null : { tags: [tag], until: Infinity });
    during();
    return { loads };
  };
};

it("loads again after a change of what data were made from, and gives pages their tags", async () => {
  const cache = openCache();
  const shared = createSharedData(cache);
  const load = counted("jobs");
  for (const change of ["", "categories", "jobs"]) {
    cache.invalidate([change]);
    const page = createDependencySet(true);
    const { loads } = await collectDependencies(page, () => shared("home", load));
    expect([loads, page.all()?.tags]).toEqual([change === "jobs" ? 2 : 1, ["jobs"]]);
  }
});

it("stores nothing that changed while it was loaded, that may change unnoticed, or that failed", async () => {
  const cache = openCache();
  const shared = createSharedData(cache);
  const changing = counted("jobs", () => cache.invalidate(["jobs"]));
  const unnoticed = counted(null);
  for (const loads of [1, 2]) {
    expect(await shared("changing", changing)).toEqual({ loads });
    const page = createDependencySet(true);
    expect(await collectDependencies(page, () => shared("unnoticed", unnoticed))).toEqual({
      loads,
    });
    expect(page.all()).toBeNull();
  }
  const page = createDependencySet(true);
  const failing = () => shared("failing", () => Promise.reject(new Error("down")));
  await expect(collectDependencies(page, failing)).rejects.toThrow("down");
  expect(page.all()).toBeNull();
  expect(cache.size().entries).toBe(0);
});

it("loads each time while nobody hears of changes", async () => {
  const shared = createSharedData(openCache(false));
  const load = counted("jobs");
  expect([await shared("home", load), await shared("home", load)]).toEqual([
    { loads: 1 },
    { loads: 2 },
  ]);
});
