import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { migrateBackend } from "#backend/backend.ts";
import { createDatabase, type Database } from "#backend/kernel/database.ts";
import { startEmbedded } from "#backend/kernel/embedded.ts";
import { silentLog } from "#backend/kernel/log.ts";
import { loadProject } from "#backend/kernel/project.ts";
import { type Known, peopleAsk, type Question } from "./asked.ts";
import { ranFor } from "./processor.ts";
import { searchThroughApi } from "./search-through-api.ts";

/**
 * How the directory search grows: `node tests/bench/search.ts [providers...]` (1,000, 10,000 and
 * 100,000 unless told; `--keep folder` keeps what was filled, and the next run only measures). Times
 * are of the database, one connection, in milliseconds: the processor's time that the answer took, and
 * in brackets the time until it was there, which on a busy machine says more about the machine. The
 * words follow a distribution like a language's. `--api` also asks by HTTP: all shapes in turn with
 * nothing kept, and what people ask with answers kept (`asked.ts`); `--only-api` asks by HTTP alone.
 */
const { values: options, positionals } = parseArgs({
  options: {
    keep: { type: "string" },
    api: { type: "boolean", default: false },
    "only-api": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const SIZES = positionals.map(Number).filter(Boolean);
const ROUNDS = 60;
/** A shape that is far from its target need not be asked sixty times to show it. */
const LONGEST_MS = 4000;
const WORDS = 30_000;

/** Between 0 and 1, the same in every run for the same seed. */
const chance = (seed: string) => `((hashtext(${seed})::bigint + 2147483648)::float / 4294967296)`;

const word = (seed: string) =>
  `(select word from bench.words w where w.n = floor(power(${WORDS}, ${chance(seed)}))::int)`;

/** Rows as the triggers would make them, made at once: by themselves they would take half an hour. */
const fillSql = (providers: number) => [
  "set local session_replication_role = replica",
  "create schema bench",
  `create table bench.words as select n, (
     select string_agg(substr('bcdfghjklmnprstvw', 1 + abs(hashtext(n || 'c' || i)) % 17, 1)
       || substr('aeiou', 1 + abs(hashtext(n || 'v' || i)) % 5, 1), '') from generate_series(1, 2 + n % 3) as i)
     || (array['ing', 'er', 's', ''])[1 + n % 4] as word
   from generate_series(0, ${WORDS}) as n`,
  "alter table bench.words add primary key (n)",
  "create table bench.towns as select row_number() over (order by md5(name)) - 1 as n, initcap(name) as name from private.places where kind = 'town' order by md5(name) limit 300",
  "create table bench.trades as select row_number() over (order by md5(group_name || name)) - 1 as n, group_name, name, count(*) over () as many from public.categories",
  "analyze bench.words",
  `create table bench.bios as select num, 'Fully insured ' || string_agg(word, ' ') as bio from (
     select num, floor(power(${WORDS}, ${chance("num || ':' || i")}))::int as n
     from generate_series(1, ${providers}) as num, generate_series(1, 30) as i) as drawn
   join bench.words using (n) group by num`,
  `insert into private.listings (provider_id, name, title, bio, business_name, location, plan_type, membership_end,
     categories, rating_average, rating_count, created_at, updated_at, slot, place, words, document)
   select md5('id' || num)::uuid, 'Member ' || num, trade, bio, business,
     town, 'yearly', now() + interval '1 year', keys, 3 + 2 * ${chance("'r' || num")}, num % 20,
     now() - make_interval(mins => floor(500000 * ${chance("'d' || num")})::int), now(), num - 1, private.place_of(town),
     private.distinct_words(strong || weak), private.listing_document(strong, weak, private.place_of(town), keys)
   from (select *, private.words_of(concat_ws(' ', business, town, trade)) as strong,
       private.words_of(concat_ws(' ', bio, array_to_string(keys, ' '))) as weak
     from (select num, bio, t.name as trade, array[t.group_name, t.group_name || ' > ' || t.name] as keys,
         initcap(${word("'b' || num")}) || ' & Co' as business,
         (select name from bench.towns where n = floor(300 * power(${chance("'t' || num")}, 2))::int) as town
       from bench.bios join bench.trades t on t.n = floor(t.many * power(${chance("'k' || num")}, 1.5))::int) as made) as said`,
  "select setval('private.search_slots', count(*), false) from private.listings",
  `insert into private.search_rows (slot, place, rating_score, created_at)
   select slot, place, rating_score, created_at from private.listings order by slot`,
  `insert into private.search_terms (kind, term, lexeme, listings)
   select 'token', '@' || place, null, count(*) from private.listings where place is not null group by place
   union all select 'word', word, (ts_lexize('english_stem', word))[1], count(*)
     from private.listings, unnest(words) as word group by word`,
  `update private.search_terms t set (latitude, longitude) = (select at.latitude, at.longitude from private.locate(substr(t.term, 2)) as at)
   where kind = 'token'`,
  `insert into private.search_sets (term, part, members, dense)
   select term, part, case when many < 32 then members end, case when many >= 32 then members end
   from (select term, slot >> 14 as part, private.collect_members(slot & 16383, 1) as members, count(*) as many from (
     select slot, unnest(tsvector_to_array(document)) collate "C" as term from private.listings
     union all select slot, '*' from private.listings) as held group by term, slot >> 14) as sets`,
];

interface Asked {
  service?: string;
  location?: string;
  category?: string;
  sort?: string;
  skip?: number;
  within?: number;
}
type Shape = (n: number) => Asked;

const shapes = async (db: Database, providers: number): Promise<Record<string, Shape>> => {
  const list = async (question: string, values: unknown[] = []) => {
    const rows = await db.query<{ it: string }>(question, values);
    return (n: number) => rows[n % rows.length]?.it ?? "";
  };
  const between = (least: number, most: number) =>
    list(
      `select term as it from private.search_terms where kind = 'word' and listings between $1 and $2
         and term ~ '^[a-z]{5,}$' order by md5(term) limit 30`,
      [Math.ceil(least), Math.ceil(most)],
    );
  const rare = await between(1, providers / 5000);
  const middling = await between(providers / 300, providers / 60);
  const wide = await between(providers / 25, providers);
  const town = await list("select name as it from bench.towns order by n limit 40");
  const trade = await list("select group_name || ' > ' || name as it from bench.trades order by n");
  const main = (n: number) => trade(n).split(" > ")[0] ?? "";
  const slip = (text: string) => text.slice(0, 2) + text.slice(3);
  const letter = (n: number) => "abcdefghijklmnoprstuvw".charAt(n % 22);
  return {
    "no filter": () => ({}),
    "rare word": (n) => ({ service: rare(n) }),
    "middling word": (n) => ({ service: middling(n) }),
    "wide word": (n) => ({ service: wide(n) }),
    "wide word, by rating": (n) => ({ service: wide(n), sort: "rating" }),
    "two wide words": (n) => ({ service: `${wide(n)} ${wide(n + 7)}` }),
    "unfinished word": (n) => ({ service: middling(n).slice(0, 4) }),
    "one letter": (n) => ({ service: letter(n) }),
    "one letter, category": (n) => ({ service: letter(n), category: trade(n) }),
    "slip of the keyboard": (n) => ({ service: slip(middling(n)) }),
    synonym: (n) => ({ service: ["sparky", "chippy", "gas man", "garage"][n % 4] ?? "" }),
    town: (n) => ({ location: town(n) }),
    "part of a town": (n) => ({ location: town(n).slice(0, 3) }),
    "one letter of a town": (n) => ({ location: town(n).slice(1, 2) }),
    category: (n) => ({ category: trade(n) }),
    "main category": (n) => ({ category: main(n) }),
    "category, by rating": (n) => ({ category: trade(n), sort: "rating" }),
    "word, town": (n) => ({ service: wide(n), location: town(n) }),
    "word, one letter of a town": (n) => ({ service: wide(n), location: "e" }),
    "word, category": (n) => ({ service: wide(n), category: trade(n) }),
    "word, town, category": (n) => ({ service: wide(n), location: town(n), category: main(n) }),
    "unknown word": (n) => ({ service: `xqzv${n}` }),
    "unknown town": (n) => ({ location: `xqzv${n}` }),
    "word and town that never meet": (n) => ({ service: rare(n), location: town(n + 11) }),
    "wide word, page 50": (n) => ({ service: wide(n), skip: 980 }),
    "wide word, newest, page 50": (n) => ({ service: wide(n), skip: 980, sort: "newest" }),
    "wide word, by rating, page 50": (n) => ({ service: wide(n), skip: 980, sort: "rating" }),
    "middling word, newest, page 25": (n) => ({ service: middling(n), skip: 480, sort: "newest" }),
    "wide word, nearest, page 50": (n) => ({
      service: wide(n),
      location: town(n),
      skip: 980,
      sort: "distance",
    }),
    "no filter, newest, page 500": () => ({ skip: 9980, sort: "newest" }),
    "no filter, by rating, page 500": () => ({ skip: 9980, sort: "rating" }),
    "no filter, page 500": () => ({ skip: 9980 }),
    "10 miles": (n) => ({ location: town(n), within: 10 }),
    "word, 30 miles": (n) => ({ service: wide(n), location: town(n), within: 30 }),
    "category, 30 miles, nearest": (n) => ({
      category: trade(n),
      location: town(n),
      within: 30,
      sort: "distance",
    }),
    nearest: (n) => ({ location: town(n), sort: "distance" }),
    "wide word, nearest": (n) => ({ service: wide(n), location: town(n), sort: "distance" }),
    "misspelt town": (n) => ({ location: slip(town(n)), within: 10 }),
  };
};

interface Measured {
  /** Of the processor. */
  p50: number;
  p95: number;
  /** Of the clock. */
  clock: number;
}

const measure = async (db: Database, shape: Shape, pid: number): Promise<Measured> => {
  const times: number[] = [];
  const clock: number[] = [];
  const until = performance.now() + LONGEST_MS;
  for (let n = -8; n < ROUNDS && (n < 8 || performance.now() < until); n++) {
    const { service, location, category, sort = "relevance", skip = 0, within } = shape(n + 8);
    const before = ranFor(pid);
    const started = performance.now();
    await db.query("select public.search_providers($1, $2, $3, 20, $4, $5, $6)", [
      service ?? null,
      location ?? null,
      category ?? null,
      skip,
      sort,
      within ?? null,
    ]);
    if (n < 0) continue;
    clock.push(performance.now() - started);
    times.push(ranFor(pid) - before);
  }
  const at = (part: number, of: number[]) =>
    of.toSorted((a, b) => a - b)[Math.floor((of.length - 1) * part)] ?? 0;
  return { p50: at(0.5, times), p95: at(0.95, times), clock: at(0.95, clock) };
};

/** A search of each shape in turn, as the address of the API's function says it. */
const mixed = (all: Record<string, Shape>): Question[] =>
  Array.from({ length: 40 }, (_, n) => n).flatMap((n) =>
    Object.values(all).map((shape) => {
      const { service = "", location = "", category = "", sort, skip = 0, within } = shape(n);
      return {
        service,
        location,
        category,
        page_size: "20",
        page_offset: String(skip),
        ...(sort && { sort }),
        ...(within && { within: String(within) }),
      };
    }),
  );

interface Run {
  measured: Map<string, Measured>;
  questions: Question[];
  known: Known;
}

/** What people may choose from, the most frequent first. */
const knownTo = async (db: Database): Promise<Known> => {
  const list = async (question: string) =>
    (await db.query<{ it: string }>(question)).map(({ it }) => it);
  return {
    trades: await list("select group_name || ' > ' || name as it from bench.trades order by n"),
    towns: await list("select name as it from bench.towns order by n"),
    words: await list(
      `select term as it from private.search_terms where kind = 'word' and term ~ '^[a-z]{5,}$'
       order by listings desc, term`,
    ),
  };
};

/** Fills the folder unless it is filled, and measures each shape in the database. */
const measureIn = async (dataDir: string, providers: number, filled: boolean): Promise<Run> => {
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const db = createDatabase({ connection: embedded.connection, size: 1, log: silentLog });
  try {
    const root = path.resolve(import.meta.dirname, "../../supabase");
    await migrateBackend(db, loadProject(root, { SITE_URL: "http://localhost" }), silentLog);
    if (!filled) {
      await db.transaction(async (tx) => {
        for (const sql of fillSql(providers)) await tx.query(sql);
      });
      await db.query("analyze private.search_terms");
    }
    // As the database does by itself in quiet minutes; orders are read from indexes alone after it.
    for (const table of ["listings", "search_rows", "search_sets", "search_terms"])
      await db.query(`vacuum (analyze, index_cleanup on) private.${table}`);
    const all = await shapes(db, providers);
    const measured = new Map<string, Measured>();
    const [own] = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
    for (const [name, shape] of options["only-api"] ? [] : Object.entries(all))
      measured.set(name, await measure(db, shape, own?.pid ?? 0));
    return { measured, questions: mixed(all), known: await knownTo(db) };
  } finally {
    await db.close();
    await embedded.stop();
  }
};

/** What is asked by HTTP, and for how long. */
const askings = (questions: readonly Question[], known: Known) => {
  let next = 0;
  const inTurn = () => questions[next++ % questions.length] ?? {};
  // Long enough for the database to have read what it is asked for, as where it has run for a while.
  const nothing = { seconds: 10, warmUp: 20, keptMb: 0, changeEvery: null };
  const kept = { seconds: 30, warmUp: 10, keptMb: 64 };
  return [
    { name: "all shapes in turn, nothing kept", question: inTurn, ...nothing },
    { name: "as people ask, nothing kept", question: peopleAsk(known), ...nothing },
    {
      name: "as people ask, the directory changes every 10 s",
      question: peopleAsk(known),
      ...{ ...kept, changeEvery: 10 },
    },
    {
      name: "as people ask, nothing changes",
      question: peopleAsk(known),
      ...{ ...kept, warmUp: 60, changeEvery: null },
    },
    {
      name: "one question again and again",
      question: () => ({ page_size: "20" }),
      ...{ ...kept, seconds: 5, warmUp: 2, changeEvery: null },
    },
  ];
};

const runAt = async (providers: number) => {
  const kept = options.keep && path.resolve(options.keep, String(providers));
  const dataDir = kept ?? mkdtempSync(path.join(os.tmpdir(), "bench-search-"));
  try {
    const { measured, questions, known } = await measureIn(
      dataDir,
      providers,
      kept !== undefined && existsSync(kept),
    );
    const api = [];
    for (const asking of options.api || options["only-api"] ? askings(questions, known) : [])
      api.push(await searchThroughApi(dataDir, asking));
    return { measured, api };
  } finally {
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  }
};

const sizes = SIZES.length > 0 ? SIZES : [1_000, 10_000, 100_000];
const all = [];
for (const size of sizes) all.push(await runAt(size));
const [first, last] = [all[0], all.at(-1)];
const times = Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
const say = (line: string) => process.stdout.write(`${line}\n`);
say(
  `| shape, p50 / p95 in ms (p95 by the clock) | ${sizes.map((size) => size.toLocaleString("en-GB")).join(" | ")} | growth of p50 |`,
);
say(`|---|${sizes.map(() => "---:|").join("")}---:|`);
for (const name of first?.measured.keys() ?? []) {
  const cells = all.map((run) => {
    const { p50 = 0, p95 = 0, clock = 0 } = run.measured.get(name) ?? {};
    return `${p50.toFixed(1)} / ${p95.toFixed(1)} (${clock.toFixed(1)})`;
  });
  const growth =
    Math.log((last?.measured.get(name)?.p50 ?? 1) / (first?.measured.get(name)?.p50 ?? 1)) / times;
  say(`| ${name} | ${cells.join(" | ")} | ${sizes.length > 1 ? `n^${growth.toFixed(2)}` : ""} |`);
}
for (const [n, { api }] of all.entries()) {
  if (api.length === 0) continue;
  say(
    `\n| by HTTP, 16 connections, ${sizes[n]?.toLocaleString("en-GB")} providers | a second | p50 / p95 ms | kept | CPU ms: site | PostgreSQL | asking | two cores of one's own |`,
  );
  say("|---|---:|---:|---:|---:|---:|---:|---:|");
  for (const { name, rate, kept, p50, p95, site, database, asking } of api) {
    const own = Math.round(2000 / (site + database + asking));
    say(
      `| ${name} | ${Math.round(rate)} | ${p50.toFixed(1)} / ${p95.toFixed(1)} | ${(100 * kept).toFixed(0)} % | ${site.toFixed(2)} | ${database.toFixed(2)} | ${asking.toFixed(2)} | ${own} |`,
    );
  }
}
say(`Load ${os.loadavg()[0]?.toFixed(1)}, ${os.cpus().length} cores`);
