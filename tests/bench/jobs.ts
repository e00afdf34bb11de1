import os from "node:os";
import type { Database } from "#backend/core/database/database.ts";
import { withFilledDatabase } from "./filled-database.ts";
import { ranFor } from "./processor.ts";

/**
 * The job directory's search: `node tests/bench/jobs.ts [jobs]` (50,000 by default). Times are of the
 * database, one connection, in milliseconds: the processor's time that a response took, and in brackets the time
 * until it was there.
 */
const JOBS = Number(process.argv[2] ?? 50_000);
const ROUNDS = 60;
const LIMIT = 25;
const PLACES = 3_000;

/** Between 0 and 1, the same in every run for the same seed. */
const chance = (seed: string) => `((hashtext(${seed})::bigint + 2147483648)::float / 4294967296)`;

/** Rows as the triggers would make them, made at once. A fifth of the jobs is in the busiest town. */
const FILL = [
  "set local session_replication_role = replica",
  "insert into auth.users (id, email) values ('a0000000-0000-4000-8000-000000000001', 'poster@bench.example')",
  "insert into public.profiles (id, email) values ('a0000000-0000-4000-8000-000000000001', 'poster@bench.example')",
  `create temp table towns as select n, initcap(substr(translate(md5('town' || n), '0123456789', 'aeiourstln'), 1, 5 + n % 6))
     || case when n % 4 = 0 then ' LS' || n % 30 else '' end as name from generate_series(0, ${PLACES - 1}) as n`,
  `create temp table located as select t.n, t.name, search.place_letters(t.name) as place, search.map_point(l.latitude, l.longitude) as position
   from towns as t cross join lateral search.locate(t.name) as l`,
  "create temp table trades as select row_number() over (order by md5(group_name || name)) - 1 as n, group_name || ' > ' || name as name, count(*) over () as many from public.categories",
  ...Array.from(
    { length: Math.ceil(JOBS / 5000) },
    (
      _,
      part,
    ) => `insert into public.jobs (id, title, description, category, categories, category_keys, location, place, position, budget, budget_min,
     budget_max, budget_type, user_id, contact_email, posted_date)
   select md5('job' || num)::uuid, 'Job ' || num, repeat('What needs doing, and by when. ', 12) || ' word' || num % 997, trades.name, array[trades.name],
     private.category_keys(array[trades.name]), towns.name, towns.place, towns.position, said.budget, parsed.budget_min, parsed.budget_max, parsed.budget_type,
     'a0000000-0000-4000-8000-000000000001', 'poster@bench.example', now() - make_interval(mins => floor(43200 * ${chance("'d' || num")})::int)
   from generate_series(${part * 5000 + 1}, ${Math.min(JOBS, part * 5000 + 5000)}) as num
   join located as towns on towns.n = floor(${PLACES} * power(${chance("'t' || num")}, 5))::int
   join trades on trades.n = floor(trades.many * power(${chance("'k' || num")}, 1.5))::int
   cross join lateral (select 50 * ceil(100 * power(${chance("'b' || num")}, 2)) as amount) as drawn
   cross join lateral (select (array['£' || amount, '£' || amount || '-' || amount * 2, 'up to £' || amount,
     '£' || ceil(amount / 50) || '/hour', null])[1 + num % 5] as budget) as said
   cross join lateral public.parse_budget(said.budget) as parsed`,
  ),
];

interface Query {
  category?: string;
  location?: string;
  type?: string;
  from?: number;
  to?: number;
  skip?: number;
  after?: string;
  words?: string;
  within?: number;
  sort?: string;
}

