import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { chanceOf } from "#supabase/sample/seeded-random.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/** Figures by day: the triggers' figures, compared with the rows themselves. */
const test = perFile(() => testDatabase({ project: THE_PROJECT }));
const id = (n: number) => `c0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const ADMIN = id(999);
const JOB = `insert into public.jobs (title, description, category, user_id, contact_email, posted_date)
  values ('A job', 'To be done', 'IT', $1, 'c@people.example', $2)`;

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  test.db.query<R>(text, values);
const person = (n: number, type = n % 2 ? "provider" : "client") =>
  sql(
    "insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)",
    [id(n), `p${n}@people.example`, { first_name: "P", account_type: type }],
  );

beforeAll(async () => {
  await person(999);
  await sql("update public.profiles set account_type = 'admin' where id = $1", [ADMIN]);
});
beforeEach(() => sql("delete from auth.users where id <> $1", [ADMIN]));

const STORED = `select figure || ' ' || day as at, sum(amount)::int as amount
  from (select figure, day, amount from stats.daily_figures
    union all select figure, day, amount from stats.figure_changes) as each
  group by figure, day having sum(amount) <> 0 order by 1`;
const stored = async (): Promise<Record<string, number>> => {
  const rows = await sql<{ at: string; amount: number }>(STORED);
  return Object.fromEntries(rows.map(({ at, amount }) => [at, amount]));
};

interface Figures {
  step: string;
  from: string;
  to: string;
  today: string;
  periods: { from: string; to: string }[];
  figures: Record<string, { total: number; previous: number; amounts: number[] }>;
}
const figures = (...args: (string | null)[]): Promise<Figures> =>
  test.db.transaction(async (tx) => {
    await tx.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: ADMIN, role: "authenticated" }),
    ]);
    const [span, from = null, to = null] = args;
    const query = "select public.admin_figures($1, $2::date, $3::date) as found";
    const [row] = await tx.query<{ found: Figures }>(query, [span, from, to]);
    if (!row) throw new Error("no answer");
    return row.found;
  });

describe("days", () => {
  it.each([
    ["in winter", "2026-01-31T23:59:59Z", "2026-01-31"],
    ["in summer, an hour before", "2026-06-30T23:30:00Z", "2026-07-01"],
    ["when the clocks go forward", "2026-03-29T00:30:00Z", "2026-03-29"],
    ["in the hour that comes twice", "2026-10-25T01:30:00Z", "2026-10-25"],
    ["before the clocks go back", "2026-10-24T23:30:00Z", "2026-10-25"],
    ["after the clocks went back", "2026-10-25T23:30:00Z", "2026-10-25"],
  ])("begin at British midnight %s", async (_when, moment, day) => {
    await person(2);
    await sql(JOB, [id(2), moment]);
    expect(await stored()).toMatchObject({ [`jobs ${day}`]: 1 });
  });
});

describe("what is counted", () => {
  it("are pounds less what was paid back, on the day of each", async () => {
    await sql(`insert into public.payments (id, paid_at, pence, currency) values
      ('in_1', '2026-05-01T12:00Z', 999, 'gbp'), ('in_2', '2026-05-01T13:00Z', 1500, 'gbp'), ('in_3', '2026-05-01T13:00Z', 77, 'eur')`);
    const refund = (pence: number, succeeded: boolean) =>
      sql("select public.record_refund('re_1', '2026-05-03T12:00Z', $1, 'GBP', $2)", [
        pence,
        succeeded,
      ]);
    await refund(400, true);
    await refund(500, true);
    await refund(500, true);
    const revenue = { "revenue 2026-05-01": 2499, "revenue 2026-05-03": -500 };
    expect(await stored()).toMatchObject(revenue);
    expect((await figures("days", "2026-05-01", "2026-05-03")).figures.revenue).toEqual({
      amounts: [2499, 0, -500],
      total: 1999,
      previous: 0,
    });
    await refund(500, false);
    expect(await stored()).not.toHaveProperty("revenue 2026-05-03");
    await sql("delete from public.payments");
  });

  it("leaves with an account what the account did, and an admin is no sign-up", async () => {
    await person(1);
    await person(2);
    await sql("update public.profiles set created_at = '2026-02-02T12:00Z' where id = any ($1)", [
      [id(1), id(2)],
    ]);
    expect(await stored()).toMatchObject({ "providers 2026-02-02": 1, "seekers 2026-02-02": 1 });
    await sql("update public.profiles set account_type = 'admin' where id = $1", [id(1)]);
    expect(await stored()).not.toHaveProperty("providers 2026-02-02");
    await sql(JOB, [id(2), "2026-02-03T12:00Z"]);
    await sql("delete from auth.users where id = $1", [id(2)]);
    expect(await stored()).toEqual({});
  });

  it("are memberships as they are at the end of each day, renewed, lapsed and cancelled", async () => {
    await person(1);
    await sql(
      `insert into public.subscribers (user_id, subscribed, subscription_tier, subscription_end, created_at)
      values ($1, true, 'monthly', now() + interval '20 days', now() - interval '10 days')`,
      [id(1)],
    );
    const level = async () => (await figures("30d")).figures.members;
    const at = (days: number, amounts: number[] = []) => amounts.at(-1 - days);
    let members = await level();
    expect([at(11, members?.amounts), at(10, members?.amounts), members?.total]).toEqual([0, 1, 1]);
    await sql("update public.subscribers set subscription_end = now() + interval '50 days'");
    expect(await sql("select count(*)::int as n from billing.membership_periods")).toEqual([
      { n: 1 },
    ]);
    // A renewal that is due today: a member until it fails.
    await sql("update public.subscribers set subscription_end = now() + interval '1 millisecond'");
    await sql("update public.subscribers set subscribed = false");
    members = await level();
    expect([at(1, members?.amounts), members?.total]).toEqual([1, 0]);
    await sql(
      "update public.subscribers set subscribed = true, subscription_end = now() + interval '1 hour'",
    );
    expect((await level())?.total).toBe(1);
    expect(await sql("select count(*)::int as n from billing.membership_periods")).toEqual([
      { n: 2 },
    ]);
  });
});

describe("spans", () => {
  const gap = ({ from, to }: { from: string; to: string }) =>
    (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

  it.each([
    ["7d", "day", 7],
    ["30d", "day", 30],
    ["12w", "week", 12],
    ["12m", "month", 12],
  ])("%s has a %s for each point, the last of them today", async (span, step, count) => {
    const found = await figures(span);
    expect([found.step, found.periods.length, found.to]).toEqual([step, count, found.today]);
    expect(found.periods[0]?.from).toBe(found.from);
    expect(found.periods.at(-1)?.to).toBe(found.today);
    const whole = found.periods.slice(0, -1);
    if (step === "week") expect(new Set(whole.map(gap))).toEqual(new Set([7]));
    if (step === "month")
      expect(found.periods.every(({ from }) => from.endsWith("-01"))).toBe(true);
    for (const each of Object.values(found.figures)) expect(each.amounts).toHaveLength(count);
  });

  it("of one's own are cut at both ends, in steps that can be read", async () => {
    await person(2);
    for (const day of ["2025-12-31", "2026-01-07", "2026-04-15", "2026-04-16"]) {
      await sql(JOB, [id(2), `${day}T12:00Z`]);
    }
    const found = await figures("days", "2026-01-07", "2026-04-15");
    expect(found.step).toBe("week");
    expect(found.periods[0]).toEqual({ from: "2026-01-07", to: "2026-01-11" });
    expect(found.periods.at(-1)).toEqual({ from: "2026-04-13", to: "2026-04-15" });
    expect(found.figures.jobs).toMatchObject({ total: 2, previous: 1 });
    expect((await figures("days", "2026-01-01", "2026-01-01")).periods).toHaveLength(1);
    expect((await figures("days", "2017-01-15", "2026-09-15")).step).toBe("month");
    expect((await figures("days", "2026-01-01", "9999-01-01")).to).toBe(found.today);
  });

  it.each([
    ["nonsense", null, null],
    [null, null, null],
    ["days", null, null],
    ["days", "2026-02-02", "2026-02-01"],
    ["days", "9999-01-01", "9999-01-02"],
    ["days", "-infinity", "infinity"],
    ["days", "1990-01-01", "2026-01-01"],
  ])("%s from %s to %s is refused", async (...input) => {
    await expect(figures(...input)).rejects.toMatchObject({ code: "PT400" });
  });
});

it("matches the rows after anything that many do at once, before and after a rebuild", async () => {
  const chance = chanceOf("figures");
  const people = Array.from({ length: 12 }, (_, n) => n + 1);
  const moment = () =>
    new Date(Date.UTC(2026, 2, 27) + chance.between(0, 6) * 86_400_000).toISOString();
  const some = () => id(chance.pick(people));
  const member = (change: string, ...values: unknown[]) =>
    sql(
      `insert into public.subscribers as s (user_id, subscribed, subscription_tier, subscription_end, created_at)
      values ($1, true, 'yearly', $2, '2026-03-27') on conflict (user_id) do update set ${change}`,
      values,
    );
  const acts: (() => Promise<unknown>)[] = [
    () => person(chance.pick(people)),
    () => sql("delete from auth.users where id = $1", [some()]),
    () => sql("update public.profiles set created_at = $2 where id = $1", [some(), moment()]),
    () =>
      sql("update public.profiles set account_type = $2 where id = $1", [
        some(),
        chance.pick(["client", "provider"]),
      ]),
    () => sql(JOB, [some(), moment()]),
    () => sql("delete from public.jobs where posted_date < $1", [moment()]),
    () =>
      sql("update public.jobs set posted_date = $1 where posted_date > $2", [moment(), moment()]),
    () =>
      sql(
        `insert into public.job_contact_reveals (job_id, provider_id, revealed_at)
      select id, $1, $2 from public.jobs on conflict do nothing`,
        [some(), moment()],
      ),
    () =>
      sql(
        `insert into public.feedback (provider_id, rating, title, author_name, created_at)
      select id, 5, 'Good', 'Ann', $1 from public.profiles where account_type = 'provider'`,
        [moment()],
      ),
    () =>
      sql(
        "insert into public.payments (id, paid_at, pence, currency) values ($1, $2, 999, 'gbp')",
        [crypto.randomUUID(), moment()],
      ),
    () =>
      sql("select public.record_refund($1, $2, 250, 'gbp', $3)", [
        chance.pick(["re_1", "re_2"]),
        moment(),
        chance.pick([true, false]),
      ]),
    () => member("subscription_end = $2", some(), moment()),
    () =>
      member(
        "subscription_end = $2, subscribed = true",
        some(),
        new Date(Date.now() + 1e9).toISOString(),
      ),
    () => member("subscribed = false", some(), moment()),
    () => sql("select stats.apply_figure_changes()"),
    () => sql("select stats.apply_figure_changes()"),
    () => sql("select stats.rebuild_figures()"),
  ];
  const done = new Set<() => Promise<unknown>>();
  // A conflict (a used id, a deleted person, two at once) is rolled back as a whole.
  const act = async () => {
    const chosen = chance.pick(acts);
    await chosen().then(
      () => done.add(chosen),
      () => null,
    );
  };
  const many = async () => {
    for (let n = 0; n < 90; n += 1) await act();
  };
  await Promise.all([many(), many(), many(), many()]);
  expect(done.size).toBe(acts.length);

  const shown = await stored();
  expect(Object.keys(shown).length).toBeGreaterThan(8);
  const FROM_ROWS = `select figure || ' ' || (moment at time zone 'Europe/London')::date as at, sum(amount)::int as amount from (
    select account_type || 's' as figure, created_at as moment, 1 as amount from public.profiles where account_type = 'provider'
    union all select 'seekers', created_at, 1 from public.profiles where account_type = 'client'
    union all select 'members', began_at, 1 from billing.membership_periods union all select 'members', ended_at, -1 from billing.membership_periods
    union all select 'revenue', paid_at, pence from public.payments union all select 'revenue', refunded_at, -pence from billing.refunds
    union all select 'jobs', posted_date, 1 from public.jobs union all select 'reveals', revealed_at, 1 from public.job_contact_reveals
    union all select 'feedback', created_at, 1 from public.feedback) as each group by 1 having sum(amount) <> 0`;
  const rows = await sql<{ at: string; amount: number }>(FROM_ROWS);
  const truth = Object.fromEntries(rows.map(({ at, amount }) => [at, amount]));
  expect(shown).toEqual(truth);
  await sql("select stats.apply_figure_changes()");
  expect(await sql("select * from stats.figure_changes")).toEqual([]);
  expect(await stored()).toEqual(truth);
  await sql("insert into stats.daily_figures values ('jobs', '1999-01-01', 7)");
  await sql("select stats.rebuild_figures()");
  expect(await stored()).toEqual(truth);
});
