import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "./tests/chromium.ts";

/** Browser journeys against a whole site that each worker starts on an empty folder (tests/e2e/site.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/e2e/setup.ts",
  workers: Math.max(2, availableParallelism()),
  // A retry runs on a new worker with a new site, which separates leftovers of other files from faults
  // of the site. `tests/run.ts` names each test that needed it.
  retries: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // What screen readers say (tests/e2e/site/speech.spec.ts): the same on every system.
  snapshotPathTemplate: "{testDir}/site/speech/{arg}{ext}",
  reporter: process.env.CI ? [["list"]] : [["dot"]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Recording costs a third more of the processor: ask for it where a test fails, with `--trace on`.
    trace: "off",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: await chromiumLaunch(),
  },
});
