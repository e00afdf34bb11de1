import { defineConfig } from "vitest/config";

/** Every test that needs no browser. Each file that needs a database asks `tests/database.ts`. */
export default defineConfig({
  test: {
    include: [
      "{backend,domain,server,supabase,web}/**/*.test.{ts,tsx}",
      "tests/{house,conformance,security}/**/*.test.ts",
    ],
    globalSetup: ["tests/setup.ts"],
    // These end what hangs; they judge no speed, so a busy machine fails nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
