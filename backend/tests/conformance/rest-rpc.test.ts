import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("calls", () => {
  test("arguments by name, with defaults and overloads", async () => {
    expect((await world.anon.rpc("add", { a: 1 })).data).toBe(11);
    expect((await world.anon.rpc("add", { a: 1, b: 2 })).data).toBe(3);
    expect((await world.anon.rpc("add", { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect((await world.anon.rpc("greet", { name: "Bo" })).data).toBe("Hi Bo");
    expect((await world.anon.rpc("greet", { name: "Bo", loud: true })).data).toBe("HI Bo");
    expect((await world.anon.rpc("total", { nums: [1, 2, 3] })).data).toBe(6);
    expect((await world.request("GET", "/rpc/total?nums=4&nums=5")).json()).toBe(9);
    expect((await world.request("GET", "/rpc/total?nums=4")).json()).toBe(4);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const ofForm = await world.request("POST", "/rpc/total", { body: "nums=7", headers: form });
    expect(ofForm.json()).toBe(7);
    expect((await world.anon.rpc("tagged", { tags: ["a", "b"] }, { get: true })).data).toEqual({
      tags: ["a", "b"],
      facts: {},
    });
  });

  test("every kind of result", async () => {
    expect((await world.anon.rpc("pair")).data).toEqual({ first: 1, second: "two" });
    expect((await world.anon.rpc("numbers", { upto: 3 })).data).toEqual([1, 2, 3]);
    expect((await world.anon.rpc("one_film", { film: 3 })).data).toMatchObject({
      title: "Night Train",
    });
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
    const { data, count } = await world.anon.rpc(
      "films_since",
      { year: 2000 },
      { head: true, count: "exact" },
    );
    expect([data, count]).toEqual([null, 3]);
  });

  test("the whole body as the only argument", async () => {
    expect((await world.request("POST", "/rpc/whole", { body: { a: [1] } })).json()).toEqual({
      a: [1],
    });
    expect((await world.request("POST", "/rpc/whole", { body: [1, "x", null] })).json()).toEqual([
      1,
      "x",
      null,
    ]);
    expect((await world.anon.rpc("echo_text", { "": "x" })).data).toBe('{"":"x"}');
    const text = await world.request("POST", "/rpc/echo_text", {
      body: "plain 'text'",
      headers: { "content-type": "text/plain" },
    });
    expect(text.json()).toBe("plain 'text'");
    const csv = { body: "a\n1", headers: { "content-type": "text/csv" } };
    expect((await world.request("POST", "/rpc/whole", csv)).json()).toMatchObject({
      code: "PGRST202",
      details:
        "Searched for the function public.whole with parameter a, but no matches were found in the schema cache.",
    });
  });

  test("a function that changes rows: POST only, and undone when it is not the one row", async () => {
    const get = await world.anon.rpc("rename_film", { film: 1, title: "X" }, { get: true });
    expect([get.status, get.error?.code]).toEqual([405, "25006"]);
    const many = await world.anon.rpc("rename_film", { film: 999, title: "X" }).single();
    expect([many.status, many.error?.code]).toEqual([406, "PGRST116"]);
    const { data } = await world.anon
      .rpc("rename_film", { film: 1, title: "Loud" })
      .select("id, title");
    expect(data).toEqual([{ id: 1, title: "Loud" }]);
    const put = await world.request("PUT", "/rpc/add", { body: {} });
    expect([put.status, put.json()]).toMatchObject([405, { code: "PGRST101" }]);
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
    const type = await world.anon.rpc("add", { a: "one" });
    expect([type.status, type.error?.code]).toEqual([400, "22P02"]);
    const hidden = await world.anon.rpc("hidden_function");
    expect([hidden.status, hidden.error?.code]).toEqual([401, "42501"]);
  });
});

describe("a changing schema", () => {
  test("takes effect without a reload", async () => {
    await world.backend.db.query("create table public.fresh (id int primary key, a int)");
    await world.backend.db.query("grant all on public.fresh to anon");
    await expect
      .poll(async () => (await world.anon.from("fresh").insert({ id: 1, a: 2 })).status)
      .toBe(201);
    for (let use = 0; use < 3; use++) {
      expect((await world.request("GET", "/fresh")).json()).toEqual([{ id: 1, a: 2 }]);
    }
    await world.backend.db.query(
      "alter table public.fresh drop column a, add column b text default 'x'",
    );
    await expect
      .poll(async () => (await world.request("GET", "/fresh")).json())
      .toEqual([{ id: 1, b: "x" }]);
    await world.backend.db.query("drop table public.fresh");
    await expect.poll(async () => (await world.request("GET", "/fresh")).status).toBe(404);
  });
});
