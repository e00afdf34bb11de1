import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "#server/build.ts";

const root = path.resolve(import.meta.dirname, "../..");
const SITE_IS_AT = / is at (http:\/\/\S+)/;

/**
 * Starts the site as a person would, on an empty folder and a free port, with the sample
 * marketplace. The browsers find its address in `SITE`.
 */
export default async () => {
  await ensureBuilt(root);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "e2e site "));
  const site = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, SITE_URL: "", SITE_MODE: "trial" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [site.stdout, site.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        const found = SITE_IS_AT.exec(output)?.[1];
        if (found && /^Sample sign-ins/m.test(output)) resolve(found);
      });
    }
    site.on("exit", (code) => reject(new Error(`The site ended with ${code}:\n${output}`)));
  });
  process.env.SITE = address;
  return async () => {
    site.removeAllListeners("exit");
    const ended = new Promise((resolve) => site.once("exit", resolve));
    site.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
    const faults = output.split("\n").filter((line) => line.includes('"level":"error"'));
    if (faults.length > 0) throw new Error(`The site logged errors:\n${faults.join("\n")}`);
  };
};
