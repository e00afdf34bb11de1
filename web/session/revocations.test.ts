import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queueRevocation, retryRevocations } from "./revocations.ts";
import { memoryStorage } from "./token-storage.ts";

const KEY = "solutionz-revocations";
let stored: ReturnType<typeof memoryStorage>;
const calls: string[] = [];
/** The service's responses by path; a path without an entry cannot be reached. */
let responses: Record<string, [number, object?]> = {};

beforeEach(() => {
  vi.useFakeTimers();
  stored = memoryStorage();
  calls.length = 0;
  vi.stubGlobal("localStorage", stored);
  vi.stubGlobal("window", { location: { origin: "http://site.example" } });
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const path = url.replace("http://site.example/auth/v1", "");
    const { authorization = "" } = init.headers as Record<string, string>;
    calls.push(`${path} ${authorization}`.trim());
    const response = responses[`${path} ${authorization}`.trim()] ?? responses[path];
    if (!response) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(response[1] ?? {}), { status: response[0] });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const session = { access_token: "old", refresh_token: "renew" };

it("keeps a session that could not be ended until the service has ended it", async () => {
  responses = {};
  queueRevocation(session);
  await retryRevocations();
  expect(stored.getItem(KEY)).not.toBeNull();
  responses = { "/logout?scope=local": [500] };
  await retryRevocations();
  expect(stored.getItem(KEY)).not.toBeNull();
  // Happens by itself, a minute after the session was stored here.
  responses = { "/logout?scope=local Bearer old": [200] };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored.getItem(KEY)).toBeNull();
});

it("ends a session whose access token has expired with a new one", async () => {
  responses = {
    "/logout?scope=local Bearer old": [403],
    "/token?grant_type=refresh_token": [200, { access_token: "new", refresh_token: "next" }],
    "/logout?scope=local Bearer new": [200],
  };
  queueRevocation(session);
  await retryRevocations();
  expect(calls).toEqual([
    "/logout?scope=local Bearer old",
    "/token?grant_type=refresh_token",
    "/logout?scope=local Bearer new",
  ]);
  expect(stored.getItem(KEY)).toBeNull();
});

it("drops a session that has ended", async () => {
  responses = {
    "/logout?scope=local": [403],
    "/token?grant_type=refresh_token": [400, { error_code: "refresh_token_not_found" }],
  };
  queueRevocation(session);
  await retryRevocations();
  expect(stored.getItem(KEY)).toBeNull();
});
