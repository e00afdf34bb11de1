import { expect, it } from "vitest";
import type { Db } from "#web/session/database.ts";
import type { Settings } from "#web/session/site.ts";
import { createSiteSettings } from "./site-settings.ts";

const BASE = { siteName: "Configured", contactEmail: "us@site.example" } as Settings;

it("puts what admins set over the configuration, reads seldom, and again after a write", async () => {
  let rows: { key: string; value: unknown }[] = [{ key: "site_name", value: "" }];
  let failing = false;
  let reads = 0;
  const respond = () => {
    reads += 1;
    return Promise.resolve(
      failing ? { data: null, error: new Error("down") } : { data: rows, error: null },
    );
  };
  const db = { from: () => ({ select: () => ({ in: respond }) }) } as unknown as Db;
  let now = 0;
  const settings = createSiteSettings(db, BASE, () => now);
  const [first] = await Promise.all([settings.get(), settings.get()]);
  expect(first).toMatchObject({ siteName: "Configured", social: [], notice: null });
  expect(reads).toBe(1);

  rows = [
    { key: "site_name", value: "Local Hands" },
    { key: "social_links", value: { x: "https://x.com/us", facebook: "https://facebook.com/us" } },
    { key: "maintenance_notice", value: { on: true, text: "Back at six." } },
  ];
  expect((await settings.get()).siteName).toBe("Configured");
  settings.invalidate();
  const second = await settings.get();
  expect(second).toMatchObject({
    siteName: "Local Hands",
    contactEmail: "us@site.example",
    notice: "Back at six.",
  });
  expect(second.social.map(({ label }) => label)).toEqual(["Facebook", "X (Twitter)"]);

  failing = true;
  now = 10_000;
  expect((await settings.get()).siteName).toBe("Local Hands");
  expect(reads).toBe(3);
});
