import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startProgram } from "#tests/e2e/process.ts";

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
  const { process: npm, output } = await startProgram(
    "npm",
    ["start"],
    { PORT: "0", DATA_DIR: dataDir, SITE_MODE: "trial", SITE_URL: "", WORKERS: "2" },
    (printed) => when.test(printed),
    true,
  );
  const exited = once(npm, "close");
  end(npm.pid ?? 0);
  const [code] = (await exited) as [number | null];
  return { code, output: output() };
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
