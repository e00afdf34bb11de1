import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cliKeys } from "#backend/core/tokens/keys.ts";
import { startCli } from "#backend/tests/cli-process.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { officialClient } from "#backend/tests/official-client.ts";
import { inbox, listen } from "./realtime-world.ts";

/*
 * One start of the backend's command that serves with two workers over the embedded database. Node
 * gives connections to them in turn, so that four new ones meet both.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
/** For what a busy machine may be slow with; within what a test may take. */
const PATIENCE = 80_000;

/** However many rows are written while a worker is replaced, one response has all of them. */
const CONFIG = `project_id = "workers"
[api]
max_rows = 1000000
[api.cache.functions]
titles = { tags = ["films"] }`;
const FILMS = `
  create table films (id int primary key, title text not null);
  alter table films enable row level security;
  create policy "All may read." on films for select using (true);
  alter publication supabase_realtime add table films;
  create function titles() returns setof text language sql stable as $$
    select title from films order by id
  $$;
  create function forget() returns trigger language plpgsql as $$ begin
    perform pg_notify('pgrst', 'invalidate films');
    return null;
  end $$;
  create trigger forget after insert on films execute function forget();`;
/** A function runs in its own process, below the worker that got the request. */
const WHO = `import process from "node:process";
  Deno.serve(() => new Response(String(process.ppid)));`;

const folder = newFolder("workers-");
writeFiles(path.join(folder, "supabase"), {
  "config.toml": CONFIG,
  "migrations/20260101000000_films.sql": FILMS,
  "functions/who/index.ts": WHO,
});
let primary: Awaited<ReturnType<typeof startCli>>;
const keys = (await cliKeys()).api;

const start = async (): Promise<void> => {
  const more = ["--data-dir", path.join(folder, "data")];
  primary = await startCli(folder, { more, env: { WORKERS: "2" } });
};

beforeAll(start);
afterAll(() => primary?.close());

/** Requests over its own connection. */
const request = async (at: string, body?: unknown, key = keys.anon) => {
  const response = await fetch(`${primary.url}${at}`, {
    method: body ? "POST" : "GET",
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      connection: "close",
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  return { status: response.status, text: await response.text(), age: response.headers.get("age") };
};
const insert = (id: number) =>
  request("/rest/v1/films", { id, title: `Film ${id}` }, keys.serviceRole);

/** Waits until two workers respond, and returns their process ids. */
const workers = async (): Promise<number[]> => {
  const seen = new Set<number>();
  await vi.waitFor(
    async () => {
      const { status, text } = await request("/functions/v1/who");
      expect(status).toBe(200);
      seen.add(Number(text));
      for (const pid of seen) if (!lives(pid)) seen.delete(pid);
      expect(seen.size).toBe(2);
    },
    { timeout: PATIENCE, interval: 20 },
  );
  return [...seen];
};

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("both serve the port, and neither is the primary", async () => {
  const pids = await workers();
  expect(pids).not.toContain(primary.child.pid);
  // The start is announced once.
  expect(primary.output().match(/API URL/g)).toHaveLength(1);
});

test("what is written through one is sent and returned by the other, cached or not", async () => {
  const received = inbox<number>();
  const client = officialClient(primary.url, keys.anon);
  const films = client
    .channel("films")
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "films" }, ({ new: row }) =>
      received.put(row.id),
    );
  await listen(films);
  const ids = [1, 2, 3, 4];
  for (const id of ids) {
    expect((await insert(id)).status).toBe(201);
    // A row's change invalidates what was cached, also after the first request for the row.
    let written = 0;
    for (let n = 0; n < ids.length || (written === 0 && n < 100); n++) {
      const { text, age } = await request("/rest/v1/rpc/titles");
      expect(JSON.parse(text)).toHaveLength(id);
      if (age !== null) written += 1;
    }
    expect(written).toBeGreaterThan(0);
  }
  expect((await received.wait(ids.length)).toSorted()).toEqual(ids);
  await client.realtime.disconnect();
});

test("one that is killed is replaced, and nothing that was acknowledged is lost", async () => {
  const [victim = 0, other = 0] = await workers();
  const acknowledged: number[] = [];
  let writing = true;
  const writers = [1, 2].map(async (writer) => {
    for (let n = 0; writing; n++) {
      const id = 1000 + 2 * n + writer;
      const response = await insert(id).catch(() => null);
      if (response?.status === 201) acknowledged.push(id);
    }
  });
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10), { timeout: PATIENCE });
  process.kill(victim, "SIGKILL");
  const now = await workers();
  writing = false;
  await Promise.all(writers);
  expect(now).toContain(other);
  expect(now).not.toContain(victim);
  await vi.waitFor(() => expect(primary.output()).toContain('"event":"workers.died"'), {
    timeout: PATIENCE,
  });
  const { text } = await request("/rest/v1/films?select=id&id=gt.1000");
  const stored = new Set((JSON.parse(text) as { id: number }[]).map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

test("a primary that is killed leaves nothing behind, and one that is stopped ends all", async () => {
  const database = path.join(folder, "data/postgres/postmaster.pid");
  const serverOf = () => Number(readFileSync(database, "utf8").split("\n")[0]);
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    const all = [...(await workers()), serverOf()];
    expect(await primary.stop(signal)).toBe(signal === "SIGKILL" ? null : 0);
    await vi.waitFor(() => expect(all.filter(lives)).toEqual([]), { timeout: PATIENCE });
    if (signal === "SIGKILL") await start();
  }
  expect(existsSync(path.join(folder, "data/postgres.lock"))).toBe(false);
});
