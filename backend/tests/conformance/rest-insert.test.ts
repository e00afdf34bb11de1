import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

const FULL = { prefer: "return=representation" };

describe("insert", () => {
  test("one row: 201 and no body unless it is requested", async () => {
    const silent = await world.anon.from("actors").insert({ id: 10, name: "Ten" });
    expect([silent.status, silent.data, silent.error]).toEqual([201, null, null]);
    const bare = await world.request("POST", "/actors", { body: { id: 11, name: "Eleven" } });
    expect([bare.status, bare.text, bare.headers.get("content-type")]).toEqual([201, "", null]);
    const inserted = await world.anon
      .from("films")
      .insert({ title: "New", director_id: 1, released: 2001 })
      .select("title, notes, directors(name), full_title")
      .single();
    expect([inserted.status, inserted.data]).toEqual([
      201,
      { title: "New", notes: "none", directors: { name: "Ada Blau" }, full_title: "New (2001)" },
    ]);
  });

  test("many rows with different members: absent ones are null, or take their default", async () => {
    const bulk = [
      { title: "A", released: 1990 },
      { title: "B", notes: "own" },
    ];
    const insert = (options = {}) => world.anon.from("films").insert(bulk, options);
    expect((await insert().select("title, notes, released")).data).toEqual([
      { title: "A", notes: null, released: 1990 },
      { title: "B", notes: "own", released: null },
    ]);
    const defaults = await insert({ defaultToNull: false }).select("title, notes");
    expect(defaults.data).toEqual([
      { title: "A", notes: "none" },
      { title: "B", notes: "own" },
    ]);
  });

  test("members outside `columns` are ignored; without it rows must be alike", async () => {
    const body = [
      { id: 20, name: "Twenty", junk: 1 },
      { id: 21, name: "Twenty-one" },
    ];
    const some = await world.request("POST", "/actors?columns=id,name", { body, headers: FULL });
    expect([some.status, some.json()]).toMatchObject([201, [{ id: 20 }, { id: 21 }]]);
    const why = { code: "PGRST102", message: "All object keys must match" };
    await world.refuses(400, why, "POST", "/actors", { body });
  });

  test("headers-only gives the row's location", async () => {
    const headers = { prefer: "return=headers-only" };
    const made = (path: string, body: unknown) => world.request("POST", path, { body, headers });
    const link = await made("/film_actors", { film_id: 4, actor_id: 2 });
    expect([link.status, link.text]).toEqual([201, ""]);
    expect(link.headers.get("location")).toBe("/film_actors?film_id=eq.4&actor_id=eq.2");
    expect(link.headers.get("preference-applied")).toBe("return=headers-only");
    const twin = await made("/link_twins", { label: "x", two: 2, one: 1 });
    expect(twin.headers.get("location")).toBe("/link_twins?one=eq.1&two=eq.2");
  });

  test("what the database refuses", async () => {
    const refused: [string, unknown, number, string][] = [
      ["/actors", { id: 1, name: "Twice" }, 409, "23505"],
      ["/films", { title: "x", director_id: 99 }, 409, "23503"],
      ["/films", { title: "x", released: 1 }, 400, "23514"],
      ["/films", { title: "x", genre: "western" }, 400, "22P02"],
      ["/films", { title: "x", words: "y" }, 400, "428C9"],
      ["/cities", { id: 1, name: "x", country_id: 1 }, 400, "428C9"],
      ["/films", { title: "x", nope: 1 }, 400, "PGRST204"],
      ["/films", '{"title": ', 400, "PGRST102"],
      ["/films", "", 400, "PGRST102"],
      ["/films", ["x"], 400, "PGRST102"],
      ["/film_counts", { films: 1 }, 400, "55000"],
      ["/nothing", { a: 1 }, 404, "PGRST205"],
    ];
    for (const [path, body, status, code] of refused)
      await world.refuses(status, code, "POST", path, { body });
    const headers = { "content-type": "image/png" };
    await world.refuses(400, "PGRST102", "POST", "/films", { body: "x", headers });
  });

  test("a body above the limit is refused before it is read to its end", async () => {
    const body = { title: "x".repeat(1_100_000) };
    await world.refuses(413, "request_too_large", "POST", "/films", { body });
  });

  test("csv and forms as bodies", async () => {
    const post = async (type: string, body: string) => {
      const headers = { ...FULL, "content-type": type };
      return world.request("POST", "/actors?select=id,name,nickname", { body, headers });
    };
    const csv = 'id,name,nickname\n30,"Csv, one",NULL\n31,"say ""hi""",x\n';
    expect((await post("text/csv", csv)).json()).toEqual([
      { id: 30, name: "Csv, one", nickname: null },
      { id: 31, name: 'say "hi"', nickname: "x" },
    ]);
    const short = await post("text/csv", "id,name\n1");
    expect([short.status, short.json()]).toMatchObject([400, { code: "PGRST102" }]);
    const form = await post("application/x-www-form-urlencoded", "id=32&name=From+a+form");
    expect(form.json()).toEqual([{ id: 32, name: "From a form", nickname: null }]);
  });
});
