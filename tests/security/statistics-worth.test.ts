import { afterEach, describe, expect, it } from "vitest";
import { quoteActs } from "./jobs-quotes-acts.ts";
import { ANONYMOUS, FORBIDDEN, NAMES, type Name, outcome } from "./people.ts";
import { testWorld } from "./test-world.ts";

/** What a membership brought: counted by the server alone, and shown to its member alone. */
const world = testWorld();
afterEach(() => world.backend.db.query("delete from stats.provider_days"));

const { idOf, post, send, accept } = quoteActs(() => world);

const record = (impressions: unknown, who: Name | "visitor" | "service" = "service") =>
  world.clientOf(who).rpc("record_impressions", { p_impressions: impressions });

const view = (who: Name, times = 1) => ({ kind: "view", providers: [idOf(who)], times });
const search = (who: Name, query: object, times = 1) => ({
  kind: "search",
  providers: [idOf(who)],
  times,
  ...query,
});

/** What is stored, as "kind word: amount". */
const stored = async (who: Name): Promise<string[]> => {
  const found = await world.backend.db.query<{ text: string }>(
    `select concat_ws(' ', kind, nullif(word, '')) || ': ' || amount as text from stats.provider_days
     where provider_id = $1 order by kind, word`,
    [idOf(who)],
  );
  return found.map(({ text }) => text);
};

const worthOf = async (who: Name) => {
  const { data, error } = await world.people[who].client.rpc("membership_worth");
  expect(error).toBeNull();
  return data as {
    figures: Record<string, { total: number; before: number | null }>;
    words: { word: string; total: number }[];
    counted_since: string | null;
    response_minutes: number | null;
    late_answers: number;
  };
};

