import { beforeAll, beforeEach, expect, it } from "vitest";
import { chanceOf } from "#supabase/sample/seeded-random.ts";
import { projectDatabase } from "#tests/project-database.ts";

/** The figures of the charts, compared with the rows themselves. */
const test = projectDatabase();
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
/** Each figure of each of these days that is not nought, as 'jobs 2026-01-31'. */
const byDay = async (from: string, to: string): Promise<Record<string, number>> => {
  const { figures: found, periods } = await figures("days", from, to);
  return Object.fromEntries(
    Object.entries(found).flatMap(([figure, { amounts }]) =>
      periods.flatMap((period, at) =>
        amounts[at] ? [[`${figure} ${period.from}`, amounts[at]]] : [],
      ),
    ),
  );
};

it.each([
  ["in winter", "2026-01-31T23:59:59Z", "2026-01-31"],
  ["in summer, an hour before", "2026-06-30T23:30:00Z", "2026-07-01"],
  ["when the clocks go forward", "2026-03-29T00:30:00Z", "2026-03-29"],
  ["in the hour that comes twice", "2026-10-25T01:30:00Z", "2026-10-25"],
  ["before the clocks go back", "2026-10-24T23:30:00Z", "2026-10-25"],
  ["after the clocks went back", "2026-10-25T23:30:00Z", "2026-10-25"],
])("days begin at British midnight %s", async (_when, moment, day) => {
  await person(2);
  await sql(JOB, [id(2), moment]);
  expect(await byDay(day, day)).toMatchObject({ [`jobs ${day}`]: 1 });
});

it("revenue is in pounds less what was paid back, on the day of each", async () => {
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
  expect((await figures("days", "2026-05-01", "2026-05-03")).figures.revenue).toEqual({
    amounts: [2499, 0, -500],
    total: 1999,
    previous: 0,
  });
  await refund(500, false);
  expect(await byDay("2026-05-01", "2026-05-03")).toEqual({ "revenue 2026-05-01": 2499 });
  await sql("delete from public.payments");
});

it("leaves with an account what the account did, and an admin is no sign-up", async () => {
  await person(1);
  await person(2);
  await sql("update public.profiles set created_at = '2026-02-02T12:00Z' where id = any ($1)", [
    [id(1), id(2)],
  ]);
  const february = () => byDay("2026-02-01", "2026-02-28");
  expect(await february()).toEqual({ "sign_ups 2026-02-02": 2 });
  await sql("update public.profiles set account_type = 'admin' where id = $1", [id(1)]);
  expect(await february()).toEqual({ "sign_ups 2026-02-02": 1 });
  await sql(JOB, [id(2), "2026-02-03T12:00Z"]);
  await sql("delete from auth.users where id = $1", [id(2)]);
  expect(await february()).toEqual({});
});

it("the members are those at the end of each day, renewed, lapsed and cancelled", async () => {
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
  if (step === "month") expect(found.periods.every(({ from }) => from.endsWith("-01"))).toBe(true);
  for (const each of Object.values(found.figures)) expect(each.amounts).toHaveLength(count);
});

it.each([
  ["days", "2026-03-22", "2026-04-05", 1],
  ["weeks", "2026-01-05", "2026-04-05", 7],
])("are what the rows say, in %s", async (_step, from, to, wide) => {
  const chance = chanceOf("figures");
  for (let n = 1; n <= 12; n++) await person(n);
  // Around the night of 29 March, which has no hour from one to two.
  const moment = () =>
    new Date(Date.UTC(2026, 2, 27) + chance.between(0, 6 * 24) * 3_600_000).toISOString();
  const some = () => id(Math.floor(chance.between(1, 13)));
  const times = async (count: number, text: string, values: () => unknown[]) => {
    for (let n = 0; n < count; n++) await sql(text, values());
  };
  await times(12, "update public.profiles set created_at = $2 where id = $1", () => [
    some(),
    moment(),
  ]);
  await times(25, JOB, () => [some(), moment()]);
  await times(
    9,
    `insert into public.job_contact_reveals (job_id, provider_id, revealed_at)
     select id, $1, $2 from public.jobs on conflict do nothing`,
    () => [some(), moment()],
  );
  await times(
    9,
    `insert into public.feedback (provider_id, rating, title, author_name, created_at)
     select id, 5, 'Good', 'Ann', $1 from public.profiles where account_type = 'provider'`,
    () => [moment()],
  );
  await times(
    20,
    "insert into public.payments (id, paid_at, pence, currency) values ($1, $2, 999, $3)",
    () => [crypto.randomUUID(), moment(), chance.pick(["gbp", "gbp", "eur"])],
  );
  await times(6, "select public.record_refund($1, $2, 250, 'gbp', true)", () => [
    crypto.randomUUID(),
    moment(),
  ]);
  await times(
    20,
    `insert into billing.membership_periods (user_id, began_at, ended_at)
     values ($1, least($2, $3)::timestamptz - make_interval(days => $4), greatest($2, $3)::timestamptz)`,
    () => [some(), moment(), moment(), chance.pick([0, 3, 200])],
  );
  const rows = await sql<{ at: string; amount: number }>(
    `with moments (figure, moment, amount) as (
       select 'sign_ups', created_at, 1 from public.profiles where account_type <> 'admin'
       union all select 'revenue', paid_at, pence from public.payments where currency = 'gbp'
       union all select 'revenue', refunded_at, -pence from billing.refunds
       union all select 'jobs', posted_date, 1 from public.jobs
       union all select 'reveals', revealed_at, 1 from public.job_contact_reveals
       union all select 'feedback', created_at, 1 from public.feedback),
     days as (select day::date as day from generate_series($1::date, $2::date, make_interval(days => $3)) as day)
     select figure || ' ' || d.day as at, sum(amount)::int as amount from days d
     join moments on (moment at time zone 'Europe/London')::date >= d.day and (moment at time zone 'Europe/London')::date < d.day + $3::int
     group by 1 having sum(amount) <> 0
     union all select 'members ' || d.day, count(*)::int from days d join billing.membership_periods
       on (began_at at time zone 'Europe/London')::date < d.day + $3::int and (ended_at at time zone 'Europe/London')::date >= d.day + $3::int
     group by 1`,
    [from, to, wide],
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(await byDay(from, to)).toEqual(
    Object.fromEntries(rows.map(({ at, amount }) => [at, amount])),
  );
  await sql("truncate public.payments, billing.refunds");
});
