import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createDatabase, type Database } from "#backend/core/database/database.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { loadProject } from "#backend/core/project/project.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import { ranFor } from "./processor.ts";
import { type Known, type Question, randomQuestions } from "./random-questions.ts";
import { fillSql } from "./search-fill.ts";
import { knownTo, mixed, type Shape, shapes } from "./search-shapes.ts";
import { searchThroughApi } from "./search-through-api.ts";
import { throwAwayFolder } from "./site.ts";

/**
 * How the directory search grows: `node tests/bench/search.ts [providers...]` (1,000, 10,000 and
 * 100,000 by default; `--keep folder` keeps the filled database, and the next run only measures). Times
 * are of the database, one connection, in milliseconds: the processor's time that a response took, and
 * in brackets the time until it was there, which on a busy machine says more about the machine. The
 * words follow a distribution like a language's. `--rounds` (60) is how often each shape is asked at most. `--api` also asks by HTTP: all shapes in turn
 * without the response cache, and random questions as people ask them (`random-questions.ts`) with it;
 * `--only-api` asks by HTTP alone.
 */
const { values: options, positionals } = parseArgs({
  options: {
    keep: { type: "string" },
    rounds: { type: "string", default: "60" },
    api: { type: "boolean", default: false },
    "only-api": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const SIZES = positionals.map(Number).filter(Boolean);
const ROUNDS = Number(options.rounds);
/** A shape far from its target needs no sixty runs to show it. */
const LONGEST_MS = 4000;

interface Measured {
  /** Milliseconds of the processor, and by the clock, in ascending order. */
  times: number[];
  clock: number[];
}

const at = (part: number, of: readonly number[]) => of[Math.floor((of.length - 1) * part)] ?? 0;
const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

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
  return { times: ascending(times), clock: ascending(clock) };
};

interface Run {
  measured: Map<string, Measured>;
  questions: Question[];
  known: Known;
}

/**
 * As the database does by itself in quiet minutes: then an index alone says which rows there are. Not while an older
 * snapshot is in use, as that of an autovacuum.
 */
const vacuum = async (db: Database) => {
  let done = false;
  while (!done) {
    await db.query(
      "vacuum (analyze) search.listings, search.words, public.profiles, public.subscribers",
    );
    const [table] = await db.query<{ done: boolean }>(
      "select relallvisible = relpages as done from pg_class where oid = 'search.listings'::regclass",
    );
    done = table?.done ?? true;
    if (!done) await setTimeout(1000);
  }
};

/** Fills the folder unless it is filled, and measures each shape in the database. */
const measureIn = async (dataDir: string, providers: number, filled: boolean): Promise<Run> => {
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const db = createDatabase({ connection: embedded.connection, size: 1, log: silentLog });
  try {
    const root = path.resolve(import.meta.dirname, "../../supabase");
    await migrateBackend(db, loadProject(root, { SITE_URL: "http://localhost" }), silentLog);
    if (!filled) {
      await db.transaction(
        async (tx) => {
          for (const sql of fillSql(providers)) await tx.query(sql);
        },
        { within: Number.POSITIVE_INFINITY },
      );
    }
    await vacuum(db);
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

/** What is requested by HTTP, and for how long. */
const askings = (questions: readonly Question[], known: Known) => {
  let next = 0;
  const inTurn = () => questions[next++ % questions.length] ?? {};
  // Long enough for the database to have read what it is asked for, as where it has run for a while.
  const nothing = { seconds: 10, warmUp: 20, cacheMb: 0, changeEvery: null };
  const cached = { seconds: 30, warmUp: 10, cacheMb: 64 };
  return [
    { name: "all shapes in turn, nothing cached", question: inTurn, ...nothing },
    { name: "as people ask, nothing cached", question: randomQuestions(known), ...nothing },
    {
      name: "as people ask, the directory changes every 10 s",
      question: randomQuestions(known),
      ...{ ...cached, changeEvery: 10 },
    },
    {
      name: "as people ask, nothing changes",
      question: randomQuestions(known),
      ...{ ...cached, warmUp: 60, changeEvery: null },
    },
    {
      name: "one question again and again",
      question: () => ({ page_size: "20" }),
      ...{ ...cached, seconds: 5, warmUp: 2, changeEvery: null },
    },
  ];
};

const runAt = async (providers: number) => {
  const chosen = options.keep && path.resolve(options.keep, String(providers));
  const { folder: dataDir, remove } = chosen ? { folder: chosen, remove() {} } : throwAwayFolder();
  try {
    const filled = chosen !== undefined && existsSync(chosen);
    const { measured, questions, known } = await measureIn(dataDir, providers, filled);
    const api = [];
    for (const run of options.api || options["only-api"] ? askings(questions, known) : [])
      api.push(await searchThroughApi(dataDir, run));
    return { measured, api };
  } finally {
    remove();
  }
};

const sizes = SIZES.length > 0 ? SIZES : [1_000, 10_000, 100_000];
const all = [];
for (const size of sizes) all.push(await runAt(size));
const [first] = all;
const times = Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
const say = (line: string) => process.stdout.write(`${line}\n`);
say(
  `| shape, p50 / p95 in ms (p95 by the clock) | ${sizes.map((size) => size.toLocaleString("en-GB")).join(" | ")} | growth of p50 |`,
);
say(`|---|${sizes.map(() => "---:|").join("")}---:|`);
const line = (name: string, measured: (Measured | undefined)[]) => {
  const cells = measured.map((each) => {
    const { times = [], clock = [] } = each ?? {};
    return `${at(0.5, times).toFixed(1)} / ${at(0.95, times).toFixed(1)} (${at(0.95, clock).toFixed(1)})`;
  });
  const [from, to] = [measured[0], measured.at(-1)].map((each) => at(0.5, each?.times ?? []) || 1);
  const growth = Math.log((to ?? 1) / (from ?? 1)) / times;
  say(`| ${name} | ${cells.join(" | ")} | ${sizes.length > 1 ? `n^${growth.toFixed(2)}` : ""} |`);
};
for (const name of first?.measured.keys() ?? [])
  line(
    name,
    all.map((run) => run.measured.get(name)),
  );
line(
  "**all of them**",
  all.map(({ measured }) => {
    const runs = [...measured.values()];
    return {
      times: ascending(runs.flatMap((each) => each.times)),
      clock: ascending(runs.flatMap((each) => each.clock)),
    };
  }),
);
for (const [n, { api }] of all.entries()) {
  if (api.length === 0) continue;
  say(
    `\n| by HTTP, 16 connections, ${sizes[n]?.toLocaleString("en-GB")} providers | a second | p50 / p95 ms | cached | CPU ms: site | PostgreSQL | asking | two cores of one's own |`,
  );
  say("|---|---:|---:|---:|---:|---:|---:|---:|");
  for (const { name, rate, cached, p50, p95, site, database, loadSeconds } of api) {
    const own = Math.round(2000 / (site + database + loadSeconds));
    say(
      `| ${name} | ${Math.round(rate)} | ${p50.toFixed(1)} / ${p95.toFixed(1)} | ${(100 * cached).toFixed(0)} % | ${site.toFixed(2)} | ${database.toFixed(2)} | ${loadSeconds.toFixed(2)} | ${own} |`,
    );
  }
}
say(`Load ${os.loadavg()[0]?.toFixed(1)}, ${os.cpus().length} cores`);
