import { spawnSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { cases } from "./cases.ts";
import { readDuringSignIns } from "./during-sign-ins.ts";
import { sizeOf } from "./fill.ts";
import { measurePages } from "./pages.ts";
import { check, prepare, undoWrites } from "./prepare.ts";
import { measure } from "./rounds.ts";
import { startSite, throwAwayFolder } from "./site.ts";
import { crowdLines, quietLines, rowsTable, startLines } from "./table.ts";
import { homeScripts, startTimes } from "./weight.ts";
import { startBare, startWorker, type Worker } from "./workers.ts";

const USAGE = `npm run bench [-- options]
  --rows N       providers (2000); half as many jobs, three times as much feedback
  --rounds N     rounds (5)
  --seconds N    seconds for each side of each row (1)
  --only TEXT    only rows whose name holds this text
  --pages        instead of all that, Lighthouse (mobile) on each page that a visitor can open
  --site URL     with --pages: a site that already runs, also several, each page of each in turn
  --growth       instead of all that, the directory search at 1,000, 10,000 and 100,000 providers (ten minutes)
  --profile DIR  writes a CPU profile of the site there when it stops`;

const say = (line: string) => process.stdout.write(`${line}\n`);

const positive = (name: string, value: string): number => {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0`);
  return number;
};

const readFlags = () => {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "2000" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      profile: { type: "string" },
      growth: { type: "boolean", default: false },
      pages: { type: "boolean", default: false },
      site: { type: "string", multiple: true, default: [] },
    },
  });
  return {
    ...values,
    rows: Math.max(500, Math.floor(positive("rows", values.rows))),
    rounds: Math.floor(positive("rounds", values.rounds)),
    seconds: positive("seconds", values.seconds),
  };
};

const main = async (): Promise<void> => {
  const { rows, rounds, seconds, only, profile, growth, pages, site: sites } = readFlags();
  if (pages) {
    for (const line of await measurePages({ sites, rounds, only })) say(line);
    return;
  }
  if (growth) {
    const file = path.join(import.meta.dirname, "search.ts");
    const { status } = spawnSync(process.execPath, [file, "--api"], { stdio: "inherit" });
    process.exitCode = status ?? 1;
    return;
  }
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  const interrupted = (signal: NodeJS.Signals) => {
    say(`\n${signal}: stopping`);
    void close().then(() => process.exit(130));
  };
  process.once("SIGINT", interrupted);
  process.once("SIGTERM", interrupted);
  try {
    const { folder, remove } = throwAwayFolder();
    closing.push(remove);
    const site = await startSite({
      dataDir: folder,
      empty: true,
      nodeFlags: profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [],
    });
    closing.push(site.stop);
    // Only after the site above is built for certain.
    const starts = only ? null : await startTimes();
    const bare = await startBare();
    closing.push(bare.stop);
    const startedAt = performance.now();
    const world = await prepare(site, bare, sizeOf(rows));
    say(`Filled ${rows} providers in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    await check(world, bare);
    await undoWrites(world);
    say("Service and driver answer the same bytes");

    const chosen = cases(world).filter(({ name }) => name.includes(only));
    if (chosen.length === 0) throw new Error(`No row's name holds "${only}"`);
    const workers: Worker[] = [];
    for (const _ of only ? ["load"] : ["load", "sign-ins"]) {
      const worker = await startWorker(world);
      closing.push(worker.stop);
      workers.push(worker);
    }
    const [load, signer] = workers;
    if (!load) throw new Error("There is no load generator");
    const table = await measure(load, chosen, {
      rounds,
      seconds,
      sitePid: site.pid,
      undo: () => undoWrites(world),
      say,
    });
    const quiet = signer
      ? await readDuringSignIns(load, signer, chosen, { rounds, seconds: 2 * seconds })
      : null;
    const scripts = await homeScripts(site.url);
    const errors = site.errors();
    if (errors.length > 0) throw new Error(`The site logged errors:\n${errors.join("\n")}`);

    say("");
    say(rowsTable(table));
    say("");
    for (const line of crowdLines(table)) say(line);
    if (quiet) for (const line of quietLines(quiet)) say(line);
    if (starts) for (const line of startLines(starts, scripts)) say(line);
    const [load1 = 0] = loadavg();
    say(
      `${rows} providers, ${rounds} rounds of ${seconds} s a side, medians; ${cpus().length} cores, load ${load1.toFixed(1)}, Node ${process.version}`,
    );
  } finally {
    await close();
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
});
