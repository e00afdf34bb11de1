import { cpSync, utimesSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { perFile } from "#backend/tests/per-file.ts";

const FIXTURE = path.join(import.meta.dirname, "../tests/conformance/fixtures/functions");

const folder = newFolder("functions-");
cpSync(FIXTURE, folder, { recursive: true });
const backend = perFile(() => startTestBackend({ project: folder }));
afterEach(() => {
  vi.useRealTimers();
});

const get = async (route: string): Promise<{ status: number; pid?: number; code?: string }> => {
  const response = await backend.request(`/functions/v1/bad/${route}`);
  const body = await response.json().catch(() => ({}));
  return { status: response.status, ...body };
};

test("a request during the replacement of a changed function does not go to the process that stops", async () => {
  await get("well");
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let change = 1; change <= 5; change++) {
    const before = (await get("well")).pid;
    // The next request checks the files again.
    vi.setSystemTime(Date.now() + 300);
    const moment = new Date(Date.now() + change * 10_000);
    utimesSync(path.join(folder, "functions", "bad", "index.ts"), moment, moment);
    const responses = await Promise.all([1, 2, 3, 4].map(() => get("well")));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const after = new Set(responses.map(({ pid }) => pid));
    expect([after.size, after.has(before)]).toEqual([1, false]);
  }
});

test("a process that dies during a request is replaced, and the request gets an error", async () => {
  const { pid = 0 } = await get("well");
  const sleeping = get("sleep");
  // The one process took the request before this one.
  await get("well");
  process.kill(pid, "SIGTERM");
  const died = await sleeping;
  expect([died.status, died.code]).toEqual([500, "WORKER_ERROR"]);
  const next = await get("well");
  expect(next.status).toBe(200);
  expect(next.pid).not.toBe(pid);
});
