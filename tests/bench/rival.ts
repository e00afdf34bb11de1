import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Case } from "./case.ts";
import { median } from "./rounds.ts";
import { startWorker, type Worker } from "./workers.ts";
import type { World } from "./world.ts";

const FOLDER = path.join(import.meta.dirname, "rival");

/** Why there is no comparison, for the bench's output. */
export const NOT_INSTALLED =
  "@supabase/lite was not compared: it is no part of the project. Install it with: npm install --ignore-scripts --prefix tests/bench/rival";

/** Rows that the rival supports in the same words: reads of tables and views. */
const NAMES = ["directory page: public_providers", "profile: "];

export interface RivalRow {
  name: string;
  service: number;
  rival: number;
  /** The median of each round's own. */
  times: number;
}

/** Which rows come, in order. Their values are not compared: the rival writes decimals as texts. */
const rowsOf = async (each: Case, port: number): Promise<unknown[]> => {
  const responses: unknown[] = [];
  for (const { path: address, headers = {} } of each.requests(1)) {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { headers });
    if (!response.ok)
      throw new Error(`The rival answers ${response.status}: ${await response.text()}`);
    const rows = (await response.json()) as { id?: string; user_id?: string }[];
    responses.push(rows.map((row) => [row.id, row.user_id]));
  }
  return responses;
};

/** Starts the rival on the same database; null where it is not installed. */
const startRival = async (socket: string) => {
  if (!existsSync(path.join(FOLDER, "node_modules", "@supabase", "lite"))) return null;
  const child = fork(path.join(FOLDER, "server.mjs"), [socket], { cwd: FOLDER });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`The rival ended with ${code}`)));
  });
  return {
    port,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
};

/**
 * The same requests to the service and to @supabase/lite over the same database, in turn; null where
 * that is not installed. Both must return the same rows.
 */
export const compareWithRival = async (
  world: World,
  worker: Worker,
  cases: readonly Case[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<RivalRow[] | null> => {
  const rival = await startRival(world.socket);
  if (!rival) return null;
  const other = await startWorker({ ...world, port: rival.port });
  try {
    const rows: RivalRow[] = [];
    for (const each of cases.filter(({ name }) => NAMES.some((part) => name.startsWith(part)))) {
      const [ours, theirs] = [await rowsOf(each, world.port), await rowsOf(each, rival.port)];
      if (!isDeepStrictEqual(ours, theirs))
        throw new Error(`${each.name}: the rival answers ${JSON.stringify(theirs).slice(0, 500)}`);
      const rates: { service: number; rival: number }[] = [];
      for (let round = 0; round <= rounds; round++) {
        const measure = async (target: Worker) => {
          const { done, seconds: took } = await target.run({
            side: "service",
            names: [each.name],
            seconds,
            from: 1,
          });
          return done / took;
        };
        const rate = { service: await measure(worker), rival: await measure(other) };
        // The first one warms up.
        if (round > 0) rates.push(rate);
      }
      rows.push({
        name: each.name,
        service: median(rates.map(({ service }) => service)),
        rival: median(rates.map((rate) => rate.rival)),
        times: median(rates.map((rate) => rate.service / rate.rival)),
      });
    }
    return rows;
  } finally {
    await other.stop();
    await rival.stop();
  }
};
