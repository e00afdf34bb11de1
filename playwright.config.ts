import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "./tests/chromium.ts";

/** Browser journeys against a whole site that the run starts on an empty folder (tests/e2e/site.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./tests/e2e/setup.ts",
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? [["list"]] : [["dot"]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    trace: "retain-on-failure",
    launchOptions: await chromiumLaunch(),
  },
});
