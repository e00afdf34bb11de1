import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("select", () => {
  test("all columns, in the table's order, as JSON types", async () => {
    const data = await world.rows("films", "*", (q) => q.eq("id", 1));
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
    expect(Object.keys(data[0] ?? {})[0]).toBe("id");
  });

  test("aliases, casts and places within JSON", async () => {
    const select =
      "label:name, population::text, facts->capital->>name, first:facts->rivers->0, facts->rivers->>1";
    expect(await world.rows("countries", select, (q) => q.eq("id", 1))).toEqual([
      { label: "Austria", population: "9000000", name: "Vienna", first: "Danube", rivers: "Inn" },
    ]);
  });

  test("a computed column, and a column of the same name as a type", async () => {
    const titles = await world.rows("films", "full_title", (q) => q.eq("id", 2));
    expect(titles).toEqual([{ full_title: "Running Cats (1999)" }]);
  });

  test("views, materialized views and another schema", async () => {
    const years = await world.rows("film_years", "*", (q) => q.order("released").limit(1));
    expect(years).toEqual([{ released: 1984 }]);
    const reels = await world.anon.schema("archive").from("reels").select();
    expect(reels.data).toEqual([{ id: 1, label: "Reel one" }]);
    await refused(world.anon.schema("secret").from("reels").select(), 406, "PGRST106");
    expect((await world.anon.from("reels").select()).error?.code).toBe("PGRST205");
  });
});

describe("order and range", () => {
  test("by a column of a related row, shown or not", async () => {
    const order = (select: string) =>
      world.rows("films", select, (q) =>
        q.not("director_id", "is", null).order("directors(name)", { ascending: false }).order("id"),
      ) as Promise<{ id: number }[]>;
    const shown = (await order("id, directors(name)")).map(({ id }) => id);
    expect(shown.length).toBeGreaterThan(2);
    for (const hidden of ["id, directors(id)", "id, directors()", "id, directors(title:name)"])
      expect((await order(hidden)).map(({ id }) => id)).toEqual(shown);
  });

  const ids = async (query: string, headers = {}) => {
    const { json } = await world.request("GET", query, { headers });
    return (json() as { id: number }[]).map(({ id }) => id);
  };

  test("limit, offset, range and the Range header", async () => {
    expect(await ids("/films?select=id&order=id&limit=2&offset=1")).toEqual([2, 3]);
    expect(await ids("/films?select=id&order=id", { range: "1-2" })).toEqual([2, 3]);
    expect(await ids("/films?select=id&order=id", { range: "3-" })).toEqual([4, 5]);
    expect(await ids("/films?select=id&order=id&limit=0")).toEqual([]);
    const data = await world.rows("films", "id", (q) => q.order("id").range(3, 9));
    expect(data).toEqual([{ id: 4 }, { id: 5 }]);
  });

  test("Content-Range and 206, 416", async () => {
    const headers = { prefer: "count=exact" };
    const rangeOf = async (query: string) => {
      const response = await world.request("GET", `/films?select=id&${query}`, { headers });
      return { ...response, outcome: [response.status, response.headers.get("content-range")] };
    };
    const part = await rangeOf("limit=2&offset=1");
    expect(part.outcome).toEqual([206, "1-2/5"]);
    expect(part.headers.get("preference-applied")).toBe("count=exact");
    expect((await rangeOf("")).outcome).toEqual([200, "0-4/5"]);
    expect((await rangeOf("id=eq.99")).outcome).toEqual([200, "*/0"]);
    const beyond = await rangeOf("offset=9");
    expect(beyond.outcome).toEqual([416, "*/5"]);
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
    const count = async (kind: "estimated" | "planned") =>
      (await world.anon.from("films").select("id", { count: kind })).count;
    expect(await count("estimated")).toBe(5);
    expect(await count("planned")).toBeGreaterThan(0);
    const unknown = await world.request("HEAD", "/film");
    expect([unknown.status, unknown.text]).toEqual([404, ""]);
  });

  test("no more rows than the project allows, whatever is requested", async () => {
    await world.sql("create table public.many as select i as id from generate_series(1, 250) i");
    await world.sql("grant select on public.many to anon");
    const many = () => world.request("GET", "/many?select=id");
    await expect.poll(async () => (await many()).status, { timeout: 30_000 }).toBe(200);
    for (const query of ["/many", "/many?limit=1000", "/rpc/numbers?upto=1000"])
      expect((await world.request("GET", query)).json()).toHaveLength(100);
    const headers = { prefer: "count=estimated" };
    const range = await world.header("content-range", "GET", "/many?limit=1", { headers });
    expect(Number(range?.split("/")[1])).toBeGreaterThan(100);
  });
});

describe("one row", () => {
  test("single and maybeSingle", async () => {
    const film = (id: number) => world.anon.from("films").select("id").eq("id", id);
    expect((await film(1).single()).data).toEqual({ id: 1 });
    const none = await film(99).single();
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
    expect((await film(99).maybeSingle()).data).toBeNull();
    await refused(world.anon.from("films").select("id").maybeSingle(), 406, "PGRST116");
    const thrown = film(99).single().throwOnError();
    await expect(thrown).rejects.toMatchObject({ code: "PGRST116" });
  });
});
