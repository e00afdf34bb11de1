import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, read, startWorld } from "./rest-world.ts";

const world = perFile(() => startWorld({ db_aggregates_enabled: "true" }));

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

  test("of a spread to-many resource they are refused", async () => {
    const { status, error } = await world.anon.from("directors").select("...films(count())");
    expect([status, error?.code, error?.message, error?.details]).toEqual([
      400,
      "PGRST127",
      "Feature not implemented",
      "Aggregates are not implemented for one-to-many or many-to-many spreads.",
    ]);
  });

  test("the policies decide which rows are in them", async () => {
    const diaries = "entries:count()";
    expect(await read(world.anon.from("diaries").select(diaries).single())).toEqual({ entries: 1 });
    const ada = await world.as(ADA);
    expect(await read(ada.from("diaries").select(diaries).single())).toEqual({ entries: 2 });
    const { error } = await world.anon.from("people").select("salary.sum()");
    expect(error?.code).toBe("42501");
  });
});
