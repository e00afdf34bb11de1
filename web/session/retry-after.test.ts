import { afterEach, expect, it, vi } from "vitest";
import { faultOf, NETWORK_ISSUE } from "#domain/site/faults.ts";
import { fetchNotingWaits, retryAfterSeconds } from "./retry-after.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("records the wait that the service asks for", async () => {
  const headers = { "retry-after": "42" };
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 429, headers }));
  await fetchNotingWaits("https://www.example.org/rest/v1/jobs");
  expect(retryAfterSeconds()).toBe(42);
});

it("gives up on a sign-in without an answer, and on nothing else", async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException("signal timed out", "TimeoutError"));
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_input, init) => {
    init?.signal?.throwIfAborted();
    return new Response();
  });
  const called = (path: string, init?: RequestInit) =>
    fetchNotingWaits(`https://www.example.org${path}`, init).catch(
      (error: unknown) => faultOf(error, "").message,
    );
  expect(await called("/auth/v1/token?grant_type=password")).toBe(NETWORK_ISSUE);
  expect(await called("/storage/v1/object/avatars/a.png")).toBeInstanceOf(Response);
  const { signal } = new AbortController();
  expect(await called("/auth/v1/user", { signal })).toBeInstanceOf(Response);
  expect(limits).toEqual([60_000]);
});
