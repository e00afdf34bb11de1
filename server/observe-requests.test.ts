import { type Log, metrics, silentLog, textOf } from "supabase-compatible-backend/core";
import { expect, test } from "vitest";
import { currentRequestId } from "./current-work.ts";
import { observeRequests } from "./observe-requests.ts";

const observed = (accessLog: boolean, respond: () => Promise<Response>) => {
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const log: Log = { ...silentLog, info: (event, facts) => lines.push([event, facts]) };
  const ids: (string | undefined)[] = [];
  const fetch = observeRequests({
    accessLog,
    log,
    async fetch(_request, info) {
      ids.push(info.requestId, currentRequestId());
      return respond();
    },
  });
  return { fetch, lines, ids };
};

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost${path}`, { headers });

test("a request has one id, the proxy's own if it is harmless", async () => {
  const { fetch, ids } = observed(false, async () => new Response());
  await fetch(request("/", { "x-request-id": "abc-1" }), { ip: "127.0.0.1" });
  await fetch(request("/", { "x-request-id": "a b" }), { ip: "127.0.0.1" });
  expect(ids.slice(0, 2)).toEqual(["abc-1", "abc-1"]);
  expect(ids[2]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[3]).toBe(ids[2]);
});

test("the access log has neither queries nor whole addresses, and is off by default", async () => {
  const { fetch, lines } = observed(true, async () => new Response(null, { status: 404 }));
  const given = request("/auth/v1/verify?token=secret", { "x-request-id": "abc-2" });
  await fetch(given, { ip: "203.0.113.7" });
  expect(lines).toEqual([
    [
      "http.request",
      {
        request: "abc-2",
        method: "GET",
        path: "/auth/v1/verify",
        status: 404,
        ms: expect.any(Number),
        network: "203.0.113",
      },
    ],
  ]);
  const quiet = observed(false, async () => new Response());
  await quiet.fetch(given, { ip: "203.0.113.7" });
  expect(quiet.lines).toEqual([]);
});

test("rate, errors and durations are counted by part of the site, failures too", async () => {
  const count = async (labels: string) => {
    const text = textOf(await metrics.snapshot());
    const found = text
      .split("\n")
      .find((line) => line.startsWith(`http_request_duration_seconds_count{${labels}}`));
    return Number(found?.split(" ").at(-1) ?? 0);
  };
  const failing = 'route="rest",method="GET",status="5xx"';
  const before = await count(failing);
  const { fetch } = observed(false, () => Promise.reject(new Error("broken")));
  await expect(fetch(request("/rest/v1/jobs"), { ip: "::1" })).rejects.toThrow("broken");
  expect(await count(failing)).toBe(before + 1);
  expect(textOf(await metrics.snapshot())).toContain("\nhttp_requests_in_progress 0\n");
});
