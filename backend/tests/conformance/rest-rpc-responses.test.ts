import { beforeAll, describe, expect, test, vi } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("what a function can read and decide", () => {
  test("role, claims, request and limits of its transaction", async () => {
    const token = await world.token({ sub: ADA, role: "authenticated" });
    const { json } = await world.request("POST", "/rpc/who_am_i", {
      body: {},
      token,
      headers: { "x-agent": "tests" },
    });
    expect(json()).toEqual({
      role: "authenticated",
      sub: ADA,
      method: "POST",
      path: "/rpc/who_am_i",
      agent: "tests",
      timeout: "8s",
      path_setting: '"public", "public", "extensions"',
      read_only: "on",
    });
    const after = await world.request("GET", "/rpc/who_am_i");
    expect(after.json()).toMatchObject({ role: "anon", sub: null, agent: null, timeout: "3s" });
  });

  test("status and headers", async () => {
    const { status, headers, json } = await world.request("POST", "/rpc/answer_with_headers", {
      body: {},
    });
    expect([status, json()]).toEqual([202, "done"]);
    expect(headers.get("cache-control")).toBe("public, max-age=60");
    expect(headers.get("x-film")).toBe("yes");
    const named = await fetch(`${world.backend.url}/rest/v1/rpc/named_file`, {
      headers: { apikey: world.backend.keys.anon },
    });
    const sent = Buffer.from(named.headers.get("content-disposition") ?? "", "latin1");
    expect([sent.toString("utf8"), await named.json()]).toEqual([
      "attachment; filename=größe 好.txt",
      "größe 好",
    ]);
  });

  test("errors that it raises", async () => {
    const fail = async (code: string) => {
      const { status, headers, json } = await world.request("POST", "/rpc/fail_with", {
        body: { code },
      });
      return { status, headers, body: json() };
    };
    expect(await fail("plain")).toMatchObject({
      status: 400,
      body: { code: "P0001", message: "I refuse", details: "Because", hint: "Do not" },
    });
    expect(await fail("PT418")).toMatchObject({
      status: 418,
      body: { code: "PT418", message: "raised" },
    });
    expect(await fail("PT40A")).toMatchObject({ status: 500, body: { code: "PT40A" } });
    const unchosen = await world.anon.rpc("fail_with", { code: "PT40A" });
    expect(unchosen.statusText).toBe("Internal Server Error");
    expect(world.backend.errors.splice(0)).toMatchObject([
      { event: "rest.failed" },
      { event: "rest.failed" },
    ]);
    expect(await fail("42501")).toMatchObject({ status: 401, body: { code: "42501" } });
    expect(await fail("23505")).toMatchObject({ status: 409 });
    const own = await fail("PGRST");
    expect(own).toMatchObject({
      status: 402,
      body: { code: "123", message: "Payment required", details: "Quota", hint: "Upgrade" },
    });
    expect(own.headers.get("x-powered-by")).toBe("Nerd Rage");
    expect((await world.anon.rpc("fail_with", { code: "PT402" })).statusText).toBe("raised");
    const teapot = await world.anon.rpc("fail_with", { code: "teapot" });
    expect([teapot.status, teapot.statusText, teapot.error?.code]).toEqual([
      418,
      "I am a teapot",
      "418",
    ]);
    expect(await fail("broken")).toMatchObject({ status: 500, body: { code: "PGRST121" } });
    expect(world.backend.errors.splice(0)).toMatchObject([{ event: "rest.failed" }]);
  });

  test("a statement that takes too long is ended by its role's limit", async () => {
    await world.backend.db.query("alter role anon set statement_timeout = '200ms'");
    await world.backend.db.query("notify pgrst, 'reload schema'");
    try {
      await expect
        .poll(async () => {
          const { json } = await world.request("GET", "/rpc/who_am_i");
          return json();
        })
        .toMatchObject({ timeout: "200ms" });
      const { status, headers, json } = await world.request("POST", "/rpc/sleep_long", {
        body: {},
      });
      expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
      expect(json()).toMatchObject({ code: "57014", hint: "Try again shortly." });
    } finally {
      await world.backend.db.query("alter role anon set statement_timeout = '3s'");
    }
  });
});

describe("response headers that a function sets", () => {
  /** Waits until the schema has the function, whose response is its argument. */
  const redactError = async (facts: { headers?: string; status?: string }) => {
    const query = new URLSearchParams(facts).toString();
    const response = await world.request("GET", `/rpc/say?${query}`);
    return { ...response, cookies: response.headers.getSetCookie() };
  };
  beforeAll(async () => {
    await world.backend.db.query(`
      create function public.say(headers text default null, status text default null) returns json
      language plpgsql stable as $$ begin
        perform set_config('response.headers', headers, true), set_config('response.status', status, true);
        return '{"done": true}'; end $$`);
    await vi.waitFor(async () => expect((await redactError({})).status).toBe(200), {
      timeout: 30_000,
    });
  });

  test("headers go before our own, and several cookies arrive each by itself", async () => {
    const headers = [
      { "Cache-Control": "public" },
      { "content-type": "application/told+json" },
      { "Set-Cookie": "a=1" },
      { "set-cookie": "b=2; Path=/" },
      { Vary: "x-one" },
      { vary: "x-two" },
    ];
    const response = await redactError({ headers: JSON.stringify(headers) });
    expect([response.status, response.json()]).toEqual([200, { done: true }]);
    expect(response.headers.get("cache-control")).toBe("public");
    expect(response.headers.get("content-type")).toBe("application/told+json");
    expect(response.headers.get("vary")).toBe("x-one, x-two");
    expect(response.headers.get("content-range")).toBe("0-0/*");
    expect(response.cookies).toEqual(["a=1", "b=2; Path=/"]);
  });

  test("a status is used, without a body where it has none", async () => {
    expect((await world.anon.rpc("fail_with", { code: "PT402" })).statusText).toBe("raised");
    const teapot = await redactError({ status: "418" });
    expect([teapot.status, teapot.json()]).toEqual([418, { done: true }]);
    const empty = await redactError({ status: "204" });
    expect([empty.status, empty.text]).toEqual([204, ""]);
  });

  test.each([
    "no json",
    "null",
    '"text"',
    '{"a": "b"}',
    '["text"]',
    "[null]",
    "[{}]",
    '[{"a": "b", "c": "d"}]',
    '[{"a": 1}]',
    '[{"no name": "b"}]',
    '[{"x-broken": "one\\r\\ntwo: 2"}]',
  ])("what are no headers is refused, and logged: %s", async (headers) => {
    const response = await redactError({ headers });
    expect(response.status).toBe(500);
    expect(response.json()).toMatchObject({ code: "PGRST111" });
    expect(world.backend.errors.splice(0)).toHaveLength(1);
  });

  test.each(["199", "600", "20", "two"])("nor is this a status: %s", async (status) => {
    const response = await redactError({ status });
    expect(response.status).toBe(500);
    expect(response.json()).toMatchObject({ code: "PGRST112" });
    expect(world.backend.errors.splice(0)).toHaveLength(1);
  });
});