describe("counting", () => {
  it("is for the server alone", async () => {
    expect(await outcome(record([view("member")], "visitor"))).toBe(ANONYMOUS);
    for (const who of NAMES)
      expect(await outcome(record([view("member")], who)), who).toBe(FORBIDDEN);
    expect(await stored("member")).toEqual([]);
    expect(await outcome(record([view("member")]))).toBe("let in");
    expect(await stored("member")).toEqual(["view: 1"]);
  });

  it("adds up what several processes count at once", async () => {
    const query = { words: "plumber", place: "Leeds" };
    await Promise.all(
      Array.from({ length: 12 }, () =>
        record([view("member", 2), search("member", query, 3), view("plain"), view("hidden")]),
      ),
    );
    expect(await stored("member")).toEqual([
      "search: 36",
      "view: 24",
      "word leeds: 36",
      "word plumber: 36",
    ]);
  });

  it("stores no word that is not a known trade, category or place", async () => {
    const query = {
      words: "Plumbers hannah smythe hannah@home.example 07700 900123 dog walker",
      place: "12 Hannah Smythe's Cottage",
      trade: "Hannah",
    };
    await record([search("member", query)]);
    expect(await stored("member")).toEqual(["search: 1", "word dog walker: 1", "word plumber: 1"]);
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

  it("is not to be read or written by name", async () => {
    const path = "/rest/v1/provider_days";
    for (const as of [undefined, "member", "admin"] as const)
      expect((await world.request(path, { as })).status).toBe(404);
  });
});

describe("own views", () => {
  it("are subtracted from the caller's own page only, and never below nothing", async () => {
    expect(await outcome(world.visitor.rpc("uncount_own_view"))).toBe(ANONYMOUS);
    await record([view("member", 2), view("plain", 2)]);
    for (const _ of [1, 2, 3])
      expect(await outcome(world.people.member.client.rpc("uncount_own_view"))).toBe("let in");
    await world.people.seeker.client.rpc("uncount_own_view");
    expect((await worthOf("member")).figures.views?.total).toBe(0);
    expect((await worthOf("plain")).figures.views?.total).toBe(2);
    expect(await stored("seeker")).toEqual([]);
  });
});

describe("membership_worth", () => {
  it("is refused to visitors and to people without a provider's account", async () => {
    const call = (who: Name | "visitor") => world.clientOf(who).rpc("membership_worth");
    expect(await outcome(call("visitor"))).toBe(ANONYMOUS);
    for (const who of ["seeker", "admin", "idle"] as const)
      expect(await outcome(call(who)), who).toMatch(/^403 /);
    expect(await outcome(call("plain"))).toBe("let in");
  });

  it("gives the caller's own figures, and no word below five cases", async () => {
    await record([
      view("member", 7),
      search("member", { words: "plumber" }, 5),
      search("member", { words: "gardener" }, 4),
      view("plain", 3),
    ]);
    const worth = await worthOf("member");
    expect(worth.figures).toMatchObject({ views: { total: 7 }, found: { total: 9 } });
    expect(worth.words).toEqual([{ word: "plumber", total: 5 }]);
    expect((await worthOf("plain")).figures.views?.total).toBe(3);
  });

  it("compares with the 30 days before only if all of them were counted", async () => {
    const add = (day: number, amount: number) =>
      world.backend.db.query(
        `insert into stats.provider_days (provider_id, day, kind, amount)
         values ($1, private.uk_day(now()) - $2::integer, 'view', $3)`,
        [idOf("member"), day, amount],
      );
    await add(29, 4);
    await add(30, 6);
    expect((await worthOf("member")).figures.views).toEqual({ total: 4, before: null });
    await add(59, 5);
    await add(60, 100);
    expect((await worthOf("member")).figures.views).toEqual({ total: 4, before: 11 });
    expect((await worthOf("member")).figures.contacts?.before).toBeNull();
    await world.backend.db.query(
      "update public.profiles set created_at = now() - interval '1 year' where id = $1",
      [idOf("member")],
    );
    expect((await worthOf("member")).figures.contacts?.before).toBe(0);
  });

  it("gives the middle response time from five answers on", async () => {
    const answer = async (hours: number) => {
      await world.backend.db.query(
        `with begun as (
           insert into public.enquiries (sender_id, provider_id, subject, created_at)
           values ($1, $2, 'Hello', now() - interval '10 days') returning id, created_at)
         insert into public.enquiry_messages (enquiry_id, author_id, body, created_at)
         select id, $1, 'Hello', created_at from begun
         union all select id, $2, 'Yes', created_at + $3::integer * interval '1 hour' from begun`,
        [idOf("rival"), idOf("member"), hours],
      );
    };
    for (const hours of [1, 2, 48, 3]) await answer(hours);
    expect((await worthOf("member")).response_minutes).toBeNull();
    await answer(30);
    const worth = await worthOf("member");
    expect(worth.response_minutes).toBe(180);
    expect(worth.figures).toMatchObject({
      enquiries: { total: 5 },
      answered_within_a_day: { total: 3 },
    });
    expect(worth.late_answers).toBe(2);
    await world.backend.db.query("delete from public.enquiries");
  });
});

describe("the value of an accepted quote", () => {
  const value = (who: Name | "visitor", job: string, pence: number | null) =>
    world.clientOf(who).rpc("record_quote_value", { job_id: job, pence });

  it("is recorded by the provider who sent it, once accepted, within bounds", async () => {
    const job = await post();
    await send("member", job);
    expect(await outcome(value("member", job, 100))).toBe("409 PT409");
    await accept("seeker", job, "member");
    for (const who of ["seeker", "rival", "plain", "admin"] as const)
      expect(await outcome(value(who, job, 100)), who).toMatch(/^4/);
    expect(await outcome(value("visitor", job, 100))).toBe(ANONYMOUS);
    for (const pence of [-1, 100_000_001])
      expect(await outcome(value("member", job, pence))).toBe("400 PT400");
    expect(await outcome(value("member", job, 23_500))).toBe("let in");
    const { figures } = await worthOf("member");
    expect(figures).toMatchObject({
      quotes_sent: { total: 1 },
      jobs_won: { total: 1 },
      value_pence: { total: 23_500 },
    });
    for (const column of ["confirmed_at = null", "confirmed_at = now(), undone_at = now()"]) {
      await world.backend.db.query(`update public.hires set ${column}`);
      expect((await worthOf("member")).figures.jobs_won?.total, column).toBe(0);
    }
    await world.backend.db.query("update public.hires set undone_at = null");
    const listed = await world.people.member.client.rpc("my_quotes");
    expect(listed.data).toMatchObject([{ job_id: job, worth_pence: 23_500 }]);

    // The client compares prices with the provider, and never sees what the provider records.
    const read = (columns: string) =>
      world.people.seeker.client.from("job_quotes").select(columns).eq("job_id", job);
    expect(await outcome(read("worth_pence"))).toBe(FORBIDDEN);
    expect((await read("job_id, price_min")).data).toHaveLength(1);
    const seen = await world.people.seeker.client.rpc("open_job_quotes", { job_id: job });
    expect(JSON.stringify(seen.data)).not.toContain("23500");

    await value("member", job, null);
    expect((await worthOf("member")).figures.value_pence?.total).toBe(0);
  });
});

it("words are deleted after 90 days, all counts after 400, and an account's with it", async () => {
  await world.backend.db.query(
    `insert into stats.provider_days (provider_id, day, kind, word, amount)
     select $1, private.uk_day(now()) - day, kind, word, 1 from (values (90, 'word', 'plumber'), (91, 'word', 'plumber'),
       (91, 'view', ''), (400, 'view', ''), (401, 'search', '')) as each (day, kind, word)`,
    [idOf("member")],
  );
  await world.backend.db.query("select private.delete_old_rows()");
  expect(
    await world.see(
      "select array_agg(private.uk_day(now()) - day || kind order by day) from stats.provider_days",
    ),
  ).toEqual(["400view", "91view", "90word"]);
});
