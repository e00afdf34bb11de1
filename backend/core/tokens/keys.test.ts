import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { systemClock } from "../clock.ts";
import { CLI_JWT_SECRET, cliKeys, loadKeys } from "./keys.ts";
import { createTokens } from "./tokens.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = newFolder("keys-");
});

test("makes keys once, readable by their owner only, also when two processes start at once", async () => {
  const [one, two] = await Promise.all([loadKeys(dataDir), loadKeys(dataDir)]);
  expect(two).toEqual(one);
  expect(await loadKeys(dataDir)).toEqual(one);
  expect(statSync(path.join(dataDir, "keys.json")).mode & 0o777).toBe(0o600);
  const tokens = await createTokens(one.signing, systemClock);
  expect(await tokens.verify(one.api.serviceRole)).toMatchObject({ role: "service_role" });
  const { iat, exp = 0, role } = decodeJwt(one.api.anon);
  expect([role, iat]).toEqual(["anon", undefined]);
  expect(Math.abs(exp - Date.now() / 1000 - 10 * 365 * 86_400)).toBeLessThan(60);
  expect(decodeProtectedHeader(await tokens.sign({ role: "anon" })).alg).toBe("ES256");
});

test("a secret of the project's own signs with HS256, and another secret makes other keys", async () => {
  const first = await loadKeys(dataDir, "a secret of sixteen or more");
  expect(first.signing).toEqual({ secret: "a secret of sixteen or more" });
  expect(await loadKeys(dataDir, "a secret of sixteen or more")).toEqual(first);
  const second = await loadKeys(dataDir, "another secret, also long");
  expect(second.api.anon).not.toBe(first.api.anon);
  expect(await loadKeys(dataDir, "another secret, also long")).toEqual(second);
});

test("keys made while the clock is in 1970 are valid in the present", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  const { api } = await loadKeys(dataDir).finally(() => vi.useRealTimers());
  expect(decodeJwt(api.anon).exp).toBeGreaterThan(Date.now() / 1000 + 86_400);
});

test("a damaged file is refused, never replaced", async () => {
  const file = path.join(dataDir, "keys.json");
  writeFileSync(file, '{"signing":');
  await expect(loadKeys(dataDir)).rejects.toThrow(`${file} is damaged`);
  expect(readFileSync(file, "utf8")).toBe('{"signing":');
});

test("with the CLI's own secret the keys are those that every local project prints", async () => {
  const { api } = await loadKeys(dataDir, CLI_JWT_SECRET);
  expect(api).toEqual((await cliKeys()).api);
  // As published in Supabase's documentation of self-hosting and local development.
  expect(api.anon).toBe(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0",
  );
  expect(api.publishable).toBe("sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH");
});
