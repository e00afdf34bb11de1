import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { openLine, wire } from "./http-load.ts";
import { cpuSeconds, startSite } from "./site.ts";

/** What a search costs through the API, and how many a second were answered. */
interface ThroughApi {
  rate: number;
  p50: number;
  p95: number;
  /** Milliseconds of CPU a search: of the site, of PostgreSQL, and of what asks. */
  site: number;
  database: number;
  asking: number;
}

const CONNECTIONS = 16;

const parentOf = (pid: string): string => {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1] ?? ""
    );
  } catch {
    return "";
  }
};

/** CPU seconds that the server over this folder and its living connections have used. */
const databaseSeconds = (dataDir: string): number => {
  const [server = ""] = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split(
    "\n",
  );
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && (pid === server || parentOf(pid) === server))
    .reduce((sum, pid) => sum + (cpuSeconds(Number(pid)) ?? 0), 0);
};

/**
 * Asks the site over a folder that is filled, by HTTP, 16 connections at a time, for `seconds`. On a
 * machine that others use the CPU of each part says more than the rate.
 */
export const searchThroughApi = async (
  dataDir: string,
  questions: readonly Record<string, string>[],
  seconds: number,
): Promise<ThroughApi> => {
  const site = await startSite({ dataDir, empty: true });
  try {
    const { anonKey } = (await (await fetch(`${site.url}/config.json`)).json()) as {
      anonKey: string;
    };
    const asked = questions.map((question) =>
      wire(`127.0.0.1:${site.port}`, {
        path: `/rest/v1/rpc/search_providers?${new URLSearchParams(question)}`,
        headers: { apikey: anonKey },
      }),
    );
    const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(site.port)));
    let next = 0;
    const run = async (until: number) => {
      const times: number[] = [];
      await Promise.all(
        lines.map(async (line) => {
          for (let now = performance.now(); now < until; ) {
            const question = asked[next++ % asked.length];
            if (question) await line.ask(question);
            const then = performance.now();
            times.push(then - now);
            now = then;
          }
        }),
      );
      return times.toSorted((a, b) => a - b);
    };
    await run(performance.now() + 3000);
    const used = () => ({
      site: cpuSeconds(site.pid) ?? 0,
      database: databaseSeconds(dataDir),
      asking: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    });
    const before = used();
    const began = performance.now();
    const times = await run(began + seconds * 1000);
    const took = (performance.now() - began) / 1000;
    const after = used();
    for (const line of lines) line.close();
    const each = (part: keyof typeof after) => (1000 * (after[part] - before[part])) / times.length;
    return {
      rate: times.length / took,
      p50: times[times.length >> 1] ?? 0,
      p95: times[Math.floor(times.length * 0.95)] ?? 0,
      site: each("site"),
      database: each("database"),
      asking: each("asking"),
    };
  } finally {
    await site.stop();
  }
};
