import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { createNeedsDatabase } from "./tests/needs-database.ts";

/**
 * What reaches beyond its file: stand-ins for modules, the clock, or anything global. Waiting, a function
 * that only writes down its calls, a console that is silenced and given back, and an environment that is
 * only read do not.
 */
const REACHES =
  /\bvi\.(?!waitFor\b|fn\b|spyOn\(console\b)|\bglobalThis\b|\bprocess\.(env\.\w+ = |on\b|exit\b)/;

const files = globSync([
  "{backend,domain,server,supabase,web}/**/*.test.{ts,tsx}",
  "tests/{house,screens,security}/**/*.test.ts",
]);
const needsDatabase = createNeedsDatabase();
const parts = Map.groupBy(
  files,
  (file) =>
    `${needsDatabase(file) ? "database" : "unit"}${REACHES.test(readFileSync(file, "utf8")) ? "-alone" : ""}`,
);

/**
 * Every test that needs no browser: `unit` starts no database, each file of `database` asks
 * `backend/tests/database.ts` for its own. Files share their process and what it has loaded, which halves the time,
 * but for those that reach beyond themselves: each of these (`-alone`) has a process of its own.
 */
export default defineConfig({
  test: {
    // These end what hangs; they judge no speed, so a busy machine fails nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // `tests/run.ts` names each test that needed it, which is a defect.
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
    // One more than the processors, at least three: many tests wait for what is slow or silent on purpose.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    projects: [...parts].map(([name, include]) => ({
      extends: true as const,
      test: {
        name,
        include,
        isolate: name.endsWith("-alone"),
        globalSetup: name.startsWith("database") ? ["backend/tests/setup.ts"] : [],
        setupFiles: name.startsWith("database")
          ? ["backend/tests/close-left-open.ts", "tests/parse-results.ts"]
          : [],
      },
    })),
  },
});
