import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, startWorld } from "./rest-world.ts";

const world = perFile(() => startWorld({ db_aggregates_enabled: "true" }));

/** Reads with the official client; a refusal fails the test. */
const read = async (query: PromiseLike<{ data: unknown; error: unknown }>): Promise<unknown> => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data;
};
const films = () => world.anon.from("films");

describe("aggregates, once the database allows them", () => {
  test("count, sum, avg, min and max of all rows", async () => {
    expect(
      await read(
        films()
          .select("count(), rating.sum(), mean:rating.avg(), released.min(), released.max()")
          .single(),
      ),
    ).toEqual({ count: 5, sum: 27.2, mean: 6.8, min: 1984, max: 2020 });
    expect(await read(films().select("rating.count()").single())).toEqual({ count: 4 });
    expect(await read(films().select("n:count()::text").gt("released", 2000).single())).toEqual({
      n: "3",
    });
  });

  test("grouped by every plain column, which also orders, filters and limits them", async () => {
    expect(
      await read(films().select("genre, films:count(), released.max()").order("genre")),
    ).toEqual([
      { genre: "drama", films: 2, max: 2012 },
      { genre: "comedy", films: 1, max: 1999 },
      { genre: "thriller", films: 1, max: 2004 },
      { genre: null, films: 1, max: 2020 },
    ]);
    expect(
      await read(
        films()
          .select("kind:genre, films:count()")
          .not("genre", "is", null)
          .order("films", { ascending: false })
          .order("genre")
          .limit(2),
      ),
    ).toEqual([
      { kind: "drama", films: 2 },
      { kind: "comedy", films: 1 },
    ]);
    expect(
      await read(world.anon.from("film_years").select("*, count()").lt("released", 1990)),
    ).toEqual([{ released: 1984, count: 1 }]);
  });

  test("casts before and after, and places within JSON", async () => {
    expect(await read(films().select("data->>budget::int.sum()::text").single())).toEqual({
      sum: "17",
    });
    expect(
      await read(
        world.anon
          .from("countries")
          .select("facts->>island, population.sum()")
          .order("facts->>island"),
      ),
    ).toEqual([
      { island: "true", sum: 125_000_000 },
      { island: null, sum: 42_000_000 },
    ]);
  });

  test("within what is embedded, and grouped by it", async () => {
    expect(
      await read(
        world.anon
          .from("directors")
          .select("name, films(count(), released.max()), loud:films!inner(rating.avg()::int)")
          .order("id"),
      ),
    ).toEqual([
      { name: "Ada Blau", films: [{ count: 2, max: 1999 }], loud: [{ avg: 7 }] },
      { name: "Ken Mori", films: [{ count: 2, max: 2012 }], loud: [{ avg: 8 }] },
      { name: "Luz Paz", films: [{ count: 0, max: null }], loud: [{ avg: null }] },
    ]);
    const grouped = await read(films().select("directors(name), count(), actors(count)"));
    expect(grouped).toHaveLength(5);
    expect(grouped).toEqual(
      expect.arrayContaining([
        { directors: null, count: 1, actors: [{ count: 0 }] },
        { directors: { name: "Ada Blau" }, count: 1, actors: [{ count: 2 }] },
      ]),
    );
    expect(
      await read(films().select("directors(name), count()").eq("director_id", 1).single()),
    ).toEqual({ directors: { name: "Ada Blau" }, count: 2 });
    expect(await read(films().select("actors(film_actors(count()))").eq("id", 2).single())).toEqual(
      { actors: [{ film_actors: [{ count: 2 }] }] },
    );
  });

  test("of a spread to-one resource: over the rows of its parent", async () => {
    expect(
      await read(
        films()
          .select("total:count(), ...directors(director:name, directed:count(), born.min())")
          .order("directors(director)"),
      ),
    ).toEqual([
      { total: 2, director: "Ada Blau", directed: 2, min: "1950-02-03" },
      { total: 2, director: "Ken Mori", directed: 2, min: "1962-07-09" },
      { total: 1, director: null, directed: 0, min: null },
    ]);
    expect(
      await read(
        world.anon
          .from("cities")
          .select("capital, ...countries(population.sum())")
          .order("capital"),
      ),
    ).toEqual([
      { capital: false, sum: 134_000_000 },
      { capital: true, sum: 167_000_000 },
    ]);
    const nested = world.anon
      .from("film_actors")
      .select("...films(genre, ...directors(born.max()))")
      .order("films(genre)");
    expect(await read(nested)).toEqual([
      { genre: "drama", max: "1950-02-03" },
      { genre: "comedy", max: "1950-02-03" },
      { genre: "thriller", max: "1962-07-09" },
    ]);
  });

  test("of a spread to-many resource they are refused", async () => {
    const { status, error } = await world.anon.from("directors").select("...films(count())");
    expect([status, error?.code, error?.message, error?.details]).toEqual([
      400,
      "PGRST127",
      "Feature not implemented",
      "Aggregates are not implemented for one-to-many or many-to-many spreads.",
    ]);
  });

  test("of a function's rows, of a view's, and of rows just changed", async () => {
    expect(
      await read(world.anon.rpc("films_since", { year: 1990 }).select("released.min()").single()),
    ).toEqual({ min: 1999 });
    expect(await read(world.anon.from("film_counts").select("films.sum()").single())).toEqual({
      sum: 5,
    });
    const [changed] = (await read(
      films().update({ notes: "x" }).lt("released", 2000).select("genre, count()").order("genre"),
    )) as unknown[];
    expect(changed).toEqual({ genre: "drama", count: 1 });
  });

  test("the policies decide which rows are in them", async () => {
    const diaries = "entries:count()";
    expect(await read(world.anon.from("diaries").select(diaries).single())).toEqual({ entries: 1 });
    const ada = await world.as(ADA);
    expect(await read(ada.from("diaries").select(diaries).single())).toEqual({ entries: 2 });
    const { error } = await world.anon.from("people").select("salary.sum()");
    expect(error?.code).toBe("42501");
  });

  test("what cannot be aggregated is reported", async () => {
    const code = async (select: string) => (await films().select(select)).error?.code;
    expect(await code("title.sum()")).toBe("42883");
    expect(await code("nope.sum()")).toBe("42703");
    expect(await code("*.sum()")).toBe("PGRST100");
    expect(await code("title.median()")).toBe("PGRST100");
  });
});
