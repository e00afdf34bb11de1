import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { boundCodeCache } from "./code-cache.ts";

test("compiled code is removed as a whole once it is larger than its limit, not before", async () => {
  const folder = throwAwayFolder("code-cache-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "v24"), { recursive: true });
  for (const name of ["a", "b"]) writeFileSync(path.join(folder, "v24", name), "x".repeat(2_000));
  await boundCodeCache(folder, 4_000);
  expect(existsSync(path.join(folder, "v24", "a"))).toBe(true);
  await boundCodeCache(folder, 3_999);
  expect(existsSync(folder)).toBe(false);
});

test("a folder that is not there yet is no error", async () => {
  await expect(boundCodeCache("/nowhere/at/all")).resolves.toBeUndefined();
});
