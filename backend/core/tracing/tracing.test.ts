import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { type Log, silentLog } from "../log.ts";
import { exportTraces } from "./otlp.ts";
import { tracedFetch } from "./traced-fetch.ts";
import { currentTraceparent, inResponseSpan, inSpan, isTracing, startSpan } from "./tracing.ts";

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

interface Body {
  resourceSpans: {
    resource: { attributes: { key: string; value: unknown }[] };
    scopeSpans: { spans: Sent[] }[];
  }[];
}

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A receiver of OTLP over HTTP, and what it got. */
const startReceiver = async (status = 200) => {
  const got: { path: string; headers: Record<string, unknown>; body: Body }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await readJson(request)) as Body;
    got.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  closing.push(() => server.closeAllConnections());
  const spans = () =>
    got.flatMap(({ body }) =>
      body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got, spans };
};

const start = (endpoint: string, { ratio = 1, log = silentLog as Log } = {}) => {
  const traces = exportTraces({
    endpoint,
    headers: { "api-key": "abc" },
    ratio,
    resource: { "service.name": "site", "process.pid": 7 },
    log,
  });
  closing.push(traces.close);
  return traces;
};

const CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const request = (traceparent: string | null = null) => ({ name: "GET page", traceparent }) as const;

test("spans reach the receiver with their parents, the caller's trace and what failed", async () => {
  const { endpoint, got, spans } = await startReceiver();
  const traces = start(endpoint);
  await inResponseSpan(
    () => ({ ...request(CALLER), kind: "server", attributes: { "request.id": "r1" } }),
    async () => {
      await Promise.all([
        inSpan(
          () => ({ name: "first" }),
          async () => startSpan(() => ({ name: "inner", kind: "client" }))?.end(),
        ),
        inSpan(
          () => ({ name: "second" }),
          () => Promise.reject(new Error("no")),
        ).catch(() => {}),
      ]);
      return new Response(null, { status: 503 });
    },
  );
  await traces.close();
  expect(got[0]).toMatchObject({
    path: "/v1/traces",
    headers: { "api-key": "abc", "content-type": "application/json" },
  });
  expect(got[0]?.body.resourceSpans[0]?.resource.attributes).toEqual([
    { key: "service.name", value: { stringValue: "site" } },
    { key: "process.pid", value: { intValue: 7 } },
  ]);
  const by = Object.fromEntries(spans().map((span) => [span.name, span]));
  expect(Object.keys(by).sort()).toEqual(["GET page", "first", "inner", "second"]);
  expect(by["GET page"]).toMatchObject({
    traceId: "0af7651916cd43dd8448eb211c80319c",
    parentSpanId: "b7ad6b7169203331",
    kind: 2,
    status: { code: 2 },
    attributes: [
      { key: "request.id", value: { stringValue: "r1" } },
      { key: "http.response.status_code", value: { intValue: 503 } },
    ],
  });
  expect(by.first).toMatchObject({ parentSpanId: by["GET page"]?.spanId, status: {} });
  expect(by.inner).toMatchObject({ parentSpanId: by.first?.spanId, kind: 3 });
  expect(by.second).toMatchObject({ parentSpanId: by["GET page"]?.spanId, status: { code: 2 } });
  for (const { startTimeUnixNano, endTimeUnixNano } of spans()) {
    expect(Math.abs(Number(startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000);
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  }
});

test("without an exporter nothing is described, recorded or passed on", async () => {
  expect(isTracing()).toBe(false);
  const describe = () => {
    throw new Error("described");
  };
  expect(startSpan(describe)).toBeNull();
  expect(await inSpan(describe, async (span) => [span, currentTraceparent()])).toEqual([
    null,
    null,
  ]);
  expect((await inResponseSpan(describe, async () => new Response())).status).toBe(200);
});

test("a trace that its caller or the ratio leaves out is passed on as such, and not sent", async () => {
  const { endpoint, spans } = await startReceiver();
  const traces = start(endpoint, { ratio: 0.5 });
  const left = CALLER.replace(/01$/, "00");
  const passed = await inSpan(
    () => request(left),
    () =>
      inSpan(
        () => ({ name: "inner" }),
        async () => currentTraceparent(),
      ),
  );
  expect(passed).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/);
  // By the last bytes of its id, so that every process decides alike.
  const late = CALLER.replace("8448eb211c80319c", "84ffeb211c80319c");
  await inSpan(
    () => request(late),
    async () => {},
  );
  const early = CALLER.replace("8448eb211c80319c", "8400eb211c80319c");
  await inSpan(
    () => request(early),
    async () => {},
  );
  await traces.close();
  expect(spans().map(({ traceId }) => traceId)).toEqual(["0af7651916cd43dd8400eb211c80319c"]);
});

test.each([
  "",
  "00-00000000000000000000000000000000-b7ad6b7169203331-01",
  "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
  "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
])("a malformed traceparent (%s) starts a new trace", async (traceparent) => {
  const { endpoint, spans } = await startReceiver();
  const traces = start(endpoint);
  await inSpan(
    () => request(traceparent),
    async () => {},
  );
  await traces.close();
  const [span] = spans();
  expect(span?.parentSpanId).toBeUndefined();
  expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceparent).not.toContain(span?.traceId);
});

