import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type World } from "./people.ts";

/** Rows that triggers keep, made wrong by hand: the night's check finds and repairs them. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { member, seeker, rival } = world.people;
  const give = { provider_id: member.id, user_id: seeker.id, rating: 4, title: "Fine work" };
  expect((await seeker.client.from("feedback").insert(give)).error).toBeNull();
  for (const location of ["Leeds", "York"])
    await world.backend.db.query(
      `insert into public.jobs (title, description, category, location, budget, user_id, contact_email)
       values ('A gate', 'B', 'IT', $2, 'GBP 100-200', $1, 'a@people.example')`,
      [rival.id, location],
    );
  await world.backend.db.query("insert into public.businesses (business_name) values ('Gate Ltd')");
});
afterAll(() => world?.close());

const DERIVED = [
  "private.listings",
  "private.search_sets",
  "private.search_rows",
  "private.search_terms",
  "private.account_words",
  "private.feedback_words",
  "private.business_words",
];
const checked = async () => {
  const rows = await world.backend.db.query<{ name: string; differences: string }>(
    "select name, differences from private.check_all_derived()",
  );
  return rows.filter(({ differences }) => Number(differences) > 0).map(({ name }) => name);
};

/** Past the triggers, as a fault of theirs or a hand would. */
const corrupt = (sql: string) =>
  world.backend.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query(sql);
  });

describe("the check of what is derived", () => {
  it("finds nothing where nothing is wrong", async () => {
    expect(await checked()).toEqual([]);
    expect(await world.see("select count(*)::int from private.search_sets")).toBeGreaterThan(20);
    expect(await world.see("select count(*)::int from private.job_facets")).toBeGreaterThan(3);
  });

  it.each([
    ["listings", "update private.listings set rating_count = 7, title = 'Forged'"],
    ["listings", "update private.listings set document = 'nothing'"],
    ["listings", "delete from private.listings"],
    [
      "search_sets and search_rows",
      "update private.search_sets set members = set_bit(coalesce(members, dense), 77, 1), dense = null where term = '*'",
    ],
    ["search_sets and search_rows", "delete from private.search_sets where term > 'a'"],
    [
      "search_sets and search_rows",
      "insert into private.search_sets (term, part, members) select 'forged', part, members from private.search_sets where members is not null limit 1",
    ],
    ["search_sets and search_rows", "update private.search_rows set rating_score = 99"],
    ["search_sets and search_rows", "delete from private.search_rows"],
    ["search_terms", "update private.search_terms set listings = listings + 1"],
    ["search_terms", "delete from private.search_terms"],
    [
      "search_terms",
      "insert into private.search_terms (kind, term, listings) values ('token', '@nowhere', 3)",
    ],
    ["account_words", "update private.account_words set words = 'forged'"],
    ["account_words", "delete from private.account_words"],
    ["feedback_words", "update private.feedback_words set state = 'hidden'"],
    ["business_words", "update private.business_words set words = 'forged'"],
    ["list_parts", "update private.list_parts set items = items + 5"],
    [
      "list_parts",
      "insert into private.list_changes (list, kind, part, items) values ('names', 'client', 'abc', 2)",
    ],
    [
      "daily_figures",
      "insert into private.figure_changes (figure, day, amount) values ('jobs', current_date, 9)",
    ],
    [
      "job_facets and its counts",
      "delete from private.job_facets where job_id in (select id from public.jobs limit 1)",
    ],
    ["job_facets and its counts", "update private.job_days set jobs = jobs + 1"],
    ["job_facets and its counts", "update private.job_letter_days set jobs = 40"],
  ])("repairs %s after %s", async (name, sql) => {
    const answers = async () => [
      await world.picture(...DERIVED),
      (await world.visitor.rpc("search_providers", { page_size: 10 })).data,
      (await world.visitor.rpc("search_jobs", { location: "Leeds" })).data,
    ];
    // A slot is given anew to a listing that was lost, so what holds slots is compared by what it answers.
    const lost = sql.startsWith("delete from private.listings");
    const before = await answers();
    await corrupt(sql);
    await world.backend.db.query("delete from private.derived_repairs");
    expect(await checked()).toContain(name);
    expect(await checked()).toEqual([]);
    const after = await answers();
    if (lost) expect(after[1]?.total).toBe(before[1]?.total);
    else expect(after).toEqual(before);
    expect(await world.see("select bool_or(name = $1) from private.derived_repairs", [name])).toBe(
      true,
    );
  });

  it("goes through all pieces in a night, one a time, and rests until the next", async () => {
    await world.backend.db.query(
      "update private.derived_checks set done_on = null, next_piece = 0",
    );
    await corrupt("update private.account_words set words = 'forged'");
    await corrupt("update private.list_parts set items = items + 5");
    let steps = 0;
    const open = () =>
      world.see<number>("select count(*)::int from private.derived_checks where done_on is null");
    while ((await open()) > 0) {
      await world.backend.db.query("select private.check_derived()");
      steps += 1;
      expect(steps).toBeLessThan(400);
    }
    expect(steps).toBeGreaterThan(200);
    expect(await checked()).toEqual([]);
    await world.backend.db.query("delete from private.derived_repairs");
    await corrupt("update private.account_words set words = 'forged'");
    await world.backend.db.query("select private.check_derived()");
    expect(await world.see("select count(*)::int from private.derived_repairs")).toBe(0);
    expect(await checked()).toEqual(["account_words"]);
  });
});
