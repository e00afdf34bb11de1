import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { read, refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("select", () => {
  test("all columns, in the table's order, as JSON types", async () => {
    const data = await read(world.anon.from("films").select().eq("id", 1));
    expect(data).toEqual([
      {
        id: 1,
        title: "The Quiet Mountain",
        released: 1984,
        genre: "drama",
        director_id: 1,
        rating: 8.1,
        data: { awards: [{ name: "Bear" }], budget: 5 },
        notes: "none",
        words: "'mountain':3 'quiet':2",
        created_at: "2025-01-01T00:00:00+00:00",
      },
    ]);
    expect(Object.keys(data?.[0] ?? {})[0]).toBe("id");
  });

  test("aliases, casts and places within JSON", async () => {
    const data = await read(
      world.anon
        .from("countries")
        .select(
          "label:name, population::text, facts->capital->>name, first:facts->rivers->0, facts->rivers->>1",
        )
        .eq("id", 1),
    );
    expect(data).toEqual([
      { label: "Austria", population: "9000000", name: "Vienna", first: "Danube", rivers: "Inn" },
    ]);
  });

  test("a computed column, and a column of the same name as a type", async () => {
    const data = await read(world.anon.from("films").select("full_title").eq("id", 2));
    expect(data).toEqual([{ full_title: "Running Cats (1999)" }]);
  });

  test("views, materialized views and another schema", async () => {
    expect(await read(world.anon.from("film_years").select().order("released").limit(1))).toEqual([
      { released: 1984 },
    ]);
    expect(await read(world.anon.schema("archive").from("reels").select())).toEqual([
      { id: 1, label: "Reel one" },
    ]);
    const { status, error } = await world.anon.schema("secret").from("reels").select();
    expect([status, error?.code]).toEqual([406, "PGRST106"]);
    expect((await world.anon.from("reels").select()).error?.code).toBe("PGRST205");
  });
});

describe("order and range", () => {
  test("by a column of a related row, shown or not", async () => {
    const order = (select: string) =>
      read(
        world.anon
          .from("films")
          .select(select)
          .not("director_id", "is", null)
          .order("directors(name)", { ascending: false })
          .order("id"),
      ) as unknown as Promise<{ id: number }[]>;
    const shown = (await order("id, directors(name)")).map(({ id }) => id);
    expect(shown.length).toBeGreaterThan(2);
    for (const hidden of ["id, directors(id)", "id, directors()", "id, directors(title:name)"]) {
      expect((await order(hidden)).map(({ id }) => id)).toEqual(shown);
    }
  });

  const ids = async (query: string, headers = {}) =>
    ((await world.request("GET", query, { headers })).json() as { id: number }[]).map(
      ({ id }) => id,
    );

  test("limit, offset, range and the Range header", async () => {
    expect(await ids("/films?select=id&order=id&limit=2&offset=1")).toEqual([2, 3]);
    expect(await ids("/films?select=id&order=id", { range: "1-2" })).toEqual([2, 3]);
    expect(await ids("/films?select=id&order=id", { range: "3-" })).toEqual([4, 5]);
    expect(await ids("/films?select=id&order=id&limit=0")).toEqual([]);
    const data = await read(world.anon.from("films").select("id").order("id").range(3, 9));
    expect(data).toEqual([{ id: 4 }, { id: 5 }]);
  });

  test("Content-Range and 206, 416", async () => {
    const exact = { prefer: "count=exact" };
    const part = await world.request("GET", "/films?select=id&limit=2&offset=1", {
      headers: exact,
    });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "1-2/5"]);
    expect(part.headers.get("preference-applied")).toBe("count=exact");
    const whole = await world.request("GET", "/films?select=id", { headers: exact });
    expect([whole.status, whole.headers.get("content-range")]).toEqual([200, "0-4/5"]);
    const none = await world.request("GET", "/films?select=id&id=eq.99", { headers: exact });
    expect([none.status, none.headers.get("content-range")]).toEqual([200, "*/0"]);
    const beyond = await world.request("GET", "/films?select=id&offset=9", { headers: exact });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "*/5"]);
    expect(beyond.json()).toEqual({
      code: "PGRST103",
      message: "Requested range not satisfiable",
      details: "An offset of 9 was requested, but there are only 5 rows.",
      hint: null,
    });
    expect((await world.request("GET", "/films?limit=-1")).status).toBe(416);
    expect(await ids("/films?select=id&order=id&limit=1&offset=-3")).toEqual([1]);
    expect((await world.request("GET", "/films", { headers: { range: "5-2" } })).status).toBe(416);
    expect((await world.request("GET", "/films?limit=many")).status).toBe(400);
  });

  test("head and the three counts by the official client", async () => {
    const head = await world.anon.from("films").select("*", { count: "exact", head: true });
    expect([head.data, head.count, head.status]).toEqual([null, 5, 200]);
    expect((await world.anon.from("films").select("id", { count: "estimated" })).count).toBe(5);
    expect(
      (await world.anon.from("films").select("id", { count: "planned" })).count,
    ).toBeGreaterThan(0);
    const unknown = await world.request("HEAD", "/film");
    expect([unknown.status, unknown.text]).toEqual([404, ""]);
  });

  test("no more rows than the project allows, whatever is requested", async () => {
    await world.backend.db.query(
      "create table public.many as select i as id from generate_series(1, 250) i",
    );
    await world.backend.db.query("grant select on public.many to anon");
    await expect
      .poll(async () => (await world.request("GET", "/many?select=id")).status, { timeout: 30_000 })
      .toBe(200);
    for (const query of ["/many", "/many?limit=1000", "/rpc/numbers?upto=1000"]) {
      expect((await world.request("GET", query)).json()).toHaveLength(100);
    }
    const estimated = await world.request("GET", "/many?limit=1", {
      headers: { prefer: "count=estimated" },
    });
    expect(Number(estimated.headers.get("content-range")?.split("/")[1])).toBeGreaterThan(100);
  });
});

describe("one row", () => {
  test("single and maybeSingle", async () => {
    expect((await world.anon.from("films").select("id").eq("id", 1).single()).data).toEqual({
      id: 1,
    });
    const none = await world.anon.from("films").select("id").eq("id", 99).single();
    expect([none.status, none.data, none.error]).toMatchObject([
      406,
      null,
      {
        code: "PGRST116",
        message: "Cannot coerce the result to a single JSON object",
        details: "The result contains 0 rows",
        hint: null,
      },
    ]);
    const several = await world.anon.from("films").select("id").single();
    expect(several.error?.details).toBe("The result contains 5 rows");
    expect(
      (await world.anon.from("films").select("id").eq("id", 99).maybeSingle()).data,
    ).toBeNull();
    await refused(world.anon.from("films").select("id").maybeSingle(), 406, "PGRST116");
    await expect(
      world.anon.from("films").select("id").eq("id", 99).single().throwOnError(),
    ).rejects.toMatchObject({ code: "PGRST116" });
  });
});
