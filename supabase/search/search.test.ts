import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateBackend } from "#backend/backend.ts";
import { silentLog } from "#backend/kernel/log.ts";
import {
  bareDatabase,
  loadTestProject,
  type TestDatabase,
  THE_PROJECT,
  testDatabase,
} from "#tests/database.ts";
import { fill, idOf, list, listedId, search, stopTurning, wrongCounts } from "./fill.ts";
import { GOLDEN, LISTED } from "./golden.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ project: THE_PROJECT });
  await fill(test.db);
  await stopTurning(test.db);
});
afterAll(() => test?.drop());

const NAMES = new Map(Object.keys(LISTED).map((key) => [listedId(key), key]));
const keys = (found: { providers: { user_id: string }[] }) =>
  found.providers.map(({ user_id }) => NAMES.get(user_id) ?? user_id);

describe("the golden list", () => {
  it("has at least 120 queries", () => expect(GOLDEN.length).toBeGreaterThanOrEqual(120));

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

  it("tells no word of somebody who is hidden", async () => {
    const { db } = test;
    await list(db, 500, { ...LISTED.volt, business: "Quaggatown", name: "Quigley Zorn" }, 1);
    expect((await search(db, { service: "quagatown" })).corrected).toBe("quaggatown");
    await db.query("update public.profiles set is_visible = false where id = $1", [idOf(500)]);
    for (const service of ["quaggatown", "quagatown", "quagga", "zorn"])
      expect(await search(db, { service }), service).toEqual({ total: 0, providers: [] });
    await db.query("delete from auth.users where id = $1", [idOf(500)]);
    expect(await wrongCounts(db)).toEqual([]);
  });
});

