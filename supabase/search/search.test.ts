import { beforeAll, expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";
import {
  fill,
  idOf,
  list,
  listedId,
  search,
  stopTurning,
  wrongListings,
} from "#tests/security/search/fill.ts";
import { GOLDEN, LISTED } from "#tests/security/search/golden.ts";

const test = projectDatabase();
beforeAll(async () => {
  await fill(test.db);
  await stopTurning(test.db);
});

const NAMES = new Map(Object.keys(LISTED).map((key) => [listedId(key), key]));

const keys = (found: { providers: { user_id: string }[] }) =>
  found.providers.map(({ user_id }) => NAMES.get(user_id) ?? user_id);

it("the golden list has at least 120 queries", () =>
  expect(GOLDEN.length).toBeGreaterThanOrEqual(120));

it.each(GOLDEN)(
  "$service $location $category $within $sort",
  async ({ first, total, corrected, ...wanted }) => {
    const found = await search(test.db, wanted);
    expect(keys(found).slice(0, Math.max(first.length, total === 0 ? 1 : 0))).toEqual(first);
    if (total !== undefined) expect(found.total).toBe(total);
    expect(found.total).toBeGreaterThanOrEqual(first.length);
    expect(found.corrected ?? null).toBe(corrected ?? null);
  },
);

it("finds words with a digit as they are written", async () => {
  const { db } = test;
  const business = "Fix4Homes Rooms2Rented 3Dprinting Nr1ly 1e5s";
  await list(db, 501, { ...LISTED.volt, business, name: "Quigley Zorn" }, 1);
  for (const service of [business, ...business.split(" "), "fix4hom"])
    expect(keys(await search(db, { service })), service).toEqual([idOf(501)]);
  await db.query("delete from auth.users where id = $1", [idOf(501)]);
});

it("reveals no word of a hidden person", async () => {
  const { db } = test;
  await list(db, 500, { ...LISTED.volt, business: "Quaggatown", name: "Quigley Zorn" }, 1);
  expect((await search(db, { service: "quagatown" })).corrected).toBe("quaggatown");
  await db.query("update public.profiles set is_visible = false where id = $1", [idOf(500)]);
  for (const service of ["quaggatown", "quagatown", "quagga", "zorn"])
    expect(await search(db, { service }), service).toMatchObject({ total: 0, corrected: null });
  await db.query("delete from auth.users where id = $1", [idOf(500)]);
  expect(await wrongListings(db)).toBe(0);
});

it("pages cover everybody once, in each order, at any size", async () => {
  for (const sort of ["relevance", "newest", "rating"]) {
    for (const wanted of [{}, { service: "leeds" }, { location: "e" }, { service: "a" }]) {
      const whole = await search(test.db, { ...wanted, sort, size: 60 });
      expect(whole.providers.length).toBe(whole.total);
      const parts: string[] = [];
      for (let skip = 0; skip < whole.total + 7; skip += 7)
        parts.push(...keys(await search(test.db, { ...wanted, sort, size: 7, skip })));
      expect(parts).toEqual(keys(whole));
    }
  }
  expect(keys(await search(test.db, { size: 2 }))).toEqual(["sit", "walkies"]);
});

it("pages by rating do not put one five-star review over many good ones", async () => {
  const { db } = test;
  const rate = async (key: string, ratings: number[]) => {
    for (const [n, rating] of ratings.entries()) {
      await db.query(
        `insert into public.feedback (provider_id, user_id, rating, title) values ($1, $2, $3, 'x')`,
        [listedId(key), idOf((n + Object.keys(LISTED).indexOf(key) + 1) % NAMES.size), rating],
      );
    }
  };
  await rate("ledger", [5]);
  await rate("deed", [5, 5, 5, 5, 4, 5, 5, 5]);
  await rate("sums", [1, 2]);
  const order = keys(await search(db, { sort: "rating", size: 60 }));
  expect(order.slice(0, 2)).toEqual(["deed", "ledger"]);
  expect(order.at(-1)).toBe("sums");
  expect(await wrongListings(db)).toBe(0);
});

it("pages turn with the day in relevance, rating and distance alike, and each is first about equally often", async () => {
  const { db } = test;
  await db.query(
    "create or replace function search.turn(provider uuid, day integer) returns bigint language sql immutable as $$ select uuid_hash_extended(provider, day) $$",
  );
  for (const wanted of [
    { location: "leeds", sort: "relevance" },
    { service: "cleaning", sort: "relevance" },
    { category: "Construction/Trade", sort: "rating" },
    { location: "leeds", within: 1, sort: "distance" },
  ]) {
    const firsts = new Map<string, number>();
    let everybody: string[] = [];
    for (let day = 0; day < 60; day++) {
      await db.query(
        `create or replace function private.uk_day(moment timestamptz) returns date language sql immutable as
         $$ select date '2027-03-01' + ${day} $$`,
      );
      const round = keys(await search(db, { ...wanted, size: 60 }));
      const parts: string[] = [];
      for (let skip = 0; skip < round.length; skip += 3)
        parts.push(...keys(await search(db, { ...wanted, size: 3, skip })));
      expect(parts).toEqual(round);
      if (day > 0) expect(round.toSorted()).toEqual(everybody);
      everybody = round.toSorted();
      const [first = ""] = round;
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    expect(firsts.size, JSON.stringify(wanted)).toBeGreaterThan(1);
    // Of 60 days each has 60 / n, give or take four times the square root of that.
    const fair = 60 / firsts.size;
    for (const [key, days] of firsts)
      expect(Math.abs(days - fair), key).toBeLessThan(4 * Math.sqrt(fair));
  }
  await stopTurning(db);
});

it("pages are 20 cards at most in a trial where nobody is listed", async () => {
  const undone = test.db.transaction(async (tx) => {
    await tx.query("update private.site_mode set trial = true");
    await tx.query("update public.subscribers set subscribed = false");
    const [row] = await tx.query<{ f: unknown[] }>("select public.trial_providers() as f");
    expect(row?.f).toHaveLength(20);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
});

const SIGNS = "# @leeds ~plumber * #Events '#Events' \\' @ % _ a:*".split(" ");

it.each(SIGNS)("hostile words reach no token of ours: %s", async (text) => {
  const plain = text.replace(/[^a-zA-Z]/g, " ").trim();
  const found = await search(test.db, { service: text });
  // Signs alone match nobody: everybody would be an answer to another question.
  if (plain) expect(keys(found)).toEqual(keys(await search(test.db, { service: plain })));
  else expect(found.total).toBe(0);
  expect((await search(test.db, { category: text })).total).toBe(0);
  expect((await search(test.db, { location: text })).total).toBe(0);
});

it("hostile words in a town or a category that a person added are found as they are", async () => {
  const { db } = test;
  const town = "O'Brien\\'s & | ! (#x) :* %_";
  await list(db, 501, { ...LISTED.volt, town, categories: ["Other: '; \\ drop & | !(table)"] }, 1);
  for (const location of [town, "o'brien\\", "& | ! (", ":* %_", "%_"])
    expect((await search(db, { location })).total, location).toBe(1);
  expect((await search(db, { category: "Other: '; \\ drop & | !(table)" })).total).toBe(1);
  await db.query("delete from auth.users where id = $1", [idOf(501)]);
});

it("hostile words cost little, however many", async () => {
  for (const service of ["zq ".repeat(5000), "a b c d e f g h i j k l m n o p", "x".repeat(9000)])
    expect((await search(test.db, { service })).total).toBe(0);
});
