import { createServer, type RequestListener } from "node:http";
import { expect, it, vi } from "vitest";
import { HttpError } from "#backend/core/errors.ts";
import { listening } from "#backend/tests/listening.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { createHttpHook } from "./hook-http.ts";

const SECRETS = `v1,whsec_${Buffer.from("the first of two secrets").toString("base64")}`;
const UNREACHED = [422, "hook_timeout_after_retry", "Failed to reach hook after maximum retries"];
const QUICK = { timeoutMs: 5000, pauseMs: 1, tries: 3, longest: 1000 };

const serve = (listener: RequestListener) => perTest(listening(createServer(listener)));

const hookAt = (url: string, limits = QUICK, secrets: string | null = SECRETS) => {
  const hook = createHttpHook(url, secrets, { now: () => 1_700_000_000_000 }, limits);
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
  const { url } = await serve(({ headers }, response) => {
    ids.push(headers["webhook-id"]);
    const busy = ids.length < 3;
    response.writeHead(busy ? 503 : 200, {
      "content-type": "application/json; charset=utf-8",
      ...(busy ? { "retry-after": "true" } : {}),
    });
    response.end('{"done":true}');
  });
  expect(await hookAt(url)({})).toEqual({ done: true });
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  ids.length = 0;
  expect(await refusal(hookAt(url, { ...QUICK, tries: 2 })({}))).toEqual([
    500,
    "unexpected_failure",
    "Service currently unavailable due to hook",
  ]);
});

it("does not repeat a call that the hook may have received", async () => {
  let requests = 0;
  const { url } = await serve(({ socket }) => {
    requests += 1;
    socket.destroy();
  });
  expect(await refusal(hookAt(url)({}))).toEqual(UNREACHED);
  expect(requests).toBe(1);
});

it("is tried again where nobody was reached", async () => {
  const { url, close } = await serve(() => {});
  await close();
  const fetched = vi.spyOn(globalThis, "fetch");
  expect(await refusal(hookAt(url)({}))).toEqual(UNREACHED);
  expect(fetched).toHaveBeenCalledTimes(3);
  fetched.mockRestore();
});

it("is waited for only so long", async () => {
  const { url } = await serve(() => {});
  expect(await refusal(hookAt(url, { ...QUICK, timeoutMs: 50 })({}))).toEqual([
    422,
    "hook_timeout",
    "Failed to reach hook within maximum time of 0.050000 seconds",
  ]);
});

it("has to respond with JSON that is not too long", async () => {
  const json = { "content-type": "application/json" };
  const responses: [number, Record<string, string>, string, unknown[]][] = [
    [200, { "content-type": "text/html" }, "{}", [400, "hook_payload_invalid_content_type"]],
    [200, {}, "{}", [400, "hook_payload_invalid_content_type"]],
    [200, json, "{", [500, "unexpected_failure"]],
    [200, json, " ".repeat(1001), [422, "hook_payload_over_size_limit"]],
    [302, { location: "http://127.0.0.1:9/" }, "", [500, "unexpected_failure"]],
    [404, {}, "", [500, "unexpected_failure", "Unexpected status code returned from hook: 404"]],
  ];
  for (const [status, headers, body, expected] of responses) {
    const { url } = await serve((_, response) => {
      response.writeHead(status, headers);
      response.end(body);
    });
    const refusalOf = await refusal(hookAt(url)({}));
    expect(refusalOf.slice(0, expected.length)).toEqual(expected);
  }
});

it("is signed with every secret, and sends none over plain HTTP", async () => {
  let signatures: unknown;
  const { url } = await serve(({ headers }, response) => {
    signatures = headers["webhook-signature"];
    response.writeHead(200, { "content-type": "application/json" });
    response.end();
  });
  await hookAt(url, QUICK, `${SECRETS}|${SECRETS.replace("v1,whsec_d", "v1,whsec_e")}`)({});
  expect(signatures).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  const clock = { now: () => 0 };
  expect(createHttpHook("http://hooks.example/", SECRETS, clock)).toBeNull();
  expect(createHttpHook("https://hooks.example/", null, clock)).toBeNull();
  expect(createHttpHook("https://hooks.example/", "whsec_abc", clock)).toBeNull();
});
