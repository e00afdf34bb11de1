import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { sizeOf } from "./fill.ts";
import { prepare } from "./prepare.ts";
import { median } from "./rounds.ts";
import { cpuSeconds, startSite, throwAwayFolder } from "./site.ts";
import { markdown } from "./table.ts";
import type { Report } from "./worker.ts";
import { startBare, startWorker } from "./workers.ts";

/**
 * One process of the site against several (`WORKERS`), on the same database, in turn within each round:
 * `node tests/bench/cores.ts [--workers 2] [--rounds 8] [--seconds 0.7] [--rows 2000]`. The load generator
 * has its part of the same cores.
 */

const { values: flags } = parseArgs({
  options: {
    workers: { type: "string", default: "2" },
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "0.7" },
    rows: { type: "string", default: "2000" },
  },
});
const rounds = Number(flags.rounds);

const NAMES = {
  "directory page: public_providers, 20 cards": "20 cards, asked each time",
  "directory page: search_providers, 20 cards, cached": "20 cards, cached",
  "profile: provider, then 20 feedback with replies": "profile with feedback",
  "page: /directory": "page /directory, cached",
  "page: /directory/{id}, rendered each time": "page of a profile, rendered",
};
const CONNECTIONS = [16, 32, 64];

/** A process and those that it started itself; its database, below a shell, and functions are not counted. */
const family = (pid: number): number[] => {
  const below = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return [pid, ...below.filter(Boolean).map(Number)];
};
const cpuOf = (pids: number[]): number =>
  pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0);

const say = (line: string) => process.stdout.write(`${line}\n`);
const { folder, remove } = throwAwayFolder();
const closing: (() => Promise<void> | void)[] = [remove];
try {
  const one = await startSite({ dataDir: folder, empty: true });
  closing.push(one.stop);
  const bare = await startBare();
  closing.push(bare.stop);
  const world = await prepare(one, bare, sizeOf(Number(flags.rows)));
  const several = await startSite({
    dataDir: folder,
    empty: true,
    env: {
      WORKERS: flags.workers,
      DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(world.socket)}`,
    },
  });
  closing.push(several.stop);
  // The others of them start once the first one serves.
  while (family(several.pid).length <= Number(flags.workers))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const sides = await Promise.all(
    [one, several].map(async (site) => {
      const load = await startWorker({ ...world, port: site.port });
      closing.push(load.stop);
      return { site, load };
    }),
  );
  const found: (Report & { row: string; side: number; micros: number })[] = [];
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`);
    // The first in a round is second in the next.
    for (const name of Object.keys(NAMES))
      for (const connections of CONNECTIONS)
        for (const side of round % 2 ? [0, 1] : [1, 0]) {
          const { site, load } = sides[side] ?? {};
          if (!site || !load) continue;
          const before = cpuOf(family(site.pid));
          const seconds = Number(flags.seconds);
          const report = await load.run({
            side: "service",
            names: [name],
            seconds,
            from: 1,
            connections,
          });
          const micros = ((cpuOf(family(site.pid)) - before) * 1e6) / report.done;
          if (round > 0) found.push({ ...report, row: `${name} ${connections}`, side, micros });
        }
  }
  const whole = (value: number) => value.toFixed(0);
  const tenth = (value: number) => value.toFixed(1);
  const table = [["work", "connections", "a second", "p50 / p99 ms", "p99 / p50", "Node µs"]];
  for (const [name, title] of Object.entries(NAMES))
    for (const connections of CONNECTIONS) {
      const [alone = [], together = []] = [0, 1].map((side) =>
        found.filter((each) => each.row === `${name} ${connections}` && each.side === side),
      );
      const both = (of: (report: (typeof found)[number]) => number, write = tenth) =>
        [alone, together].map((reports) => write(median(reports.map(of)))).join(" · ");
      table.push([
        title,
        String(connections),
        both(({ done, seconds }) => done / seconds, whole),
        [alone, together]
          .map((reports) =>
            [reports.map(({ p50 }) => p50), reports.map(({ p99 }) => p99)]
              .map((values) => tenth(median(values)))
              .join(" / "),
          )
          .join(" · "),
        both(({ p50, p99 }) => p99 / p50),
        both(({ micros }) => micros, whole),
      ]);
    }
  say("");
  say(markdown(table));
  say(
    `One process · ${flags.workers} workers; ${rounds} rounds, medians; ${cpus().length} cores, load ${tenth(loadavg()[0] ?? 0)}, Node ${process.version}`,
  );
} finally {
  for (const step of closing.reverse()) await step();
}
