import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { HttpError } from "#backend/core/errors.ts";
import { createHttpHook } from "./hook-http.ts";

const SECRETS = `v1,whsec_${Buffer.from("the first of two secrets").toString("base64")}`;
const QUICK = { timeoutMs: 5000, pauseMs: 1, tries: 3, longest: 1000 };

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(null));
});

const serve = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const hookAt = (uri: string, limits = QUICK, secrets: string | null = SECRETS) => {
  const hook = createHttpHook(uri, secrets, { now: () => 1_700_000_000_000 }, limits);
  if (!hook) throw new Error("The hook cannot be used");
  return hook;
};

const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof HttpError)) throw new Error("Not refused", { cause: error });
  return [error.status, error.code, error.message];
};

it("gives a hook that is busy a second try, under the same id", async () => {
  const ids: unknown[] = [];
  const uri = await serve(({ headers }, response) => {
    ids.push(headers["webhook-id"]);
    const busy = ids.length < 3;
    response.writeHead(busy ? 503 : 200, {
      "content-type": "application/json; charset=utf-8",
      ...(busy ? { "retry-after": "true" } : {}),
    });
    response.end('{"done":true}');
  });
  expect(await hookAt(uri)({})).toEqual({ done: true });
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  ids.length = 0;
  expect(await refusal(hookAt(uri, { ...QUICK, tries: 2 })({}))).toEqual([
    500,
    "unexpected_failure",
    "Service currently unavailable due to hook",
  ]);
});

it("does not repeat a call that the hook may have received", async () => {
  let requests = 0;
  const uri = await serve(({ socket }) => {
    requests += 1;
    socket.destroy();
  });
  expect(await refusal(hookAt(uri)({}))).toEqual([
    422,
    "hook_timeout_after_retry",
    "Failed to reach hook after maximum retries",
  ]);
  expect(requests).toBe(1);
});

it("is tried again where nobody was reached", async () => {
  const uri = await serve(() => {});
  server?.close();
  const fetched = vi.spyOn(globalThis, "fetch");
  expect(await refusal(hookAt(uri)({}))).toEqual([
    422,
    "hook_timeout_after_retry",
    "Failed to reach hook after maximum retries",
  ]);
  expect(fetched).toHaveBeenCalledTimes(3);
  fetched.mockRestore();
});

it("is waited for only so long", async () => {
  const uri = await serve(() => {});
  expect(await refusal(hookAt(uri, { ...QUICK, timeoutMs: 50 })({}))).toEqual([
    422,
    "hook_timeout",
    "Failed to reach hook within maximum time of 0.050000 seconds",
  ]);
});

it("has to respond with JSON that is not too long", async () => {
  const responses: [number, Record<string, string>, string, unknown[]][] = [
    [200, { "content-type": "text/html" }, "{}", [400, "hook_payload_invalid_content_type"]],
    [200, {}, "{}", [400, "hook_payload_invalid_content_type"]],
    [200, { "content-type": "application/json" }, "{", [500, "unexpected_failure"]],
    [
      200,
      { "content-type": "application/json" },
      " ".repeat(1001),
      [422, "hook_payload_over_size_limit"],
    ],
    [302, { location: "http://127.0.0.1:9/" }, "", [500, "unexpected_failure"]],
    [404, {}, "", [500, "unexpected_failure", "Unexpected status code returned from hook: 404"]],
  ];
  for (const [status, headers, body, expected] of responses) {
    const uri = await serve((_, response) => {
      response.writeHead(status, headers);
      response.end(body);
    });
    const refusalOf = await refusal(hookAt(uri)({}));
    expect(refusalOf.slice(0, expected.length)).toEqual(expected);
    server?.close();
  }
});

it("is signed with every secret, and sends none over plain HTTP", async () => {
  let signatures: unknown;
  const uri = await serve(({ headers }, response) => {
    signatures = headers["webhook-signature"];
    response.writeHead(200, { "content-type": "application/json" });
    response.end();
  });
  await hookAt(uri, QUICK, `${SECRETS}|${SECRETS.replace("v1,whsec_d", "v1,whsec_e")}`)({});
  expect(signatures).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  const clock = { now: () => 0 };
  expect(createHttpHook("http://hooks.example/", SECRETS, clock)).toBeNull();
  expect(createHttpHook("https://hooks.example/", null, clock)).toBeNull();
  expect(createHttpHook("https://hooks.example/", "whsec_abc", clock)).toBeNull();
});
