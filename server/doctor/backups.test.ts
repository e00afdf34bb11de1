import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { listening } from "#backend/tests/listening.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { examined } from "#tests/examined.ts";
import { checkAddress } from "./address.ts";
import { checkBackups } from "./backups.ts";
import { checkSettings } from "./settings.ts";

/** The name of a backup's folder. */
const agesAgo = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace(/:(\d\d):(\d\d)\.\d+/, "$1$2");

test.each([
  ["none", {}, "warning", /none are made/],
  ["a folder that is not there", {}, "warning", /does not exist/],
  ["a file", {}, "fault", /ENOTDIR|EEXIST/],
  ["inside DATA_DIR", {}, "fault", /inside DATA_DIR/],
  ["empty", {}, "warning", /there is none yet/],
  ["an incomplete one", {}, "warning", /there is none yet/],
  ["made 3 hours ago", {}, "ok", /the newest is 3 hours old/],
  ["made 49 hours ago", {}, "fault", /the newest is 49 hours old, and BACKUP_EVERY is 24/],
  ["made 49 hours ago", { BACKUP_EVERY: "48" }, "ok", /the newest is 49 hours old/],
])("backups: %s %j: %s", async (kind, more, level, what) => {
  const [dataDir, folder] = [newFolder("data-"), newFolder("backups-")];
  const places: Record<string, string> = {
    none: "",
    "a folder that is not there": path.join(folder, "missing"),
    "a file": path.join(folder, "file"),
    "inside DATA_DIR": path.join(dataDir, "backups"),
  };
  const backups = places[kind] ?? folder;
  if (kind === "a file") writeFileSync(backups, "");
  if (kind === "an incomplete one") mkdirSync(path.join(backups, agesAgo(1)));
  const [, hours] = /^made (\d+)/.exec(kind) ?? [];
  if (hours) writeFiles(backups, { [`${agesAgo(Number(hours))}/manifest.json`]: "{}" });
  const environment = { SITE_MODE: "live", BACKUP_TO: backups, ...more };
  const findings = await checkBackups(examined(environment, { dataDir }));
  expect(findings.at(-1)).toMatchObject({ level, what: expect.stringMatching(what) });
});

test.each([
  [{ TRUSTED_PROXIES: "0.0.0.0/0" }, "fault", "TRUSTED_PROXIES trusts everybody"],
  [{ TRUSTED_PROXIES: "10.0.0.5,::/0" }, "fault", "TRUSTED_PROXIES trusts everybody"],
  [{ HOST: "0.0.0.0" }, "warning", "HOST=0.0.0.0 lets other machines in"],
  [{ HOST: "0.0.0.0", TRUSTED_PROXIES: "172.16.0.0/12" }, "ok", "complete and well formed"],
  [{ SITE_MODE: "live", ADMIN_SETUP_TOKEN: "aaaaaaaaaaaaaaaaaa" }, "fault", "ADMIN_SETUP_TOKEN"],
])("settings that let anybody in: %j", async (environment, level, what) => {
  const findings = await checkSettings(examined(environment, { dataDir: newFolder("data-") }));
  expect(findings).toContainEqual(
    expect.objectContaining({ level, what: expect.stringContaining(what) }),
  );
});

test("a DATA_DIR other than the running site's is named, not passed over", async () => {
  const site = createServer((_request, response) => response.end('{"ok":true}'));
  const { port } = await perTest(listening(site));
  const environment = { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` };
  const findings = await checkAddress(examined(environment, { dataDir: newFolder("data-") }));
  expect(findings).toContainEqual(
    expect.objectContaining({ level: "fault", what: expect.stringMatching(/^Keys: .* has none/) }),
  );
});
