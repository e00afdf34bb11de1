import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, startWorld } from "./rest-world.ts";

const world = perFile(() => startWorld({ db_aggregates_enabled: "true" }));

describe("aggregates, once the database allows them", () => {
  test("count, sum, avg, min and max of all rows", async () => {
    const all = "count(), rating.sum(), mean:rating.avg(), released.min(), released.max()";
    expect(await world.rows("films", all)).toEqual([
      { count: 5, sum: 27.2, mean: 6.8, min: 1984, max: 2020 },
    ]);
    expect(await world.rows("films", "rating.count()")).toEqual([{ count: 4 }]);
    const recent = await world.rows("films", "n:count()::text", (q) => q.gt("released", 2000));
    expect(recent).toEqual([{ n: "3" }]);
  });

  test("grouped by every plain column, which also orders, filters and limits them", async () => {
    const grouped = "genre, films:count(), released.max()";
    expect(await world.rows("films", grouped, (q) => q.order("genre"))).toEqual([
      { genre: "drama", films: 2, max: 2012 },
      { genre: "comedy", films: 1, max: 1999 },
      { genre: "thriller", films: 1, max: 2004 },
      { genre: null, films: 1, max: 2020 },
    ]);
    const most = await world.rows("films", "kind:genre, films:count()", (q) =>
      q.not("genre", "is", null).order("films", { ascending: false }).order("genre").limit(2),
    );
    expect(most).toEqual([
      { kind: "drama", films: 2 },
      { kind: "comedy", films: 1 },
    ]);
    const early = await world.rows("film_years", "*, count()", (q) => q.lt("released", 1990));
    expect(early).toEqual([{ released: 1984, count: 1 }]);
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
    expect(await world.rows("diaries", diaries)).toEqual([{ entries: 1 }]);
    const ada = await world.as(ADA);
    expect((await ada.from("diaries").select(diaries).single()).data).toEqual({ entries: 2 });
    const { error } = await world.anon.from("people").select("salary.sum()");
    expect(error?.code).toBe("42501");
  });
});
