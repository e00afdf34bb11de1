import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { providerId, sizeOf, TOWNS, WORDS } from "./fill.ts";
import { type HttpConnection, openConnection, wire } from "./http-load.ts";
import { megabytes, memoryOf } from "./memory.ts";
import { prepare } from "./prepare.ts";
import { chances } from "./random-questions.ts";
import { socketFolder, startSite, throwAwayFolder } from "./site.ts";
import { markdown } from "./table.ts";
import { startBare } from "./workers.ts";
import type { World } from "./world.ts";

/**
 * A day of the site in a minute: 200 visitors read, 10 members act, and one change a second is made, half
 * of them feedback. Prints how many pages came from the cache, how long pages took, and the memory of
 * a site that was started after the rows were made: `node tests/bench/mixed.ts [--rows 10000] [--seconds 60] [--warm 1]`. With `--warm 0` the cache begins empty.
 */

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "10000" },
    seconds: { type: "string", default: "60" },
    warm: { type: "string", default: "1" },
    flags: { type: "string" },
  },
});

const VISITORS = 200;
const MEMBERS = 10;
/** Milliseconds that a visitor reads a page, on average; a member thinks for half as long. */
const READS_FOR = 2_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** One sequence for every run. */
const random = chances(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
/** The first of so many are asked for most, as Zipf has it. */
const popular = (many: number): number => Math.min(many - 1, Math.floor(many ** random()) - 1);

const pageOf = ({ categories, size }: World): { kind: string; path: string } => {
  const chance = random();
  const category = () => encodeURIComponent(categories[popular(categories.length)] ?? "");
  if (chance < 0.15) return { kind: "home", path: "/" };
  if (chance < 0.3) {
    const page = 1 + popular(5);
    return { kind: "directory", path: page === 1 ? "/directory" : `/directory?page=${page}` };
  }
  if (chance < 0.45) return { kind: "category", path: `/directory?category=${category()}` };
  if (chance < 0.5)
    return {
      kind: "search",
      path: `/directory?${new URLSearchParams({ service: WORDS[popular(WORDS.length)] ?? "", location: TOWNS[popular(TOWNS.length)] ?? "" })}`,
    };
  if (chance < 0.55) return { kind: "jobs", path: "/job-directory" };
  const from = random() < 0.1 ? `?utm_source=mail&fbclid=${Math.floor(random() * 1e9)}` : "";
  return { kind: "profile", path: `/directory/${providerId(popular(size.providers))}${from}` };
};

interface Kind {
  pages: number;
  cached: number;
  times: number[];
}

const read = async (
  connection: HttpConnection,
  host: string,
  { kind, path }: { kind: string; path: string },
  kinds: Map<string, Kind>,
) => {
  const before = connection.reused();
  const start = performance.now();
  await connection.send(wire(host, { path, headers: { "accept-encoding": "br" } }));
  const found = kinds.get(kind) ?? { pages: 0, cached: 0, times: [] };
  kinds.set(kind, found);
  found.pages += 1;
  found.cached += connection.reused() - before;
  found.times.push(performance.now() - start);
};

/** The server closes connections that were idle for five seconds. */
const IDLE = 3_000;

/** A visitor's connection, opened again after a pause. */
const lineTo = (port: number) => {
  let open: HttpConnection | null = null;
  let used = 0;
  return {
    async get(): Promise<HttpConnection> {
      if (!open || performance.now() - used > IDLE) {
        open?.close();
        open = await openConnection(port);
      }
      used = performance.now();
      return open;
    },
    close: () => open?.close(),
  };
};

/** A member looks at what is theirs, types into a search, and saves somebody. */
const act = async (connection: HttpConnection, host: string, world: World, n: number) => {
  const { id, token } = pick(world.signedIn);
  const headers = { apikey: world.anonKey, authorization: `Bearer ${token}` };
  const provider_id = providerId(popular(world.size.providers));
  const saved = `/rest/v1/saved_providers?on_conflict=user_id,provider_id`;
  await connection.send(
    n % 3 === 0
      ? wire(host, {
          method: "POST",
          path: saved,
          headers: { ...headers, prefer: "resolution=ignore-duplicates" },
          body: { user_id: id, provider_id },
          expect: [200, 201],
        })
      : n % 3 === 1
        ? wire(host, {
            method: "POST",
            path: "/rest/v1/rpc/search_businesses",
            headers,
            body: { query: pick(WORDS) },
          })
        : wire(host, { path: `/rest/v1/profiles?select=*&id=eq.${id}`, headers }),
  );
};

/** Half of the changes are feedback; one in ten alters who is listed, or where. */
const change = async (owner: pg.Client, { size, signedIn }: World, n: number) => {
  const provider = providerId(Math.floor(random() * size.providers));
  const profile = (set: string, value: unknown = n) =>
    owner.query(`update public.profiles set ${set} where id = $1`, [provider, value]);
  switch (n % 10) {
    case 0:
      return profile("location = $2", pick(TOWNS));
    case 1:
    case 2:
    case 3:
      return profile(
        "show_phone = true, phone_number = '0113496' || lpad($2::text, 4, '0')",
        n % 1e4,
      );
    case 4:
      return profile("bio = 'Careful work, number ' || $2::text || ', and ' || bio", n);
    default:
      return owner.query(
        `insert into public.feedback (provider_id, user_id, rating, title, description)
          values ($1, $2, $3, 'Good', 'Came at once and did it well.') on conflict do nothing`,
        [provider, signedIn[n % signedIn.length]?.id, 1 + (n % 5)],
      );
  }
};

/** Reads each of these pages once, eight at a time; returns how many a second. */
const readAll = async (world: World, host: string, paths: string[]): Promise<number> => {
  const many = paths.length;
  const start = performance.now();
  const crawl = async () => {
    const connection = await openConnection(world.port);
    for (let path = paths.pop(); path; path = paths.pop())
      await read(connection, host, { kind: "", path }, new Map());
    connection.close();
  };
  await Promise.all(Array.from({ length: 8 }, crawl));
  return (1000 * many) / (performance.now() - start);
};

/** Reads every profile, the least popular first, and many lists, as after a day of visitors. */
const warmUp = async (world: World, host: string, pid: number) => {
  const profiles = Array.from(
    { length: world.size.providers },
    (_, n) => `/directory/${providerId(n)}`,
  );
  const rate = await readAll(world, host, profiles);
  const { total } = memoryOf(pid);
  say(`Each profile read once, as by a crawler: ${rate.toFixed(0)} a second, ${megabytes(total)}`);
  const lists = Array.from({ length: 2_000 }, () => pageOf(world).path);
  await readAll(world, host, lists);
};

const quantile = (times: number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);

const { folder, remove } = throwAwayFolder();
const closing: (() => unknown)[] = [remove];
try {
  const start = () =>
    startSite({ dataDir: folder, empty: true, nodeFlags: flags.flags?.split(" ") });
  const filling = await start();
  closing.push(filling.stop);
  const bare = await startBare();
  closing.push(bare.stop);
  const filled = await prepare(filling, bare, sizeOf(Number(flags.rows)));
  // No site gets so many rows in a minute: what that leaves in memory goes with this process.
  await filling.stop();
  const site = await start();
  closing.push(site.stop);
  const world = { ...filled, port: site.port, socket: socketFolder(folder) };
  const host = `127.0.0.1:${world.port}`;
  say(`${flags.rows} providers; memory after the start ${megabytes(memoryOf(site.pid).total)}`);
  if (flags.warm !== "0") await warmUp(world, host, site.pid);
  const owner = new pg.Client({ host: world.socket, user: "postgres", database: "postgres" });
  await owner.connect();
  closing.push(() => owner.end());

  const kinds = new Map<string, Kind>();
  const until = performance.now() + Number(flags.seconds) * 1000;
  const during = async (mean: number, work: (n: number) => Promise<unknown>) => {
    await delay(random() * mean);
    for (let n = 0; performance.now() < until; n++) {
      await work(n);
      await delay(-Math.log(1 - random()) * mean);
    }
  };
  let most = memoryOf(site.pid);
  const lines = Array.from({ length: VISITORS + MEMBERS }, () => lineTo(world.port));
  await Promise.all([
    ...lines
      .slice(MEMBERS)
      .map((each) =>
        during(READS_FOR, async () => read(await each.get(), host, pageOf(world), kinds)),
      ),
    ...lines
      .slice(0, MEMBERS)
      .map((each, m) =>
        during(READS_FOR / 2, async (n) => act(await each.get(), host, world, n + m)),
      ),
    (async () => {
      for (let n = 0; performance.now() < until; n++) {
        const due = delay(1_000);
        await change(owner, world, n);
        await due;
      }
    })(),
    (async () => {
      while (performance.now() < until) {
        const now = memoryOf(site.pid);
        if (now.total > most.total) most = now;
        await delay(5_000);
      }
    })(),
  ]);
  for (const each of lines) each.close();

  const all: Kind = { pages: 0, cached: 0, times: [] };
  for (const { pages, cached, times } of kinds.values()) {
    all.pages += pages;
    all.cached += cached;
    all.times.push(...times);
  }
  const row = (name: string, { pages, cached, times }: Kind) => [
    name,
    String(pages),
    `${((100 * cached) / pages).toFixed(1)} %`,
    `${quantile(times, 0.5)} / ${quantile(times, 0.99)}`,
  ];
  say(
    markdown([
      ["page", "read", "from the cache", "p50 / p99 ms"],
      ...[...kinds].map(([name, kind]) => row(name, kind)),
      row("all", all),
    ]),
  );
  say(`Memory at most ${megabytes(most.total)}:`);
  for (const [name, bytes] of most.byProgram) say(`  ${name} ${megabytes(bytes)}`);
  const errors = site.errors();
  if (errors.length > 0) throw new Error(`The site logged errors:\n${errors.join("\n")}`);
  say(`Load ${(loadavg()[0] ?? 0).toFixed(1)}, Node ${process.version}`);
} finally {
  for (const step of closing.reverse()) await step();
}
