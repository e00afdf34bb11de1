import { beforeAll, describe, expect, test, vi } from "vitest";
import { atEnd, perFile } from "#backend/tests/per-file.ts";
import { ADA, refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("calls", () => {
  test("arguments by name, with defaults and overloads", async () => {
    for (const [name, parameters, result] of [
      ["add", { a: 1 }, 11],
      ["add", { a: 1, b: 2 }, 3],
      ["greet", { name: "Bo" }, "Hi Bo"],
      ["greet", { name: "Bo", loud: true }, "HI Bo"],
      ["total", { nums: [1, 2, 3] }, 6],
    ] as const)
      expect((await world.anon.rpc(name, parameters)).data).toBe(result);
    const get = { get: true };
    expect((await world.anon.rpc("add", { a: 1, b: 2 }, get)).data).toBe(3);
    expect((await world.request("GET", "/rpc/total?nums=4&nums=5")).json()).toBe(9);
    expect((await world.request("GET", "/rpc/total?nums=4")).json()).toBe(4);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const ofForm = await world.request("POST", "/rpc/total", { body: "nums=7", headers: form });
    expect(ofForm.json()).toBe(7);
    const tags = ["a", "b"];
    expect((await world.anon.rpc("tagged", { tags }, get)).data).toEqual({ tags, facts: {} });
  });

  test("every kind of result", async () => {
    expect((await world.anon.rpc("pair")).data).toEqual({ first: 1, second: "two" });
    expect((await world.anon.rpc("numbers", { upto: 3 })).data).toEqual([1, 2, 3]);
    const film = await world.anon.rpc("one_film", { film: 3 });
    expect(film.data).toMatchObject({ title: "Night Train" });
    const nothing = await world.anon.rpc("do_nothing");
    expect([nothing.status, nothing.data, nothing.error]).toEqual([204, null, null]);
    expect((await world.anon.rpc("greet", { name: null })).data).toBeNull();
  });

  test("rows of a result are selected, filtered, ordered, embedded and counted like a table's", async () => {
    const { data, count, status } = await world.anon
      .rpc("films_since", { year: 1990 }, { count: "exact" })
      .select("title, directors(name)")
      .not("director_id", "is", null)
      .order("released", { ascending: false })
      .range(0, 1);
    expect([status, count, data]).toEqual([
      206,
      3,
      [
        { title: "The Long Rain", directors: { name: "Ken Mori" } },
        { title: "Night Train", directors: { name: "Ken Mori" } },
      ],
    ]);
    const grouped = await world.anon.rpc("stats").eq("genre", "drama").single();
    expect(grouped.data).toEqual({ genre: "drama", films: 2 });
    const csv = await world.anon.rpc("stats").eq("genre", "drama").csv();
    expect(csv.data).toBe("genre,films\ndrama,2");
  });

  test("head gives the count only", async () => {
    const options = { head: true, count: "exact" } as const;
    const { data, count } = await world.anon.rpc("films_since", { year: 2000 }, options);
    expect([data, count]).toEqual([null, 3]);
  });

  test("the whole body as the only argument", async () => {
    const call = async (name: string, body: unknown, type = "application/json") => {
      const headers = { "content-type": type };
      return (await world.request("POST", `/rpc/${name}`, { body, headers })).json();
    };
    for (const body of [{ a: [1] }, [1, "x", null]])
      expect(await call("whole", body)).toEqual(body);
    expect((await world.anon.rpc("echo_text", { "": "x" })).data).toBe('{"":"x"}');
    expect(await call("echo_text", "plain 'text'", "text/plain")).toBe("plain 'text'");
    expect(await call("whole", "a\n1", "text/csv")).toMatchObject({
      code: "PGRST202",
      details:
        "Searched for the function public.whole with parameter a, but no matches were found in the schema cache.",
    });
  });

  test("a function that changes rows: POST only, and undone when it is not the one row", async () => {
    const rename = (film: number, title: string, options = {}) =>
      world.anon.rpc("rename_film", { film, title }, options);
    await refused(rename(1, "X", { get: true }), 405, "25006");
    await refused(rename(999, "X").single(), 406, "PGRST116");
    const { data } = await rename(1, "Loud").select("id, title");
    expect(data).toEqual([{ id: 1, title: "Loud" }]);
    await world.refuses(405, "PGRST101", "PUT", "/rpc/add", { body: {} });
  });

  test("what cannot be called", async () => {
    const none = await world.anon.rpc("ad", { a: 1 });
    expect([none.status, none.error]).toMatchObject([
      404,
      {
        code: "PGRST202",
        message: "Could not find the function public.ad(a) in the schema cache",
        details:
          "Searched for the function public.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
      },
    ]);
    const wrong = await world.anon.rpc("films_sinc", { year: 1 });
    expect(wrong.error?.hint).toBe("Perhaps you meant to call the function public.films_since");
    const names = await world.anon.rpc("add", { a: 1, c: 2 });
    expect(names.error?.hint).toBe("Perhaps you meant to call the function public.add(a, b)");
    await refused(world.anon.rpc("add", { a: "one" }), 400, "22P02");
    await refused(world.anon.rpc("hidden_function"), 401, "42501");
  });
});

describe("a changing schema", () => {
  test("takes effect without a reload", async () => {
    const rows = () => world.request("GET", "/fresh");
    await world.sql("create table public.fresh (id int primary key, a int)");
    await world.sql("grant all on public.fresh to anon");
    const insert = () => world.anon.from("fresh").insert({ id: 1, a: 2 });
    await expect.poll(async () => (await insert()).status).toBe(201);
    for (let use = 0; use < 3; use++) expect((await rows()).json()).toEqual([{ id: 1, a: 2 }]);
    await world.sql("alter table public.fresh drop column a, add column b text default 'x'");
    await expect.poll(async () => (await rows()).json()).toEqual([{ id: 1, b: "x" }]);
    await world.sql("drop table public.fresh");
    await expect.poll(async () => (await rows()).status).toBe(404);
  });
});

describe("what a function can read and decide", () => {
  test("role, claims, request and limits of its transaction", async () => {
    const token = await world.token({ sub: ADA, role: "authenticated" });
    const options = { body: {}, token, headers: { "x-agent": "tests" } };
    expect((await world.request("POST", "/rpc/who_am_i", options)).json()).toEqual({
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
    const answer = await world.request("POST", "/rpc/answer_with_headers", { body: {} });
    expect([answer.status, answer.json()]).toEqual([202, "done"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
    expect(answer.headers.get("x-film")).toBe("yes");
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
      const response = await world.request("POST", "/rpc/fail_with", { body: { code } });
      return { ...response, body: response.json() };
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
    const { status, statusText, error } = teapot;
    expect([status, statusText, error?.code]).toEqual([418, "I am a teapot", "418"]);
    expect(await fail("broken")).toMatchObject({ status: 500, body: { code: "PGRST121" } });
    expect(world.backend.errors.splice(0)).toMatchObject([{ event: "rest.failed" }]);
  });

  test("a statement that takes too long is ended by its role's limit", async () => {
    await world.sql("alter role anon set statement_timeout = '200ms'");
    atEnd(() => world.sql("alter role anon set statement_timeout = '3s'"));
    await world.sql("notify pgrst, 'reload schema'");
    const limits = async () => (await world.request("GET", "/rpc/who_am_i")).json();
    await expect.poll(limits).toMatchObject({ timeout: "200ms" });
    const slow = await world.request("POST", "/rpc/sleep_long", { body: {} });
    expect([slow.status, slow.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(slow.json()).toMatchObject({ code: "57014", hint: "Try again shortly." });
  });
});

describe("response headers that a function sets", () => {
  const sayOf = (facts: { headers?: string; status?: string }) =>
    `/rpc/say?${new URLSearchParams(facts)}`;
  /** The response is what the function is told to give. */
  const say = async (facts: Parameters<typeof sayOf>[0]) => {
    const response = await world.request("GET", sayOf(facts));
    return { ...response, cookies: response.headers.getSetCookie() };
  };
  beforeAll(async () => {
    await world.sql(`
      create function public.say(headers text default null, status text default null) returns json
      language plpgsql stable as $$ begin
        perform set_config('response.headers', headers, true), set_config('response.status', status, true);
        return '{"done": true}'; end $$`);
    await vi.waitFor(async () => expect((await say({})).status).toBe(200), 30_000);
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
    const response = await say({ headers: JSON.stringify(headers) });
    expect([response.status, response.json()]).toEqual([200, { done: true }]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public",
      "content-type": "application/told+json",
      vary: "x-one, x-two",
      "content-range": "0-0/*",
    });
    expect(response.cookies).toEqual(["a=1", "b=2; Path=/"]);
  });

  test("a status is used, without a body where it has none", async () => {
    const teapot = await say({ status: "418" });
    expect([teapot.status, teapot.json()]).toEqual([418, { done: true }]);
    const empty = await say({ status: "204" });
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
    await world.refuses(500, "PGRST111", "GET", sayOf({ headers }));
    expect(world.backend.errors.splice(0)).toHaveLength(1);
  });

  test.each(["199", "600", "20", "two"])("nor is this a status: %s", async (status) => {
    await world.refuses(500, "PGRST112", "GET", sayOf({ status }));
    expect(world.backend.errors.splice(0)).toHaveLength(1);
  });
});
