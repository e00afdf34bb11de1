import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const TESTS = [
  "{backend,domain,server,supabase,web}/**/*.test.{ts,tsx}",
  "tests/{house,conformance,security}/**/*.test.ts",
];

/**
 * What reaches beyond its file: stand-ins for modules, the clock, or anything global. Waiting, a function
 * that only writes down its calls, and a console that is silenced and given back do not.
 */
const REACHES =
  /\bvi\.(?!waitFor\b|fn\b|spyOn\(console\b)|\bglobalThis\b|\bprocess\.(env|on|exit)\b/;
const alone = globSync(TESTS).filter((file) => REACHES.test(readFileSync(file, "utf8")));

/**
 * Every test that needs no browser. Each file that needs a database asks `tests/database.ts`. Files
 * share their process and what it has loaded, which halves the time, but for those that reach beyond
 * themselves: each of these has a process of its own.
 */
export default defineConfig({
  test: {
    globalSetup: ["tests/setup.ts"],
    // These end what hangs; they judge no speed, so a busy machine fails nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "shared", include: TESTS, exclude: alone, isolate: false } },
      { extends: true, test: { name: "alone", include: alone, isolate: true } },
    ],
  },
});
