import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecentClient, startWorld, type World } from "./rest-world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const FULL = { prefer: "return=representation" };
const actors = async () =>
  world.backend.db.query<{ id: number; name: string; nickname: string | null }>(
    "select * from actors order by id",
  );

describe("insert", () => {
  test("one row: 201 and nothing else, unless it is asked for", async () => {
    const silent = await world.anon.from("actors").insert({ id: 10, name: "Ten" });
    expect([silent.status, silent.data, silent.error]).toEqual([201, null, null]);
    const bare = await world.ask("POST", "/actors", { body: { id: 11, name: "Eleven" } });
    expect([bare.status, bare.text, bare.headers.get("content-type")]).toEqual([201, "", null]);
    const told = await world.anon
      .from("films")
      .insert({ title: "New", director_id: 1, released: 2001 })
      .select("title, notes, directors(name), full_title")
      .single();
    expect([told.status, told.data]).toEqual([
      201,
      { title: "New", notes: "none", directors: { name: "Ada Blau" }, full_title: "New (2001)" },
    ]);
  });

  test("many rows with different members: absent ones are null, or take their default", async () => {
    const bulk = [
      { title: "A", released: 1990 },
      { title: "B", notes: "own" },
    ];
    const nulls = await world.anon.from("films").insert(bulk).select("title, notes, released");
    expect(nulls.data).toEqual([
      { title: "A", notes: null, released: 1990 },
      { title: "B", notes: "own", released: null },
    ]);
    const defaults = await world.anon
      .from("films")
      .insert(bulk, { defaultToNull: false })
      .select("title, notes");
    expect(defaults.data).toEqual([
      { title: "A", notes: "none" },
      { title: "B", notes: "own" },
    ]);
  });

  test("what is answered of changed rows can be ordered", async () => {
    const { json } = await world.ask("POST", "/actors?select=id&order=name.desc", {
      body: [
        { id: 30, name: "Aa" },
        { id: 31, name: "Zz" },
      ],
      headers: FULL,
    });
    expect(json()).toEqual([{ id: 31 }, { id: 30 }]);
    const gone = await world.anon
      .from("actors")
      .delete()
      .in("id", [30, 31])
      .select("id")
      .order("name");
    expect(gone.data).toEqual([{ id: 30 }, { id: 31 }]);
  });

  test("members outside `columns` are ignored; without it rows must be alike", async () => {
    const body = [
      { id: 20, name: "Twenty", junk: 1 },
      { id: 21, name: "Twenty-one" },
    ];
    const some = await world.ask("POST", "/actors?columns=id,name", { body, headers: FULL });
    expect([some.status, some.json()]).toMatchObject([201, [{ id: 20 }, { id: 21 }]]);
    const unlike = await world.ask("POST", "/actors", { body });
    expect([unlike.status, unlike.json()]).toMatchObject([
      400,
      { code: "PGRST102", message: "All object keys must match" },
    ]);
  });

  test("an empty object takes all defaults, an empty list is nothing", async () => {
    const own = await world.ask("POST", "/diaries", { body: [], headers: FULL });
    expect([own.status, own.json()]).toEqual([201, []]);
    const empty = await world.ask("POST", "/films", { body: {} });
    expect([empty.status, empty.json()]).toMatchObject([400, { code: "23502" }]);
  });

  test("JSON, arrays, ranges, dates and text with signs arrive as they were sent", async () => {
    const row = {
      name: `Côte d'Ivoire "x" \\ %00 ${"é".repeat(3)}`,
      facts: { a: [1, { b: null }], c: "d" },
      tags: ["one", 'two "2"', "three,3"],
      joined: '["2001-01-01 00:00:00+00","2002-01-01 00:00:00+00")',
    };
    const { data } = await world.anon
      .from("countries")
      .insert(row)
      .select("name, facts, tags, joined")
      .single();
    expect(data).toEqual(row);
  });

  test("headers-only tells where the row is", async () => {
    const { status, headers, text } = await world.ask("POST", "/film_actors", {
      body: { film_id: 4, actor_id: 2 },
      headers: { prefer: "return=headers-only" },
    });
    expect([status, text]).toEqual([201, ""]);
    expect(headers.get("location")).toBe("/film_actors?film_id=eq.4&actor_id=eq.2");
    expect(headers.get("preference-applied")).toBe("return=headers-only");
    const told = async (path: string, body: unknown) =>
      (await world.ask("POST", path, { body, headers: { prefer: "return=headers-only" } })).headers;
    const twin = await told("/link_twins", { label: "x", two: 2, one: 1 });
    expect(twin.get("location")).toBe("/link_twins?one=eq.1&two=eq.2");
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
    for (const [path, body, status, code] of refused) {
      const answer = await world.ask("POST", path, { body });
      expect([path, answer.status, (answer.json() as { code: string }).code]).toEqual([
        path,
        status,
        code,
      ]);
    }
    const form = await world.ask("POST", "/films", {
      body: "x",
      headers: { "content-type": "image/png" },
    });
    expect([form.status, form.json()]).toMatchObject([400, { code: "PGRST102" }]);
  });

  test("a body above the limit is refused before it is read to its end", async () => {
    const { status, json } = await world.ask("POST", "/films", {
      body: { title: "x".repeat(1_100_000) },
    });
    expect([status, json()]).toMatchObject([413, { code: "request_too_large" }]);
  });

  test("csv and forms as bodies", async () => {
    const csv = 'id,name,nickname\n30,"Csv, one",NULL\n31,"say ""hi""",x\n';
    const made = await world.ask("POST", "/actors?select=id,name,nickname", {
      body: csv,
      headers: { ...FULL, "content-type": "text/csv" },
    });
    expect(made.json()).toEqual([
      { id: 30, name: "Csv, one", nickname: null },
      { id: 31, name: 'say "hi"', nickname: "x" },
    ]);
    const uneven = await world.ask("POST", "/actors", {
      body: "id,name\n1",
      headers: { "content-type": "text/csv" },
    });
    expect([uneven.status, uneven.json()]).toMatchObject([400, { code: "PGRST102" }]);
    const form = await world.ask("POST", "/actors?select=id,name", {
      body: "id=32&name=From+a+form",
      headers: { ...FULL, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.json()).toEqual([{ id: 32, name: "From a form" }]);
  });
});

describe("upsert", () => {
  test("merges by the primary key or another unique one, or leaves alone", async () => {
    const merged = await world.anon
      .from("actors")
      .upsert([
        { id: 1, name: "Anna" },
        { id: 40, name: "Forty" },
      ])
      .select("id, name, nickname");
    expect([merged.status, merged.data]).toEqual([
      201,
      [
        { id: 1, name: "Anna", nickname: "A" },
        { id: 40, name: "Forty", nickname: null },
      ],
    ]);
    const again = await world.anon.from("actors").upsert({ id: 1, name: "Anne" });
    expect(again.status).toBe(200);
    const none = await world.ask("POST", "/actors", {
      body: [],
      headers: { prefer: "return=representation,resolution=merge-duplicates" },
    });
    expect([none.status, none.json()]).toEqual([200, []]);
    const kept = await world.anon
      .from("actors")
      .upsert({ id: 1, name: "Other" }, { ignoreDuplicates: true })
      .select();
    expect([kept.status, kept.data]).toEqual([201, []]);
    const byName = await world.anon
      .from("countries")
      .upsert({ name: "Peru", population: 7 }, { onConflict: "name" })
      .select("id, population");
    expect(byName.data).toEqual([{ id: 3, population: 7 }]);
    expect((await actors())[0]?.name).toBe("Anne");
  });

  test("by columns that are not unique, or do not exist", async () => {
    const loose = await world.anon
      .from("actors")
      .upsert({ id: 1, name: "x" }, { onConflict: "name" });
    expect([loose.status, loose.error?.code]).toEqual([400, "42P10"]);
    const none = await world.anon
      .from("actors")
      .upsert({ id: 1, name: "x" }, { onConflict: "nope" });
    expect([none.status, none.error?.code]).toEqual([400, "42703"]);
  });

  test("PUT makes or replaces exactly the row of its address", async () => {
    const made = await world.ask("PUT", "/actors?id=eq.50", {
      body: { id: 50, name: "Fifty" },
      headers: FULL,
    });
    expect([made.status, made.json()]).toEqual([201, [{ id: 50, name: "Fifty", nickname: null }]]);
    const changed = await world.ask("PUT", "/actors?id=eq.50", {
      body: { id: 50, name: "L" },
      headers: FULL,
    });
    expect([changed.status, changed.json()]).toMatchObject([200, [{ name: "L" }]]);
    const other = await world.ask("PUT", "/actors?id=eq.50", { body: { id: 51, name: "LI" } });
    expect([other.status, other.json()]).toMatchObject([400, { code: "PGRST115" }]);
    const wide = await world.ask("PUT", "/actors?id=gt.1", { body: { id: 50, name: "x" } });
    expect([wide.status, wide.json()]).toMatchObject([405, { code: "PGRST105" }]);
    const ranged = await world.ask("PUT", "/actors?id=eq.50&limit=1", {
      body: { id: 50, name: "x" },
    });
    expect([ranged.status, ranged.json()]).toMatchObject([400, { code: "PGRST114" }]);
    expect((await actors()).filter(({ id }) => id > 49)).toMatchObject([{ id: 50, name: "L" }]);
  });
});

describe("update and delete", () => {
  test("update tells as much as was asked", async () => {
    const silent = await world.anon.from("actors").update({ nickname: "b" }).eq("id", 2);
    expect([silent.status, silent.data]).toEqual([204, null]);
    const told = await world.anon
      .from("actors")
      .update({ nickname: "bb" }, { count: "exact" })
      .in("id", [2, 3])
      .select("id, nickname, films(title)");
    expect([told.status, told.count, told.data]).toEqual([
      200,
      2,
      [
        {
          id: 2,
          nickname: "bb",
          films: [{ title: "The Quiet Mountain" }, { title: "The Long Rain" }],
        },
        { id: 3, nickname: "bb", films: [{ title: "Night Train" }] },
      ],
    ]);
    const nobody = await world.anon.from("actors").update({ nickname: "x" }).eq("id", 999).select();
    expect([nobody.status, nobody.data]).toEqual([200, []]);
    const nothing = await world.anon.from("actors").update({}).eq("id", 2).select();
    expect([nothing.status, nothing.data]).toEqual([200, []]);
  });

  test("single on a change undoes it when it is not one row", async () => {
    const before = await actors();
    const { status, error } = await world.anon
      .from("actors")
      .update({ name: "All" })
      .gt("id", 0)
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([
      406,
      "PGRST116",
      `The result contains ${before.length} rows`,
    ]);
    const removed = await world.anon.from("actors").delete().gt("id", 0).select().single();
    expect(removed.error?.code).toBe("PGRST116");
    expect(await actors()).toEqual(before);
  });

  test("maxAffected undoes what went too far", async () => {
    const before = await actors();
    const client = world.anon as unknown as RecentClient;
    const { status, error } = await client
      .from("actors")
      .update({ name: "All" })
      .gt("id", 0)
      .maxAffected(1);
    expect([status, error?.code]).toEqual([400, "PGRST124"]);
    expect(await actors()).toEqual(before);
    const fine = await client.from("actors").update({ name: "Bo" }).eq("id", 2).maxAffected(1);
    expect(fine.status).toBe(204);
  });

  test("a change of every row has to be said", async () => {
    const update = await world.anon.from("actors").update({ name: "All" });
    expect([update.status, update.error?.code, update.error?.message]).toEqual([
      400,
      "21000",
      "UPDATE requires a WHERE clause",
    ]);
    const remove = await world.anon.from("actors").delete();
    expect([remove.status, remove.error?.code]).toEqual([400, "21000"]);
  });

  test("delete, with and without what is gone", async () => {
    await world.anon.from("actors").insert([
      { id: 60, name: "x" },
      { id: 61, name: "y" },
    ]);
    const silent = await world.anon.from("actors").delete({ count: "exact" }).eq("id", 60);
    expect([silent.status, silent.count, silent.data]).toEqual([204, 1, null]);
    const told = await world.anon.from("actors").delete().or("id.eq.61,id.eq.62").select("name");
    expect([told.status, told.data]).toEqual([200, [{ name: "y" }]]);
    const held = await world.anon.from("directors").delete().eq("id", 1);
    expect([held.status, held.error?.code]).toEqual([409, "23503"]);
  });

  test("through an updatable view", async () => {
    const { data } = await world.anon
      .from("film_titles")
      .update({ title: "Night Trains" })
      .eq("id", 3)
      .select("title, directors(name)");
    expect(data).toEqual([{ title: "Night Trains", directors: { name: "Ken Mori" } }]);
  });
});

describe("preferences", () => {
  test("unknown ones are refused when strict, else passed over", async () => {
    const strict = await world.ask("GET", "/films", {
      headers: { prefer: "handling=strict, wings=2" },
    });
    expect([strict.status, strict.json()]).toMatchObject([
      400,
      { code: "PGRST122", details: "Invalid preferences: wings=2" },
    ]);
    const lenient = await world.ask("GET", "/films?limit=1", {
      headers: { prefer: "handling=lenient, wings=2" },
    });
    expect([lenient.status, lenient.headers.get("preference-applied")]).toEqual([
      200,
      "handling=lenient",
    ]);
  });

  test("time zone", async () => {
    const { json, headers } = await world.ask("GET", "/films?select=created_at&id=eq.1", {
      headers: { prefer: "timezone=Asia/Tokyo" },
    });
    expect(json()).toEqual([{ created_at: "2025-01-01T09:00:00+09:00" }]);
    expect(headers.get("preference-applied")).toBe("timezone=Asia/Tokyo");
  });

  test("methods that are none", async () => {
    const odd = await world.ask("PROPFIND", "/films");
    expect([odd.status, odd.json()]).toMatchObject([405, { code: "PGRST117" }]);
    const options = await world.ask("OPTIONS", "/films");
    expect([options.status, options.headers.get("allow")]).toEqual([
      200,
      "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
    ]);
    expect((await world.ask("OPTIONS", "/film_counts")).headers.get("allow")).toBe(
      "OPTIONS,GET,HEAD",
    );
    for (const path of ["/films/1", "/rpc/add/x", "/rpc/", "/%E0%A4%A"]) {
      expect((await world.ask("GET", path)).status).toBe(404);
    }
  });
});
