import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { INCOMPLETE } from "../../server/commands/backup-result.ts";
import { providerId, sizeOf } from "./fill.ts";
import { openConnection, wire } from "./http-load.ts";
import { prepare } from "./prepare.ts";
import { startSite, throwAwayFolder } from "./site.ts";
import { startBare } from "./workers.ts";
import type { World } from "./world.ts";

/**
 * What a backup costs the site beside it, and how long a restore takes: eight callers read and save without
 * pause, before, during and after each of two backups. `node tests/bench/backup.ts [--rows 10000] [--seconds 15]`
 */
const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "10000" },
    seconds: { type: "string", default: "15" },
  },
});

const CALLERS = 8;
/** One request in so many saves a provider, and is on the disk before its response. */
const SAVES = 10;

const say = (line: string) => process.stdout.write(`${line}\n`);
const root = path.resolve(import.meta.dirname, "../..");

/**
 * Runs a command of the project on this data folder; returns its output. A backup without the bench's own table,
 * which no migration makes, counts as made.
 */
const run = async (command: string, dataDir: string, place: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`server/commands/${command}.ts`, place],
    { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir } },
  ).catch((error: { code?: unknown; stdout: string }) => {
    if (error.code !== INCOMPLETE) throw error;
    return error;
  });
  return stdout;
};

/** Sends requests from now on; `done` is how many were answered so far. */
const startCallers = async ({ port, anonKey, signedIn, size }: World) => {
  const host = `127.0.0.1:${port}`;
  const counter = { done: 0, stopped: false };
  const call = async (caller: number) => {
    const connection = await openConnection(port);
    const { id, token } = signedIn[caller % signedIn.length] ?? { id: "", token: "" };
    const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
    for (let n = caller; !counter.stopped; n += CALLERS) {
      const provider_id = providerId(Math.floor(n / SAVES) % size.providers);
      await connection.send(
        n % SAVES === 0
          ? wire(host, {
              method: "POST",
              path: "/rest/v1/saved_providers?on_conflict=user_id,provider_id",
              headers: { ...headers, prefer: "resolution=ignore-duplicates" },
              body: { user_id: id, provider_id },
              expect: [200, 201],
            })
          : wire(host, {
              path: `/rest/v1/public_providers?select=*&limit=20&offset=${n % 500}`,
              headers: { ...headers, "cache-control": "no-cache" },
            }),
      );
      counter.done += 1;
    }
    connection.close();
  };
  const ended = Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n)));
  return {
    /** Requests a second while the work lasts. */
    async rate(work: Promise<unknown>): Promise<number> {
      const [before, start] = [counter.done, performance.now()];
      await work;
      return (1000 * (counter.done - before)) / (performance.now() - start);
    },
    async stop() {
      counter.stopped = true;
      await ended;
    },
  };
};

const { folder, remove } = throwAwayFolder();
const backups = mkdtempSync(path.join(tmpdir(), "bench-backups-"));
const closing: (() => unknown)[] = [
  remove,
  () => rmSync(backups, { recursive: true, force: true }),
];
try {
  const site = await startSite({ dataDir: folder, empty: true });
  closing.push(site.stop);
  const bare = await startBare();
  closing.push(bare.stop);
  const world = await prepare(site, bare, sizeOf(Number(flags.rows)));
  const callers = await startCallers(world);
  closing.push(callers.stop);
  const alone = () => callers.rate(delay(Number(flags.seconds) * 1000));
  await alone();
  for (let n = 0; n < 2; n++) {
    const before = await alone();
    const start = performance.now();
    let printed = "";
    const during = await callers.rate(
      run("backup", folder, backups).then((lines) => {
        printed = lines;
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    const after = await alone();
    const share = (200 * during) / (before + after);
    say(printed.split("\n")[0] ?? "");
    say(
      `Requests a second before, during ${seconds.toFixed(0)} s and after: ${[before, during, after].map((rate) => rate.toFixed(0)).join(", ")}; beside the backup ${share.toFixed(0)} %`,
    );
  }
  await callers.stop();
  const restored = path.join(backups, "restored");
  const start = performance.now();
  const printed = await run("restore", restored, backups);
  say(printed.split("\n")[0] ?? "");
  say(`Restored in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  say(`Load ${(loadavg()[0] ?? 0).toFixed(1)}, Node ${process.version}`);
} finally {
  for (const step of closing.reverse()) await step();
}
