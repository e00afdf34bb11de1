import { readFileSync } from "node:fs";
import os from "node:os";
import type { Database } from "#backend/core/database/database.ts";
import { withFilledDatabase } from "./filled-database.ts";

/**
 * The figures of /admin/analytics over many events: `node tests/bench/analytics.ts [events]`
 * (500,000 by default, 100,000 of them sign-ups). Times are of the database, one connection, as an admin, in
 * milliseconds: the processor's, and from asking to the whole response.
 */
const EVENTS = Number(process.argv[2] ?? 500_000);
const ROUNDS = 40;
const LIMIT = 100;
const ADMIN = "a0000000-0000-4000-8000-000000000000";
/** Parts of the events, over three years. */
const PEOPLE = EVENTS * 0.2;
const JOBS = EVENTS * 0.2;
const FEEDBACK = EVENTS * 0.3;
const REVEALS = EVENTS * 0.25;
const PAYMENTS = EVENTS * 0.05;
const SESSIONS = EVENTS * 0.1;

const person = (n: string) => `('b0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const job = (n: string) => `('c0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
/** Spread over three years, and the same in every run. */
const moment = (n: string) =>
  `now() - make_interval(secs => abs(hashint8(${n} * 7919)) % (1095 * 86400))`;
const upTo = (count: number) => `from generate_series(1, ${count}) as n`;

/** Rows made at once, without triggers; a fifth of the people are providers. */
const FILL = [
  "set local session_replication_role = replica",
  `insert into auth.users (id, email) values ('${ADMIN}', 'admin@bench.example')`,
  `insert into public.profiles (id, account_type, first_name, email) values ('${ADMIN}', 'admin', 'Admin', 'admin@bench.example')`,
  `insert into auth.users (id, email) select ${person("n")}, 'person' || n || '@bench.example' ${upTo(PEOPLE)}`,
  `insert into public.profiles (id, account_type, first_name, email, created_at)
   select ${person("n")}, case when n % 5 = 0 then 'provider' else 'client' end, 'P' || n, 'p' || n || '@bench.example', ${moment("n")} ${upTo(PEOPLE)}`,
  `insert into public.provider_categories (provider_id, category_id)
   select ${person("n * 5")}, c.id ${upTo(PEOPLE / 5)}, lateral (
     select id from public.categories order by md5(id::text || (n % 50)) limit 3) as c`,
  `insert into public.jobs (id, title, description, category, user_id, contact_email, posted_date)
   select ${job("n")}, 'Job ' || n, 'To be done', 'IT', ${person(`1 + n % ${PEOPLE}`)}, 'c@bench.example', ${moment("n + 1")} ${upTo(JOBS)}`,
  `insert into public.job_contact_reveals (job_id, provider_id, revealed_at)
   select ${job(`1 + n % ${JOBS}`)}, ${person(`5 * (1 + n / ${JOBS})`)}, ${moment("n + 2")} ${upTo(REVEALS)}`,
  `insert into public.feedback (provider_id, rating, title, author_name, approved, moderated_at, is_public, created_at)
   select ${person(`5 * (1 + n % ${PEOPLE / 5})`)}, 5, 'Good ' || n, 'Ann', true, now(), true, ${moment("n + 3")} ${upTo(FEEDBACK)}`,
  `insert into public.payments (id, user_id, paid_at, pence, currency)
   select 'in_' || n, ${person(`5 * (1 + n % ${PEOPLE / 5})`)}, ${moment("n + 4")}, 999, 'gbp' ${upTo(PAYMENTS)}`,
  `insert into billing.membership_periods (user_id, began_at, ended_at)
   select ${person("n * 5")}, m, m + interval '400 days' from (select n, ${moment("n + 5")} as m ${upTo(PEOPLE / 5)}) as each`,
  `insert into auth.sessions (id, user_id, created_at, updated_at)
   select gen_random_uuid(), ${person(`1 + n % ${PEOPLE}`)}, ${moment("n + 6")}, now() ${upTo(SESSIONS)}`,
];

/** Milliseconds of the processor that a process of the database took so far. */
const spent = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

const timed = async (db: Database, call: string) => {
  const [own] = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = own?.pid ?? 0;
  const clock: number[] = [];
  const processor: number[] = [];
  for (let n = -4; n < ROUNDS; n++) {
    const started = performance.now();
    const before = spent(pid);
    await db.query(call);
    if (n < 0) continue;
    clock.push(performance.now() - started);
    processor.push(spent(pid) - before);
  }
  const at = (times: number[], part: number) =>
    times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
  const [p50, p95, byClock] = [at(processor, 0.5), at(processor, 0.95), at(clock, 0.95)];
  return { columns: [p50, p95, byClock].map((time) => time.toFixed(1)), slow: p95 >= LIMIT };
};

const CALLS: [string, string][] = [
  ["cards, categories and recent activity", "select public.admin_analytics()"],
  ["charts: 7 days", "select public.admin_figures('7d')"],
  ["charts: 30 days", "select public.admin_figures('30d')"],
  ["charts: 12 weeks", "select public.admin_figures('12w')"],
  ["charts: 12 months", "select public.admin_figures('12m')"],
  [
    "charts: ten years",
    "select public.admin_figures('days', (now() - interval '9 years')::date, now()::date)",
  ],
];
const say = (line: string) => process.stdout.write(`${line}\n`);
await withFilledDatabase(FILL, async (db) => {
  await db.query("vacuum analyze");
  await db.query(
    `select set_config('request.jwt.claims', '{"sub":"${ADMIN}","role":"authenticated"}', false)`,
  );
  say(`${EVENTS.toLocaleString("en-GB")} events, load ${os.loadavg()[0]?.toFixed(1)}\n`);
  say("| asked | p50 | p95 | p95 by the clock |\n| --- | ---: | ---: | ---: |");
  const slow: string[] = [];
  for (const [name, call] of CALLS) {
    const { columns, slow: over } = await timed(db, call);
    if (over) slow.push(name);
    say(`| ${name} | ${columns.join(" | ")} |`);
  }
  say(slow.length === 0 ? `\nAll under ${LIMIT} ms.` : `\nOver ${LIMIT} ms: ${slow.join(", ")}`);
});
