import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "#server/build.ts";
import { startSite } from "./process.ts";

/**
 * Starts the site as a person would, on an empty folder (with a space in its name) and a free port,
 * with the sample marketplace. The browsers find its address in `SITE`. A fault that the site
 * logged during the run fails it.
 */
export default async () => {
  await ensureBuilt(path.resolve(import.meta.dirname, "../.."));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "e2e site "));
  const site = await startSite(dataDir, { ready: /^Sample sign-ins/m });
  process.env.SITE = site.url;
  return async () => {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
    const faults = site
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":"error"'));
    if (faults.length > 0) throw new Error(`The site logged errors:\n${faults.join("\n")}`);
  };
};
