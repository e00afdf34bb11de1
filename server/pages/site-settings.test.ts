import { createTaggedCache } from "supabase-compatible-backend/core";
import { expect, it } from "vitest";
import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { queryOf } from "#tests/query.ts";
import type { Db } from "#web/session/database.ts";
import type { SiteSettings } from "#web/session/site.ts";
import {
  collectDependencies,
  createDependencySet,
  currentDependencies,
} from "./page-dependencies.ts";
import { createSiteSettings } from "./site-settings.ts";

const BASE = { siteName: "Configured", contactEmail: "us@site.example" } as SiteSettings;

/** A database whose settings are read so. */
const dbOf = (read: () => Parameters<typeof queryOf>[0]) =>
  ({ from: () => ({ select: () => ({ in: () => queryOf(read()) }) }) }) as unknown as Db;

it("puts what admins set over the configuration, and spares a database that does not respond", async () => {
  let rows: { key: string; value: unknown }[] = [{ key: "site_name", value: "" }];
  let failing = false;
  let reads = 0;
  const respond = () => {
    reads += 1;
    return Promise.resolve(
      failing ? { data: null, error: new Error("down") } : { data: rows, error: null },
    );
  };
  let now = 0;
  const settings = createSiteSettings(dbOf(respond), BASE, null, () => now);
  expect(await settings()).toMatchObject({
    siteName: "Configured",
    social: [],
    plans: DEFAULT_PLANS,
    notice: null,
  });

  rows = [
    { key: "site_name", value: "Local Hands" },
    { key: "social_links", value: { x: "https://x.com/us", facebook: "https://facebook.com/us" } },
    { key: "maintenance_notice", value: { on: true, text: "Back at six." } },
  ];
  const second = await settings();
  expect(second).toMatchObject({
    siteName: "Local Hands",
    contactEmail: "us@site.example",
    notice: "Back at six.",
  });
  expect(second.social.map(({ label }) => label)).toEqual(["Facebook", "X (Twitter)"]);

  failing = true;
  expect((await settings()).siteName).toBe("Local Hands");
  expect(reads).toBe(3);
  failing = false;
  // Not asked again yet; a page made of these is not cached.
  const page = createDependencySet();
  expect((await collectDependencies(page, settings)).siteName).toBe("Local Hands");
  expect([reads, page.all()]).toEqual([3, null]);
  now = 10_000;
  rows = [{ key: "site_name", value: "Back" }];
  expect((await settings()).siteName).toBe("Back");
});

it("reads them again only after a change, and gives pages their tags", async () => {
  let reads = 0;
  const cache = createTaggedCache({ limits: { bytes: 100_000, entries: 10 }, now: () => 0 });
  cache.listen(async () => true);
  const read = async () => {
    reads += 1;
    currentDependencies()?.add({ tags: ["settings"], until: Infinity });
    return { data: [{ key: "site_name", value: `Read ${reads}` }], error: null };
  };
  const settings = createSiteSettings(dbOf(read), BASE, cache);
  for (const expected of ["Read 1", "Read 1"]) {
    const page = createDependencySet(true);
    expect((await collectDependencies(page, settings)).siteName).toBe(expected);
    expect(page.all()?.tags).toEqual(["settings"]);
  }
  expect((await settings()).siteName).toBe("Read 1");
  cache.invalidate(["settings"]);
  expect((await settings()).siteName).toBe("Read 2");
});

it("gives each reader what was read for it, and remembers the newest when a slower read ends last", async () => {
  const reads: ((name: string | null) => void)[] = [];
  const read = () =>
    new Promise<object>((resolve) => {
      reads.push((name) =>
        resolve(
          name === null
            ? { data: null, error: new Error("down") }
            : { data: [{ key: "site_name", value: name }], error: null },
        ),
      );
    });
  const settings = createSiteSettings(dbOf(read), BASE, null, () => 0);
  const [slow, fast] = [settings(), settings()];
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.("New");
  expect((await fast).siteName).toBe("New");
  reads[0]?.("Old");
  expect((await slow).siteName).toBe("Old");
  const failing = settings();
  await expect.poll(() => reads.length).toBe(3);
  reads[2]?.(null);
  expect((await failing).siteName).toBe("New");
});
