import { afterEach, describe, expect, it } from "vitest";
import type { Answers } from "#domain/statistics/results.ts";
import { dataOf, type Name } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** What admins see of jobs that were answered, and of searches that found nobody (P-72). */
const world = testWorld();
const query = (text: string, values: unknown[] = []) => world.sql(text, values);
afterEach(() => query("delete from public.jobs"));
afterEach(() => query("delete from stats.empty_searches"));

const idOf = (who: Name) => world.people[who].id;

const answers = () => dataOf<Answers>(world.rpc("admin", "admin_answers"));

/** A job of so many hours ago. */
const post = (hours: number, location = "Leeds", category = "IT") =>
  world.see<string>(
    `insert into public.jobs (user_id, title, description, category, location, contact_email, posted_date)
     values ($1, 'Job', 'Work', $3, $4, 'me@home.example', now() - $2::integer * interval '1 hour') returning id`,
    [idOf("seeker"), hours, category, location],
  );
const unlock = async (job: string, after: number) => {
  await query(
    `insert into public.job_contact_reveals (job_id, provider_id, revealed_at)
     select id, $2, posted_date + $3::integer * interval '1 hour' from public.jobs where id = $1`,
    [job, idOf("member"), after],
  );
};

const wanted = (trade: string, place: string, times = 1) => ({
  kind: "nobody",
  trade,
  place,
  times,
});
const record = (searches: unknown) =>
  world.rpc("service", "record_impressions", { p_impressions: searches });

it("is nothing while nothing has happened", async () => {
  expect(await answers()).toEqual({ jobs: 0, answered: 0, groups: [], empty_searches: [] });
});

describe("answers", () => {
  it("are a quote, an unlock or a provider's message within 48 hours", async () => {
    await unlock(await post(100), 47);
    await unlock(await post(100), 49);
    await unlock(await post(10), 1);
    await post(10);
    await post(31 * 24);
    await query(
      `insert into public.job_quotes (job_id, provider_id, message, price_type, vat, valid_until, created_at)
       values ($1, $2, 'Yes', 'after_visit', 'included', current_date + 9, now() - interval '90 hours')`,
      [await post(100), idOf("member")],
    );
    for (const who of ["seeker", "member"] as const)
      await query(
        `with begun as (insert into public.enquiries (sender_id, provider_id, subject, job_id) values ($1, $2, 'Job', $3) returning id)
         insert into public.enquiry_messages (enquiry_id, author_id, body, created_at)
         select id, $4, 'Hello', now() - interval '90 hours' from begun`,
        [idOf("seeker"), idOf("member"), await post(100), idOf(who)],
      );
    expect(await answers()).toMatchObject({ jobs: 6, answered: 4 });
  });
});

describe("searches that found nobody", () => {
  it("are added up by trade and place, a postcode by its first half", async () => {
    await Promise.all([
      record([wanted("Plumber", "LS6 3AB", 2), wanted("plumber", "ls63 ab")]),
      record([wanted("PLUMBER", "Leeds LS6"), wanted("plumber", "A4, LS6/1AA")]),
      record([wanted("x".repeat(99), "y".repeat(99)), { kind: "nobody", times: 1 }]),
    ]);
    expect((await answers()).empty_searches).toEqual([
      { trade: "plumber", place: "ls6", searches: 4 },
      { trade: "plumber", place: "leeds ls6", searches: 1 },
      { trade: "x".repeat(60), place: "y".repeat(60), searches: 1 },
    ]);
  });

  it("are at most 500 a day, and those stored are counted on", async () => {
    const many = (from: string) => Array.from({ length: 400 }, (_, nr) => wanted(from + nr, ""));
    await Promise.all([record(many("a")), record(many("b"))]);
    const sums = "select count(*)::int || '/' || sum(searches)::int from stats.empty_searches";
    expect(await world.see(sums)).toBe("500/500");
    await record([...many("a"), ...many("b")]);
    expect(await world.see(sums)).toBe("500/1000");
    expect((await answers()).empty_searches).toHaveLength(20);
  });

  it("are shown for 30 days and deleted after 90", async () => {
    await query(
      `insert into stats.empty_searches select private.uk_day(now()) - ago, ago::text, '', 1
       from (values (29), (30), (90), (91)) as each (ago)`,
    );
    expect((await answers()).empty_searches.map(({ trade }) => trade)).toEqual(["29"]);
    await query("select private.delete_old_rows()");
    expect(await world.count("stats.empty_searches")).toBe(3);
  });
});
