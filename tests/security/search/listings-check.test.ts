import { beforeAll, describe, expect, it } from "vitest";
import { allowed } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Listings that triggers write, made wrong by hand: the check finds and repairs them. */
const world = testWorld();
beforeAll(async () => {
  const { member, seeker } = world.people;
  const give = { provider_id: member.id, user_id: seeker.id, rating: 4, title: "Fine work" };
  await allowed(seeker.client.from("feedback").insert(give));
});

const checkAll = () => world.see<number>("select private.check_listings(null)::int");

/** Past the triggers, as a fault of theirs or a hand would. */
const corrupt = (sql: string) =>
  world.backend.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query(sql);
  });

describe("the check of listings", () => {
  it("finds nothing where nothing is wrong", async () => {
    expect(await checkAll()).toBe(0);
    expect(await world.count("search.listings")).toBeGreaterThan(1);
  });

  it.each([
    "update search.listings set rating_count = 7, town = 'Forged'",
    "update search.listings set document = 'nothing'",
    "delete from search.listings",
  ])("repairs all after %s", async (sql) => {
    const responses = async () => [
      await world.picture("search.listings"),
      (await world.rpc("visitor", "search_providers", { page_size: 10 })).data,
    ];
    const before = await responses();
    await corrupt(sql);
    await world.sql("delete from private.cache_changes where tags is null");
    expect(await checkAll()).toBeGreaterThan(1);
    // What was cached may have been made of what was wrong.
    expect(
      await world.see("select exists (select from private.cache_changes where tags is null)"),
    ).toBe(true);
    expect(await checkAll()).toBe(0);
    expect(await responses()).toEqual(before);
  });

  it("forgets words that nobody has any more, and finds lost ones again", async () => {
    const words = () => world.sql<{ word: string }>("select word from search.words order by word");
    const before = await words();
    await world.sql("insert into search.words (word, lexeme) values ('zeppelins', 'zeppelin')");
    await world.sql("delete from search.words where word < 'm'");
    expect(await checkAll()).toBe(0);
    expect(await words()).toEqual(before);
  });

  it("takes a part of them every five minutes, and all within a day", async () => {
    await corrupt("update search.listings set town = 'Forged'");
    const forged = () => world.count("search.listings where town = 'Forged'");
    const many = await forged();
    let repaired = 0;
    for (let part = 20_000; part < 20_288; part++) {
      const changed = await world.see<number>(`select private.check_listings(${part})::int`);
      expect(changed).toBeLessThan(many);
      repaired += changed;
    }
    expect(repaired).toBe(many);
    expect(await forged()).toBe(0);
    expect(
      await world.see(
        "select run_every::text || ' ' || procedure from private.scheduled_tasks where name = 'check-listings'",
      ),
    ).toBe("00:05:00 private.check_listings()");
  });
});
