import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";

const root = path.resolve(import.meta.dirname, "../../..");
/** Printed before the sample is loaded. */
const SERVES = /Mailbox: http/;
const FAULT = /"level":"error"|^\w*Error:/m;
const LOADED = /Admin: make the first one/;

/** `npm start` in a group of its own, as a terminal has it, ended once it says `when`. */
const startAndEnd = async (
  dataDir: string,
  when: RegExp,
  end: (group: number) => void,
): Promise<{ code: number | null; output: string }> => {
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      SITE_MODE: "trial",
      SITE_URL: "",
      WORKERS: "2",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const printed = new Promise<void>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
        if (when.test(output)) resolve();
      });
    npm.once("exit", () => reject(new Error(output)));
  });
  await printed;
  const exited = once(npm, "close");
  end(npm.pid ?? 0);
  const [code] = (await exited) as [number | null];
  return { code, output };
};

test("a site of two processes that is ended while it loads the sample ends cleanly, and continues at the next start", async () => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "stopping-"));
  try {
    const cut = await startAndEnd(dataDir, SERVES, (group) => process.kill(-group, "SIGTERM"));
    expect(cut.output).not.toMatch(FAULT);
    expect(cut.output).not.toMatch(LOADED);
    expect(cut.code, cut.output).toBe(0);
    // Ctrl-C: every process of the group receives it, and npm forwards it too.
    const whole = await startAndEnd(dataDir, LOADED, (group) => process.kill(-group, "SIGINT"));
    expect(whole.output).not.toMatch(FAULT);
    expect(whole.code, whole.output).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
