import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { read, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("embedding", () => {
  test("to one, nested, with a hint between two keys", async () => {
    const data = await read(
      world.anon
        .from("films")
        .select("title, director:directors(name, home:countries!directors_country(name))")
        .order("id")
        .limit(1),
    );
    expect(data).toEqual([
      { title: "The Quiet Mountain", director: { name: "Ada Blau", home: { name: "Austria" } } },
    ]);
  });

  test("by the column that holds the key", async () => {
    const data = await read(
      world.anon.from("directors").select("name, country_id(name)").eq("id", 2),
    );
    expect(data).toEqual([{ name: "Ken Mori", country_id: { name: "Japan" } }]);
  });

  test("two keys without a hint are ambiguous, with both named", async () => {
    const { status, json } = await world.request("GET", "/directors?select=name,countries(name)");
    expect(status).toBe(300);
    expect(json()).toEqual({
      code: "PGRST201",
      message:
        "Could not embed because more than one relationship was found for 'directors' and 'countries'",
      details: [
        {
          cardinality: "many-to-one",
          embedding: "directors with countries",
          relationship: "directors_country using directors(country_id) and countries(id)",
        },
        {
          cardinality: "many-to-one",
          embedding: "directors with countries",
          relationship:
            "directors_second_country using directors(second_country_id) and countries(id)",
        },
      ],
      hint: "Try changing 'countries' to one of the following: 'countries!directors_country', 'countries!directors_second_country'. Find the desired relationship in the 'details' key.",
    });
  });

  test("to many, one to one, and many to many through the join table", async () => {
    const data = await read(
      world.anon
        .from("films")
        .select("id, technical_specs(camera), actors(name), film_actors(part)")
        .in("id", [1, 2])
        .order("id")
        .order("name", { referencedTable: "actors" }),
    );
    expect(data).toEqual([
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
    expect(
      await read(world.anon.from("film_titles").select("title, directors(name)").eq("id", 3)),
    ).toEqual([{ title: "Night Train", directors: { name: "Ken Mori" } }]);
    expect(await read(world.anon.from("famous_directors").select("name, film_titles(id)"))).toEqual(
      [{ name: "Ada Blau", film_titles: [{ id: 1 }, { id: 2 }] }],
    );
    expect(
      await read(world.anon.from("film_titles").select("title, actors(name)").eq("id", 3)),
    ).toEqual([{ title: "Night Train", actors: [{ name: "Cy" }] }]);
  });

  test("by functions of the row, to many and to one", async () => {
    const data = await read(
      world.anon.from("films").select("id, lead(name), main_actors(name)").eq("id", 1),
    );
    expect(data).toEqual([
      { id: 1, lead: { name: "Ana" }, main_actors: [{ name: "Ana" }, { name: "Bo" }] },
    ]);
  });

  test("a table with itself, up and down", async () => {
    expect(await read(world.anon.from("cities").select("name, twin_id(name)").eq("id", 3))).toEqual(
      [{ name: "Tokyo", twin_id: { name: "Vienna" } }],
    );
    expect(await read(world.anon.from("cities").select("name, cities(name)").eq("id", 1))).toEqual([
      { name: "Vienna", cities: [{ name: "Tokyo" }, { name: "Lima" }] },
    ]);
    const hinted = world.anon.from("cities").select("name, twins:cities!twin_id(name)").eq("id", 1);
    expect(await read(hinted)).toEqual([
      { name: "Vienna", twins: [{ name: "Tokyo" }, { name: "Lima" }] },
    ]);
  });

  test("spread: of one row into its parent, of many into lists", async () => {
    const data = await read(
      world.anon
        .from("films")
        .select("id, ...directors(director:name), ...actors(names:name)")
        .in("id", [2, 5])
        .order("id"),
    );
    expect(data).toEqual([
      { id: 2, director: "Ada Blau", names: ["Ana"] },
      { id: 5, director: null, names: [] },
    ]);
  });

  test("filters, order and limit of the embedded rows", async () => {
    const data = await read(
      world.anon
        .from("directors")
        .select("name, films(title, released)")
        .eq("films.genre", "drama")
        .order("released", { referencedTable: "films", ascending: false })
        .limit(1, { referencedTable: "films" })
        .order("id"),
    );
    expect(data).toEqual([
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
    const none = await read(world.anon.from("films").select("id, actors!inner()").order("id"));
    expect(none).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("conditions among embedded rows by or", async () => {
    const data = await read(
      world.anon
        .from("films")
        .select("id, actors(name)")
        .or("name.eq.Bo,nickname.eq.A", { referencedTable: "actors" })
        .eq("id", 1),
    );
    expect(data).toEqual([{ id: 1, actors: [{ name: "Ana" }, { name: "Bo" }] }]);
  });

  test("what only a table that is not exposed joins is not related, and nothing else was meant", async () => {
    const { status, error } = await world.anon.from("halves").select("others(id)");
    expect([status, error]).toMatchObject([400, { code: "PGRST200", hint: null }]);
  });
});
