import { defineConfig } from "vitest/config";

/** Every test that needs no browser. Each file that needs a database asks `tests/database.ts`. */
export default defineConfig({
  test: {
    include: [
      "{backend,domain,server,supabase,web}/**/*.test.{ts,tsx}",
      "tests/{house,conformance,security}/**/*.test.ts",
    ],
    globalSetup: ["tests/setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