describe("pages and order", () => {
  it("cover everybody once, in each order, at any size", async () => {
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

  it("by rating do not put one five-star review over many good ones", async () => {
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
    expect(await wrongCounts(db)).toEqual([]);
  });

  it("take turns, each first equally often, in relevance, rating and distance alike", async () => {
    const { db } = test;
    for (const wanted of [
      { location: "leeds", sort: "relevance" },
      { service: "cleaning", sort: "relevance" },
      { category: "Construction/Trade", sort: "rating" },
      { location: "leeds", within: 1, sort: "distance" },
    ]) {
      await stopTurning(db);
      const rounds: string[][] = [];
      const once = keys(await search(db, { ...wanted, size: 60 }));
      const share = 1 / once.length;
      for (let day = 0; day < once.length; day++) {
        await stopTurning(db, (day + 0.5) * share);
        const round = keys(await search(db, { ...wanted, size: 60 }));
        expect(round.toSorted()).toEqual(once.toSorted());
        const parts: string[] = [];
        for (let skip = 0; skip < once.length; skip += 3)
          parts.push(...keys(await search(db, { ...wanted, size: 3, skip })));
        expect(parts).toEqual(round);
        rounds.push(round);
      }
      // Whoever is first has been, on the whole circle, first as often as everybody that is as good.
      const firsts = rounds.map(([first]) => first);
      const equals = new Set(firsts);
      expect(equals.size, JSON.stringify(wanted)).toBeGreaterThan(1);
      for (const key of equals) {
        const times = firsts.filter((first) => first === key).length;
        expect(Math.abs(times - firsts.length / equals.size), key).toBeLessThanOrEqual(1);
      }
    }
    await stopTurning(db);
  });

  it("show nobody without membership but in a trial where nobody is listed", async () => {
    const trial = async () =>
      (await test.db.query<{ f: unknown[] }>("select public.trial_providers() as f"))[0]?.f.length;
    expect(await trial()).toBe(0);
    await test.db.query("update private.site_mode set trial = true");
    expect(await trial()).toBe(0);
    await test.db
      .transaction(async (tx) => {
        await tx.query("update public.subscribers set subscribed = false");
        const ask = async () =>
          (await tx.query<{ f: { user_id: string }[] }>("select public.trial_providers() as f"))[0]
            ?.f ?? [];
        expect(await ask()).toHaveLength(20);
        await tx.query("update public.profiles set is_visible = false where id <> $1", [
          listedId("volt"),
        ]);
        expect((await ask()).map(({ user_id }) => user_id)).toEqual([listedId("volt")]);
        await tx.query("update public.profiles set is_active = false where id = $1", [
          listedId("volt"),
        ]);
        expect(await ask()).toEqual([]);
        await tx.query("update public.profiles set is_active = true, is_visible = true");
        await tx.query("update private.site_mode set trial = false");
        expect(await ask()).toEqual([]);
        throw new Error("undo");
      })
      .catch((error) => expect(error.message).toBe("undo"));
    await test.db.query("update private.site_mode set trial = false");
  });

  it("refuse an order that does not exist", async () => {
    await expect(search(test.db, { sort: "paid" })).rejects.toMatchObject({ code: "22023" });
    await expect(search(test.db, { sort: "'; drop table x" })).rejects.toMatchObject({
      code: "22023",
    });
  });
});

describe("hostile words", () => {
  const SIGNS = [
    "#",
    "@leeds",
    "~plumber",
    "*",
    "#Events",
    "'#Events'",
    "\\'",
    "@",
    "%",
    "_",
    "a:*",
  ];

  it.each(SIGNS)("reach no token of ours: %s", async (text) => {
    const plain = text.replace(/[^a-zA-Z]/g, " ").trim();
    const found = await search(test.db, { service: text });
    expect(keys(found)).toEqual(keys(await search(test.db, { service: plain })));
    expect((await search(test.db, { category: text })).total).toBe(0);
    expect((await search(test.db, { location: text })).total).toBe(0);
  });

  it("in a town or a category of somebody's own are found as they are", async () => {
    const { db } = test;
    const town = "O'Brien\\'s & | ! (#x) :* %_";
    await list(
      db,
      501,
      { ...LISTED.volt, town, categories: ["Other: '; \\ drop & | !(table)"] },
      1,
    );
    for (const location of [town, "o'brien\\", "& | ! (", ":* %_", "%_"])
      expect((await search(db, { location })).total, location).toBe(1);
    expect((await search(db, { category: "Other: '; \\ drop & | !(table)" })).total).toBe(1);
    await db.query("delete from auth.users where id = $1", [idOf(501)]);
  });

  it("cost little, however many", async () => {
    for (const service of ["zq ".repeat(5000), "a b c d e f g h i j k l m n o p", "x".repeat(9000)])
      expect((await search(test.db, { service })).total).toBe(0);
  });
});

describe("the counts", () => {
  it("follow every kind of change", async () => {
    const { db } = test;
    await list(db, 510, { ...LISTED.tap, business: "Passing" }, 1);
    for (const change of [
      "update public.profiles set bio = 'quite other words', location = 'Atlantis' where id = $1",
      "update public.profiles set bio = null, location = null, skills = '[]' where id = $1",
      "update public.profiles set categories = '{}' where id = $1",
      "update public.profiles set is_active = false where id = $1",
      "update public.profiles set is_active = true where id = $1",
      "update public.subscribers set subscribed = false where user_id = $1",
      "update public.subscribers set subscribed = true where user_id = $1",
      "delete from private.listings where provider_id = $1",
      "delete from auth.users where id = $1",
    ]) {
      await db.query(change, [idOf(510)]);
      expect(await wrongCounts(db), change).toEqual([]);
    }
    expect((await search(db, { location: "atlantis" })).total).toBe(0);
    const [left] = await db.query("select count(*)::int as n from private.search_changes");
    expect(left).toEqual({ n: 0 });
  });

  it("forget what is rolled back, wholly or to a savepoint", async () => {
    const { db } = test;
    const bio = "update public.profiles set bio = $2 where id = $1";
    const stop = new Error("stop");
    await db
      .transaction(async (tx) => {
        await tx.query(bio, [listedId("volt"), "vanishing"]);
        throw stop;
      })
      .catch((error) => expect(error).toBe(stop));
    await db.transaction(async (tx) => {
      await tx.query("savepoint here");
      await tx.query(bio, [listedId("volt"), "vanishing"]);
      await tx.query("set constraints all immediate");
      await tx.query("rollback to savepoint here");
      await tx.query(bio, [listedId("amp"), "Lights, sockets and car chargers, remaining."]);
      await tx.query("set constraints all immediate");
      await tx.query(bio, [listedId("course"), "Garden walls, pointing and chimneys, remaining."]);
    });
    expect(await wrongCounts(db)).toEqual([]);
    expect((await search(db, { service: "vanishing" })).total).toBe(0);
    expect((await search(db, { service: "remaining" })).total).toBe(2);
  });

  it("leave out whoever leaves at once, in the same transaction too, and count who changes", async () => {
    const { db } = test;
    const [volt] = [listedId("volt")];
    const shapes = [
      {},
      { service: "electrician" },
      { service: "e" },
      { location: "leeds" },
      { location: "ee" },
      { location: "leeds", within: 10 },
      { service: "electrician", location: "leeds" },
      ...LISTED.volt.categories.map((category) => ({ category })),
    ];
    for (const [change, stays] of [
      ["update public.profiles set is_visible = false where id = $1"],
      ["update public.profiles set is_active = false where id = $1"],
      ["update public.profiles set account_type = 'client' where id = $1"],
      ["update public.subscribers set subscribed = false where user_id = $1"],
      ["update public.subscribers set subscription_end = now() where user_id = $1"],
      ["delete from public.subscribers where user_id = $1"],
      ["update private.listings set membership_end = now() where provider_id = $1"],
      ["delete from auth.users where id = $1"],
      ["update public.profiles set bio = 'other words' where id = $1", true],
    ] as const) {
      const tried = db.transaction(async (tx) => {
        const ask = async () => {
          const found = [];
          for (const shape of shapes)
            for (const sort of ["relevance", "newest", "rating", "distance"])
              found.push(await search(tx, { ...shape, sort, size: 60 }));
          return found;
        };
        const before = await ask();
        await tx.query(change, [volt]);
        for (const [n, found] of (await ask()).entries()) {
          const was = before[n];
          expect(was?.providers.some(({ user_id }) => user_id === volt)).toBe(true);
          expect(
            found.providers.some(({ user_id }) => user_id === volt),
            change,
          ).toBe(!!stays);
          expect(found.total, `${change} ${n}`).toBe((was?.total ?? 0) - (stays ? 0 : 1));
          expect(found.providers.length).toBe(found.total);
        }
        throw new Error("undo");
      });
      await expect(tried).rejects.toThrow("undo");
    }
    // Who leaves gives the place to who comes, within one transaction.
    await db
      .transaction(async (tx) => {
        await tx.query("delete from auth.users where id = $1", [volt]);
        await list(tx, 545, { ...LISTED.mop, business: "Successor" }, 1);
        expect(
          (await search(tx, { service: "electrician", location: "leeds" })).providers,
        ).not.toContainEqual(expect.objectContaining({ user_id: idOf(545) }));
        await tx.query("set constraints all immediate");
        expect((await search(tx, { service: "successor" })).total).toBe(1);
        expect(await wrongCounts(tx)).toEqual([]);
        throw new Error("undo");
      })
      .catch((error) => expect(error.message).toBe("undo"));
    expect(await wrongCounts(db)).toEqual([]);
  });

  it("are right after many writers at once, in every order", async () => {
    const { db } = test;
    for (let n = 520; n < 532; n++) await list(db, n, LISTED.mop, 1);
    const writer = async (seed: number) => {
      for (let turn = 0; turn < 8; turn++) {
        await db.transaction(async (tx) => {
          // Each transaction writes its own people, but the words are everybody's.
          for (const n of seed % 2 ? [0, 1, 2] : [2, 1, 0])
            await tx.query("update public.profiles set bio = $2, location = $3 where id = $1", [
              idOf(520 + seed * 3 + n),
              `shared words ${turn % 3} ${seed} alpha beta gamma`,
              turn % 2 ? "Leeds" : `Town ${turn}`,
            ]);
        });
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
    expect(await wrongCounts(db)).toEqual([]);
    await db.query("delete from auth.users where id = any ($1)", [
      Array.from({ length: 12 }, (_, n) => idOf(520 + n)),
    ]);
    expect(await wrongCounts(db)).toEqual([]);
  });

  it("do not show those whose time is over, and the next write sweeps them out", async () => {
    const { db } = test;
    await list(db, 540, { ...LISTED.tap, business: "Overdue" }, 1);
    const before = await search(db, { service: "plumber" });
    const everybody = await search(db, {});
    await db.query("update private.listings set membership_end = now() where provider_id = $1", [
      idOf(540),
    ]);
    expect((await search(db, { service: "plumber" })).total).toBe(before.total - 1);
    expect((await search(db, {})).total).toBe(everybody.total - 1);
    expect((await search(db, { location: "leeds", service: "overdue" })).total).toBe(0);
    await db.query("update public.profiles set bio = bio where id = $1", [listedId("volt")]);
    const [left] = await db.query(
      "select count(*)::int as n from private.listings where provider_id = $1",
      [idOf(540)],
    );
    expect(left).toEqual({ n: 0 });
    expect(await wrongCounts(db)).toEqual([]);
    // So does the task, where nobody writes.
    await db.query("update public.profiles set bio = bio where id = $1", [idOf(540)]);
    await db.query("update private.listings set membership_end = now() where provider_id = $1", [
      idOf(540),
    ]);
    await db.query("update private.scheduled_tasks set last_run = null");
    await db.query("select public.run_task('sweep-listings')");
    expect(
      await db.query("select from private.listings where provider_id = $1", [idOf(540)]),
    ).toEqual([]);
    expect((await search(db, { location: "leeds", service: "overdue" })).total).toBe(0);
    expect(await wrongCounts(db)).toEqual([]);
    await db.query("delete from auth.users where id = $1", [idOf(540)]);
  });
});

it("a directory that was filled before the search came is read and counted by the upgrade", async () => {
  const old = await bareDatabase();
  try {
    const project = loadTestProject(THE_PROJECT);
    const earlier = project.migrations.filter(({ version }) => version < "20261120001110");
    await migrateBackend(old.db, { ...project, migrations: earlier, seeds: [] }, silentLog);
    await fill(old.db);
    await migrateBackend(old.db, project, silentLog);
    await stopTurning(old.db);
    expect(await wrongCounts(old.db)).toEqual([]);
    for (const { first, total, corrected, ...wanted } of GOLDEN) {
      const found = await search(old.db, wanted);
      expect(keys(found).slice(0, first.length), JSON.stringify(wanted)).toEqual(first);
    }
    await list(old.db, 500, LISTED.volt, 1);
    expect(await wrongCounts(old.db)).toEqual([]);
  } finally {
    await old.drop();
  }
});
