import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("embedding", () => {
  test("to one, nested, with a hint between two keys", async () => {
    const select = "title, director:directors(name, home:countries!directors_country(name))";
    expect(await world.rows("films", select, (q) => q.order("id").limit(1))).toEqual([
      { title: "The Quiet Mountain", director: { name: "Ada Blau", home: { name: "Austria" } } },
    ]);
  });

  test("by the column that holds the key", async () => {
    const home = await world.rows("directors", "name, country_id(name)", (q) => q.eq("id", 2));
    expect(home).toEqual([{ name: "Ken Mori", country_id: { name: "Japan" } }]);
  });

  test("two keys without a hint are ambiguous, with both named", async () => {
    const related = (key: string) => ({
      cardinality: "many-to-one",
      embedding: "directors with countries",
      relationship: `directors_${key} using directors(${key}_id) and countries(id)`,
    });
    const { status, json } = await world.request("GET", "/directors?select=name,countries(name)");
    expect(status).toBe(300);
    expect(json()).toEqual({
      code: "PGRST201",
      message:
        "Could not embed because more than one relationship was found for 'directors' and 'countries'",
      details: [related("country"), related("second_country")],
      hint: "Try changing 'countries' to one of the following: 'countries!directors_country', 'countries!directors_second_country'. Find the desired relationship in the 'details' key.",
    });
  });

  test("to many, one to one, and many to many through the join table", async () => {
    const select = "id, technical_specs(camera), actors(name), film_actors(part)";
    const films = await world.rows("films", select, (q) =>
      q.in("id", [1, 2]).order("id").order("name", { referencedTable: "actors" }),
    );
    expect(films).toEqual([
      {
        id: 1,
        technical_specs: { camera: "Arri" },
        actors: [{ name: "Ana" }, { name: "Bo" }],
        film_actors: [{ part: "Hilde" }, { part: "Franz" }],
      },
      { id: 2, technical_specs: null, actors: [{ name: "Ana" }], film_actors: [{ part: "Cat" }] },
    ]);
  });

  test("through views, in both directions", async () => {
    const title = (select: string) => world.rows("film_titles", select, (q) => q.eq("id", 3));
    expect(await title("title, directors(name)")).toEqual([
      { title: "Night Train", directors: { name: "Ken Mori" } },
    ]);
    expect(await world.rows("famous_directors", "name, film_titles(id)")).toEqual([
      { name: "Ada Blau", film_titles: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(await title("title, actors(name)")).toEqual([
      { title: "Night Train", actors: [{ name: "Cy" }] },
    ]);
  });

  test("by functions of the row, to many and to one", async () => {
    const select = "id, lead(name), main_actors(name)";
    expect(await world.rows("films", select, (q) => q.eq("id", 1))).toEqual([
      { id: 1, lead: { name: "Ana" }, main_actors: [{ name: "Ana" }, { name: "Bo" }] },
    ]);
  });

  test("a table with itself, up and down", async () => {
    const city = (id: number, select: string) =>
      world.rows("cities", select, (q) => q.eq("id", id));
    const twins = [{ name: "Tokyo" }, { name: "Lima" }];
    expect(await city(3, "name, twin_id(name)")).toEqual([
      { name: "Tokyo", twin_id: { name: "Vienna" } },
    ]);
    expect(await city(1, "name, cities(name)")).toEqual([{ name: "Vienna", cities: twins }]);
    const hinted = await city(1, "name, twins:cities!twin_id(name)");
    expect(hinted).toEqual([{ name: "Vienna", twins }]);
  });

  test("spread: of one row into its parent, of many into lists", async () => {
    const select = "id, ...directors(director:name), ...actors(names:name)";
    expect(await world.rows("films", select, (q) => q.in("id", [2, 5]).order("id"))).toEqual([
      { id: 2, director: "Ada Blau", names: ["Ana"] },
      { id: 5, director: null, names: [] },
    ]);
  });

  test("filters, order and limit of the embedded rows", async () => {
    const referencedTable = "films";
    const newest = await world.rows("directors", "name, films(title, released)", (q) =>
      q
        .eq("films.genre", "drama")
        .order("released", { referencedTable, ascending: false })
        .limit(1, { referencedTable })
        .order("id"),
    );
    expect(newest).toEqual([
      { name: "Ada Blau", films: [{ title: "The Quiet Mountain", released: 1984 }] },
      { name: "Ken Mori", films: [{ title: "The Long Rain", released: 2012 }] },
      { name: "Luz Paz", films: [] },
    ]);
  });

  test("an inner join filters the parents, and their count", async () => {
    const { data, count } = await world.anon
      .from("films")
      .select("id, actors!inner(name)", { count: "exact" })
      .eq("actors.name", "Ana")
      .order("id");
    expect(data?.map(({ id }) => id)).toEqual([1, 2]);
    expect(count).toBe(2);
    const none = await world.rows("films", "id, actors!inner()", (q) => q.order("id"));
    expect(none).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("conditions among embedded rows by or", async () => {
    const named = await world.rows("films", "id, actors(name)", (q) =>
      q.or("name.eq.Bo,nickname.eq.A", { referencedTable: "actors" }).eq("id", 1),
    );
    expect(named).toEqual([{ id: 1, actors: [{ name: "Ana" }, { name: "Bo" }] }]);
  });
  test("what only a table that is not exposed joins is not related, and nothing else was meant", async () => {
    const { status, error } = await world.anon.from("halves").select("others(id)");
    expect([status, error]).toMatchObject([400, { code: "PGRST200", hint: null }]);
  });
});