test("calls to our own address continue the trace, and others do not learn of it", async () => {
  const { endpoint, spans } = await startReceiver();
  const traces = start(endpoint);
  const seen: [string, string | null][] = [];
  const call = tracedFetch(
    async (input, init) => {
      seen.push([String(input), new Headers(init?.headers).get("traceparent")]);
      return new Response();
    },
    ({ host }) => host === "own.example",
  );
  await inSpan(
    () => request(),
    async () => {
      await call("https://own.example/rest", { headers: { apikey: "k" } });
      await call("https://payments.example/v1/prices", { method: "POST" });
    },
  );
  await traces.close();
  const own = spans().find(({ name }) => name === "GET own.example");
  expect(seen).toEqual([
    ["https://own.example/rest", `00-${own?.traceId}-${own?.spanId}-01`],
    ["https://payments.example/v1/prices", null],
  ]);
  expect(spans().map(({ name }) => name)).toContain("POST payments.example");
});

test("an address that is none rejects, as without traces", async () => {
  const { endpoint } = await startReceiver();
  start(endpoint);
  const call = tracedFetch(fetch, () => false)("no address");
  await expect(call).rejects.toThrow(TypeError);
});

test("spans without room beside a receiver that takes the others are reported", async () => {
  const { endpoint, spans } = await startReceiver();
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (event, facts) => warnings.push([event, facts]) };
  const traces = start(endpoint, { log });
  for (let count = 0; count < 3000; count++) startSpan(() => ({ name: "a" }))?.end();
  await traces.close();
  expect(spans()).toHaveLength(2048);
  expect(warnings).toEqual([
    ["tracing.not_exported", expect.objectContaining({ dropped: 3000 - 2048 })],
  ]);
});

test("spans that the receiver refuses are dropped and reported once, and nothing waits for it", async () => {
  const { endpoint } = await startReceiver(500);
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (event, facts) => warnings.push([event, facts]) };
  const traces = start(endpoint, { log });
  for (let count = 0; count < 3000; count++) startSpan(() => ({ name: "a" }))?.end();
  await traces.close();
  expect(warnings).toEqual([
    ["tracing.not_exported", expect.objectContaining({ dropped: expect.any(Number) })],
  ]);
  expect(isTracing()).toBe(false);
});

test("a receiver that hangs does not hold up a stop", async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  closing.push(() => server.closeAllConnections());
  const lines: string[] = [];
  const log = { ...silentLog, warn: (event: string) => lines.push(event) } as Log;
  const traces = start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { log });
  startSpan(() => ({ name: "last" }))?.end();
  await traces.close();
  expect(lines).toEqual(["tracing.not_exported"]);
});