const shapes = async (db: Database): Promise<Record<string, (n: number) => Query>> => {
  const list = async (question: string) => {
    const rows = await db.query<{ it: string }>(question);
    return (n: number) => rows[n % rows.length]?.it ?? "";
  };
  const town = await list("select name as it from towns where n between 0 and 60 order by n");
  const trade = await list("select name as it from trades order by n");
  const main = (n: number) => trade(n).split(" > ")[0] ?? "";
  const letter = (n: number) => "aeioultrns".charAt(n % 10);
  const slider = (n: number) => ({ from: 10_000 * (n % 20), to: 10_000 * (20 + (n % 80)) });
  const budget = (n: number, type = "range") => ({ type, ...slider(n) });
  const deep = (n: number) => Math.floor((JOBS * (n % 60)) / 60 / 5) * 5;
  return {
    "no filter": () => ({}),
    "no filter, any page": (n) => ({ skip: deep(n) }),
    "no filter, last page": () => ({ skip: JOBS - 5 }),
    "location: a town": (n) => ({ location: town(n) }),
    "location: three letters": (n) => ({ location: town(n).slice(0, 3) }),
    "location: one letter": (n) => ({ location: letter(n) }),
    "location: one letter, any page": (n) => ({
      location: letter(n),
      skip: 5 * Math.floor(deep(n) / 10),
    }),
    "location: nobody's": (n) => ({ location: `xqzv${n}` }),
    "category: Main > Sub": (n) => ({ category: trade(n) }),
    "category: Main": (n) => ({ category: main(n) }),
    "category: Main, page 100": (n) => ({ category: main(n), skip: 495 }),
    "budget: range": (n) => budget(n),
    "budget: range as the slider begins": () => ({ type: "range", from: 0, to: 500_000 }),
    "budget: range, any page": (n) => ({ ...budget(n), skip: 5 * Math.floor(deep(n) / 10) }),
    "budget: hourly": (n) => budget(n, "hourly"),
    "budget: fixed": (n) => budget(n, "fixed"),
    "location and category": (n) => ({ location: town(n), category: main(n) }),
    "one letter and category": (n) => ({ location: letter(n), category: main(n) }),
    "location and budget": (n) => ({ location: town(n), ...budget(n) }),
    "one letter and budget": (n) => ({ location: letter(n), ...budget(n) }),
    "one letter and budget, any page": (n) => ({
      location: letter(n),
      ...budget(n),
      skip: 5 * Math.floor(deep(n) / 15),
    }),
    "category and budget": (n) => ({ category: main(n), ...budget(n, "fixed") }),
    "all three": (n) => ({ location: town(n), category: main(n), ...budget(n) }),
    "one letter, category and budget": (n) => ({
      location: letter(n),
      category: main(n),
      ...budget(n),
    }),
    "words: a trade": (n) => ({ words: trade(n).split(" > ")[1] ?? "" }),
    "words: a rare one": (n) => ({ words: `word${100 + n}` }),
    "words: in every job": () => ({ words: "needs doing" }),
    "words and category": (n) => ({ words: "needs doing", category: main(n) }),
    "words, location and budget": (n) => ({
      words: "needs doing",
      location: town(n),
      ...budget(n),
    }),
    "within 10 miles": (n) => ({ location: `LS${n % 30}`, within: 10 }),
    "within 50 miles, nearest first": (n) => ({
      location: `LS${n % 30}`,
      within: 50,
      sort: "nearest",
    }),
    "highest budget first": () => ({ sort: "budget" }),
    "closing first, any page": (n) => ({ sort: "closing", skip: deep(n) }),
    "category, highest budget first": (n) => ({ category: main(n), sort: "budget" }),
    "how many are new": () => ({ after: new Date(Date.now() - 600_000).toISOString() }),
  };
};

const percentiles = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
};

const measure = async (db: Database, shape: (n: number) => Query, pid: number) => {
  const times: number[] = [];
  const clock: number[] = [];
  for (let n = -8; n < ROUNDS; n++) {
    const { category, location, type = "any", from, to, skip = 0, ...rest } = shape(n + 8);
    const { after, words, within, sort = "newest" } = rest;
    const values = [
      category,
      location,
      type,
      from,
      to,
      after ? 0 : 5,
      skip,
      after,
      words,
      within,
      sort,
    ];
    const before = ranFor(pid);
    const started = performance.now();
    await db.query(
      "select public.search_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      values.map((value) => value ?? null),
    );
    if (n < 0) continue;
    clock.push(performance.now() - started);
    times.push(ranFor(pid) - before);
  }
  return { ...percentiles(times), clock: percentiles(clock).p95 };
};

const say = (line: string) => process.stdout.write(`${line}\n`);
await withFilledDatabase(FILL, async (db) => {
  // A page is known to be visible to all only after others' transactions have ended.
  const isVisible = async () =>
    (
      await db.query<{ all: boolean }>(
        "select relallvisible = relpages as all from pg_class where oid = 'public.jobs'::regclass",
      )
    )[0]?.all;
  do await db.query("vacuum analyze public.jobs");
  while (!(await isVisible()));
  const load = os.loadavg()[0]?.toFixed(1);
  say(
    `${JOBS.toLocaleString("en-GB")} jobs, ${PLACES.toLocaleString("en-GB")} places, load ${load}\n`,
  );
  say("| shape | p50 ms | p95 ms (by the clock) |");
  say("|---|---:|---:|");
  const slow: string[] = [];
  const [own] = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
  for (const [name, shape] of Object.entries(await shapes(db))) {
    const { p50, p95, clock } = await measure(db, shape, own?.pid ?? 0);
    if (p95 >= LIMIT) slow.push(name);
    say(`| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} (${clock.toFixed(1)}) |`);
  }
  say(slow.length === 0 ? `\nAll under ${LIMIT} ms.` : `\nOver ${LIMIT} ms: ${slow.join(", ")}`);
});
