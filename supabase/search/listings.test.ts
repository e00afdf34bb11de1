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
import { LISTED } from "#tests/security/search/golden.ts";

const test = projectDatabase();
beforeAll(async () => {
  await fill(test.db);
  await stopTurning(test.db);
});

it("the listings follow every kind of change", async () => {
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
    "delete from auth.users where id = $1",
  ]) {
    await db.query(change, [idOf(510)]);
    expect(await wrongListings(db), change).toBe(0);
  }
  expect((await search(db, { location: "atlantis" })).total).toBe(0);
});

it("the listings undo what is rolled back, wholly or to a savepoint", async () => {
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
    await tx.query("rollback to savepoint here");
    await tx.query(bio, [listedId("amp"), "Lights, sockets and car chargers, remaining."]);
    await tx.query(bio, [listedId("course"), "Garden walls, pointing and chimneys, remaining."]);
  });
  expect(await wrongListings(db)).toBe(0);
  expect((await search(db, { service: "vanishing" })).total).toBe(0);
  expect((await search(db, { service: "remaining" })).total).toBe(2);
});

it("the listings leave out people who leave at once, also in the same transaction, and count those who change", async () => {
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
    ["update search.listings set membership_end = now() where provider_id = $1"],
    ["delete from auth.users where id = $1"],
    ["update public.profiles set bio = 'other words' where id = $1", true],
  ] as const) {
    const tried = db.transaction(async (tx) => {
      const runSearch = async () => {
        const found = [];
        for (const shape of shapes)
          for (const sort of ["relevance", "newest", "rating", "distance"])
            found.push(await search(tx, { ...shape, sort, size: 60 }));
        return found;
      };
      const before = await runSearch();
      await tx.query(change, [volt]);
      for (const [n, found] of (await runSearch()).entries()) {
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
  expect(await wrongListings(db)).toBe(0);
});

it("the listings are right after many writers at once, in every order", async () => {
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
  expect(await wrongListings(db)).toBe(0);
  await db.query("delete from auth.users where id = any ($1)", [
    Array.from({ length: 12 }, (_, n) => idOf(520 + n)),
  ]);
  expect(await wrongListings(db)).toBe(0);
});

it("the listings do not show expired ones, which a task deletes", async () => {
  const { db } = test;
  await list(db, 540, { ...LISTED.tap, business: "Overdue" }, 1);
  const before = await search(db, { service: "plumber" });
  const everybody = await search(db, {});
  await db.query("update search.listings set membership_end = now() where provider_id = $1", [
    idOf(540),
  ]);
  expect((await search(db, { service: "plumber" })).total).toBe(before.total - 1);
  expect((await search(db, {})).total).toBe(everybody.total - 1);
  expect((await search(db, { location: "leeds", service: "overdue" })).total).toBe(0);
  await db.query("update private.scheduled_tasks set last_run = null");
  await db.query("select public.run_task('delete-expired-listings')");
  expect(await db.query("select from search.listings where provider_id = $1", [idOf(540)])).toEqual(
    [],
  );
  expect((await search(db, { location: "leeds", service: "overdue" })).total).toBe(0);
  await db.query("delete from auth.users where id = $1", [idOf(540)]);
});
