import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { openConnection, wire } from "./http-load.ts";
import { processTree } from "./memory.ts";
import type { Question } from "./random-questions.ts";
import { cpuSeconds, socketFolder, startSite } from "./site.ts";

/** What a search costs through the API, and how many complete per second. */
interface ThroughApi {
  name: string;
  rate: number;
  /** The share of cached responses: between 0 and 1. */
  cached: number;
  p50: number;
  p95: number;
  /** Milliseconds of CPU per search: of the site, of PostgreSQL, and of the client. */
  site: number;
  database: number;
  loadSeconds: number;
}

const CONNECTIONS = 16;

/** CPU seconds that the server over this folder and its living connections have used. */
const databaseSeconds = (dataDir: string): number => {
  const server = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0];
  return processTree(Number(server)).reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0);
};

interface LoadRun {
  name: string;
  question: () => Question;
  seconds: number;
  /** Seconds before those that are counted. */
  warmUp: number;
  /** Megabytes for cached responses. */
  cacheMb: number;
  /** Something in the directory changes so often, in seconds; never when it is null. */
  changeEvery: number | null;
}

/** Changes a listing so often, as its member or a new rating would. */
const keepChanging = async (dataDir: string, every: number | null) => {
  if (every === null) return async () => {};
  const host = socketFolder(dataDir);
  const client = new pg.Client({ host, user: "postgres", database: "postgres" });
  await client.connect();
  let nth = 0;
  const timer = setInterval(() => {
    void client.query(
      `update search.listings set rating_count = rating_count + 1
       where provider_id = (select provider_id from search.listings order by provider_id offset $1 limit 1)`,
      [nth++],
    );
  }, every * 1000);
  return async () => {
    clearInterval(timer);
    await client.end();
  };
};

/**
 * Asks the site over a folder that is filled, by HTTP, 16 connections at a time. On a machine that others
 * use the CPU of each part says more than the rate.
 */
export const searchThroughApi = async (
  dataDir: string,
  { name, question, seconds, warmUp, cacheMb, changeEvery }: LoadRun,
): Promise<ThroughApi> => {
  const env = { RESPONSE_CACHE_MB: String(cacheMb) };
  const site = await startSite({ dataDir, empty: true, env });
  try {
    const { anonKey } = (await (await fetch(`${site.url}/config.json`)).json()) as {
      anonKey: string;
    };
    const next = () =>
      wire(`127.0.0.1:${site.port}`, {
        path: `/rest/v1/rpc/search_providers?${new URLSearchParams(question())}`,
        headers: { apikey: anonKey },
      });
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => openConnection(site.port)),
    );
    const run = async (until: number) => {
      const times: number[] = [];
      await Promise.all(
        connections.map(async (connection) => {
          for (let now = performance.now(); now < until; ) {
            await connection.send(next());
            const then = performance.now();
            times.push(then - now);
            now = then;
          }
        }),
      );
      return times.toSorted((a, b) => a - b);
    };
    const stopChanging = await keepChanging(dataDir, changeEvery);
    await run(performance.now() + warmUp * 1000);
    const used = () => ({
      site: cpuSeconds(site.pid) ?? 0,
      database: databaseSeconds(dataDir),
      loadSeconds: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
      cached: connections.reduce((sum, connection) => sum + connection.reused(), 0),
    });
    const before = used();
    const startedAt = performance.now();
    const times = await run(startedAt + seconds * 1000);
    const took = (performance.now() - startedAt) / 1000;
    const after = used();
    await stopChanging();
    for (const connection of connections) connection.close();
    const each = (part: keyof typeof after) => (after[part] - before[part]) / times.length;
    return {
      name,
      rate: times.length / took,
      cached: each("cached"),
      p50: times[times.length >> 1] ?? 0,
      p95: times[Math.floor(times.length * 0.95)] ?? 0,
      site: 1000 * each("site"),
      database: 1000 * each("database"),
      loadSeconds: 1000 * each("loadSeconds"),
    };
  } finally {
    await site.stop();
  }
};
