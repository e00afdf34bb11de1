import { afterEach, describe, expect, it } from "vitest";
import { quoteActs } from "#tests/security/jobs/quotes-acts.ts";
import { allowed, type Name, outcome, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** What a membership brought: counted by the server alone, and shown to its member alone. */
const world = testWorld();
afterEach(() => world.sql("delete from stats.provider_days"));

const { idOf, post, send, accept } = quoteActs(() => world);

const record = (impressions: unknown, who: Name | "visitor" | "service" = "service") =>
  world.rpc(who, "record_impressions", { p_impressions: impressions });

const view = (who: Name, times = 1) => ({ kind: "view", providers: [idOf(who)], times });
const search = (who: Name, times = 1) => ({ kind: "search", providers: [idOf(who)], times });

/** What is stored, as "kind: amount". */
const stored = async (who: Name): Promise<string[]> => {
  const found = await world.sql<{ text: string }>(
    `select kind || ': ' || amount as text from stats.provider_days where provider_id = $1 order by kind`,
    [idOf(who)],
  );
  return found.map(({ text }) => text);
};

const worthOf = async (who: Name) => {
  const { data, error } = await world.rpc(who, "membership_worth");
  expect(error).toBeNull();
  return data as {
    figures: Record<string, number>;
    response_minutes: number | null;
    late_answers: number;
  };
};

describe("counting", () => {
  it("adds up what several processes count at once", async () => {
    await Promise.all(
      Array.from({ length: 12 }, () =>
        record([view("member", 2), search("member", 3), view("plain"), view("hidden")]),
      ),
    );
    expect(await stored("member")).toEqual(["search: 36", "view: 24"]);
  });

  it("ignores whoever is no provider, unknown kinds and nonsense", async () => {
    await record([
      view("seeker"),
      { kind: "view", providers: [crypto.randomUUID()], times: 1 },
      { kind: "own view", providers: [idOf("member")], times: 1 },
      { kind: "view", providers: [idOf("member")], times: -5 },
      { kind: "view", providers: [idOf("member")], times: 2_000_000_000 },
    ]);
    expect(await stored("seeker")).toEqual([]);
    expect(await stored("member")).toEqual(["view: 1000001"]);
    expect(await outcome(record([{ kind: "view", providers: "member" }]))).not.toBe("let in");
  });
});

describe("own views", () => {
  it("are subtracted from the caller's own page only, and never below nothing", async () => {
    await record([view("member", 2), view("plain", 2)]);
    for (const _ of [1, 2, 3]) await allowed(world.rpc("member", "uncount_own_view"));
    await world.rpc("seeker", "uncount_own_view");
    expect((await worthOf("member")).figures.views).toBe(0);
    expect((await worthOf("plain")).figures.views).toBe(2);
    expect(await stored("seeker")).toEqual([]);
  });
});

describe("membership_worth", () => {
  it("is refused to people without a provider's account", async () => {
    const call = (who: Name | "visitor") => world.rpc(who, "membership_worth");
    for (const who of ["seeker", "admin", "idle"] as const) await refused(call(who), /^403 /, who);
    await allowed(call("plain"));
  });

  it("gives the caller's own figures of the last 30 days", async () => {
    await record([view("member", 7), search("member", 9), view("plain", 3)]);
    await world.sql(
      `insert into stats.provider_days (provider_id, day, kind, amount)
       select $1, private.uk_day(now()) - ago, 'view', 100 * ago from (values (29), (30)) as each (ago)`,
      [idOf("member")],
    );
    expect((await worthOf("member")).figures).toMatchObject({ views: 2907, found: 9 });
    expect((await worthOf("plain")).figures.views).toBe(3);
  });
});

it("counts a hire that both confirmed as won, and none that was undone", async () => {
  const job = await post();
  await send("member", job);
  await accept("seeker", job, "member");
  expect((await worthOf("member")).figures).toMatchObject({ quotes_sent: 1, jobs_won: 1 });
  for (const column of ["confirmed_at = null", "confirmed_at = now(), undone_at = now()"]) {
    await world.sql(`update public.hires set ${column}`);
    expect((await worthOf("member")).figures.jobs_won, column).toBe(0);
  }
});

it("counts are deleted after 90 days, and an account's with it", async () => {
  await world.sql(
    `insert into stats.provider_days (provider_id, day, kind, amount)
     select $1, private.uk_day(now()) - day, kind, 1 from (values (90, 'view'), (91, 'view'), (91, 'search')) as each (day, kind)`,
    [idOf("member")],
  );
  await world.sql("select private.delete_old_rows()");
  expect(
    await world.see(
      "select array_agg(private.uk_day(now()) - day || kind) from stats.provider_days",
    ),
  ).toEqual(["90view"]);
});
