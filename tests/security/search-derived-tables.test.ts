import { beforeAll, describe, expect, it } from "vitest";
import { testWorld } from "./test-world.ts";

/** Rows that triggers keep, made wrong by hand: the night's check finds and repairs them. */
const world = testWorld();
beforeAll(async () => {
  const { member, seeker } = world.people;
  const give = { provider_id: member.id, user_id: seeker.id, rating: 4, title: "Fine work" };
  expect((await seeker.client.from("feedback").insert(give)).error).toBeNull();
});

const checked = async () => {
  const rows = await world.backend.db.query<{ name: string; differences: string }>(
    "select name, differences from private.check_all_derived_tables()",
  );
  return rows.filter(({ differences }) => Number(differences) > 0).map(({ name }) => name);
};

/** Past the triggers, as a fault of theirs or a hand would. */
const corrupt = (sql: string) =>
  world.backend.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query(sql);
  });

describe("the check of derived tables", () => {
  it("finds nothing where nothing is wrong", async () => {
    expect(await checked()).toEqual([]);
    expect(await world.see("select count(*)::int from search.listings")).toBeGreaterThan(1);
  });

  it.each([
    ["listings", "update search.listings set rating_count = 7, town = 'Forged'"],
    ["listings", "update search.listings set document = 'nothing'"],
    ["listings", "delete from search.listings"],
  ])("repairs %s after %s", async (name, sql) => {
    const responses = async () => [
      await world.picture("search.listings"),
      (await world.visitor.rpc("search_providers", { page_size: 10 })).data,
    ];
    const before = await responses();
    await corrupt(sql);
    await world.backend.db.query("delete from private.derived_repairs");
    await world.backend.db.query("delete from private.cache_changes where tags is null");
    expect(await checked()).toContain(name);
    // What was cached may have been made of what was wrong.
    expect(
      await world.see("select exists (select from private.cache_changes where tags is null)"),
    ).toBe(true);
    expect(await checked()).toEqual([]);
    expect(await responses()).toEqual(before);
    expect(await world.see("select bool_or(name = $1) from private.derived_repairs", [name])).toBe(
      true,
    );
  });

  it("forgets words that nobody has any more, and finds lost ones again", async () => {
    const words = () =>
      world.backend.db.query<{ word: string }>("select word from search.words order by word");
    const before = await words();
    await world.backend.db.query(
      "insert into search.words (word, lexeme) values ('zeppelins', 'zeppelin')",
    );
    await world.backend.db.query("delete from search.words where word < 'm'");
    expect(await checked()).toEqual([]);
    expect(await words()).toEqual(before);
  });

  /** The next part of the night's check, with no more time than for one step. */
  const checkNext = () =>
    world.backend.db.transaction(async (tx) => {
      await tx.query("set local checks.patience = '0'");
      await tx.query("select private.check_next_derived_part()");
    });

  it("checks all of it in a night, a few rows at a time, and rests until the next", async () => {
    const steps = await world.backend.db.query<{ name: string; most: number }>(
      "select name, most from private.derived_checks",
    );
    await world.backend.db.query(
      "update private.derived_checks set done_on = null, after = null, most = 2",
    );
    await corrupt("update search.listings set town = 'Forged'");
    const parts = new Map<string, number>();
    const open = () =>
      world.see<string | null>(
        "select (select name from private.derived_checks where done_on is null order by place limit 1)",
      );
    for (let name = await open(); name; name = await open()) {
      await checkNext();
      parts.set(name, (parts.get(name) ?? 0) + 1);
      expect(parts.get(name)).toBeLessThan(400);
    }
    expect(parts.size).toBe(steps.length);
    for (const [name, count] of parts) if (name !== "words") expect(count, name).toBeGreaterThan(1);
    expect(await checked()).toEqual([]);
    await world.backend.db.query("delete from private.derived_repairs");
    await corrupt("update search.listings set town = 'Forged'");
    await checkNext();
    expect(await world.see("select count(*)::int from private.derived_repairs")).toBe(0);
    for (const { name, most } of steps)
      await world.backend.db.query("update private.derived_checks set most = $2 where name = $1", [
        name,
        most,
      ]);
    expect(await checked()).toEqual(["listings"]);
  });

  it("continues a check after the last row, until its time is over", async () => {
    await world.backend.db.query(
      "update private.derived_checks set most = 1, done_on = case when name <> 'listings' then current_date end",
    );
    await corrupt("update search.listings set town = 'Forged'");
    const forged = () =>
      world.see<number>("select count(*)::int from search.listings where town = 'Forged'");
    const isDone = () =>
      world.see("select done_on is not null from private.derived_checks where name = 'listings'");
    const members = await world.see<number>(
      "select count(*)::int from public.subscribers where subscribed and subscription_end > now()",
    );
    expect(members).toBeGreaterThan(1);
    for (let step = 1; step <= members; step++) {
      const before = await forged();
      await checkNext();
      expect(await forged()).toBeGreaterThanOrEqual(before - 1);
      expect(await isDone()).toBe(false);
    }
    expect(await forged()).toBe(0);
    await checkNext();
    expect(await isDone()).toBe(true);
    await world.backend.db.query(
      "update private.derived_checks set done_on = null where name = 'listings'",
    );
    await world.backend.db.query("select private.check_next_derived_part()");
    expect(await isDone()).toBe(true);
  });
});
