import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { CLI, startCli } from "#backend/tests/cli-process.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { cliKeys } from "./core/tokens/keys.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder("cli-");
  writeFiles(path.join(folder, "supabase"), {
    "config.toml": 'project_id = "films"',
    "migrations/20260101000000_films.sql": `create table films (id int primary key, title text not null);
     alter table films enable row level security;
     create policy "All may read." on films for select using (true);`,
    "seed.sql": "insert into films values (1, 'Metropolis');",
  });
});

const start = (...more: string[]) => perTest(startCli(folder, { more }));

const films = async (url: string, init: RequestInit = {}) => {
  const { api } = await cliKeys();
  return fetch(`${url}/rest/v1/films?select=id,title&order=id`, {
    ...init,
    headers: {
      apikey: api.secret ?? "",
      authorization: `Bearer ${api.serviceRole}`,
      "content-type": "application/json",
    },
  });
};

test("ends with the npm that it was started by", async () => {
  const { url, stop } = await perTest(startCli(folder, { by: ["npm", "run", "backend", "--"] }));
  expect((await films(url)).status).toBe(200);
  await stop("SIGTERM");
  await expect.poll(() => fetch(url).catch(() => "gone"), { timeout: 10_000 }).toBe("gone");
});

test("serves a project folder with the CLI's keys, and ends in order", async () => {
  const { url, output: printed, stop } = await start();
  const output = printed();
  const { api } = await cliKeys();
  for (const key of [api.anon, api.serviceRole, api.publishable ?? "?", api.secret ?? "?"])
    expect(output).toContain(key);
  expect(await (await films(url)).json()).toEqual([{ id: 1, title: "Metropolis" }]);
  expect((await fetch(`${url}/_mailbox`)).status).toBe(200);
  const mailbox = /Mailbox: (\S+)/.exec(output)?.[1];
  expect(await (await fetch(`${mailbox}/api/v1/messages`)).json()).toMatchObject({ total: 0 });
  expect((await fetch(`${mailbox}/`)).headers.get("content-type")).toContain("text/html");
  const database = new pg.Client({ connectionString: /DB URL: (\S+)/.exec(output)?.[1] });
  await database.connect();
  expect((await database.query("select title from films")).rows).toEqual([{ title: "Metropolis" }]);
  // A client that stays connected holds nothing up.
  database.on("error", () => {});
  const keyless = await fetch(`${url}/rest/v1/films?select=id`);
  expect(await keyless.json()).toEqual([{ id: 1 }]);
  const buckets = await fetch(`${url}/storage/v1/bucket`);
  expect(await buckets.json()).toMatchObject({ message: "Invalid Compact JWS" });
  const refused = await fetch(`${url}/realtime/v1/api/broadcast`, { method: "POST", body: "{}" });
  expect(refused.status).toBe(401);
  expect(await stop("SIGTERM")).toBe(0);
  expect(readdirSync(folder).filter((name) => name.startsWith("backend-"))).toEqual([]);
});

const listening = async (port: number) => {
  const server = net.createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
};

/** Takes a port whose three predecessors are free, so that one of the usual ports is taken. */
const portAfterFreeOnes = async (): Promise<net.Server> => {
  for (;;) {
    const last = await listening(0);
    const { port } = last.address() as net.AddressInfo;
    const before = await Promise.allSettled([3, 2, 1].map((less) => listening(port - less)));
    for (const each of before) if (each.status === "fulfilled") each.value.close();
    if (before.every(({ status }) => status === "fulfilled")) return last;
    last.close();
  }
};

test("opens the CLI's own ports beside the API's, and names one that is taken", async () => {
  const boundPort = await portAfterFreeOnes();
  const { port } = boundPort.address() as net.AddressInfo;
  const { output, stop } = await start("--port", String(port - 3));
  expect(output()).toContain(
    `DB URL: postgresql://postgres:postgres@127.0.0.1:${port - 2}/postgres`,
  );
  expect(output()).toContain(`Mailbox: not open, port ${port} is in use`);
  expect(await stop("SIGTERM")).toBe(0);
  boundPort.close();
});

test("with a data folder all acknowledged data survive kill -9, and seeds are applied once", async () => {
  const data = path.join(folder, "data");
  const first = await start("--data-dir", data);
  const body = JSON.stringify({ id: 2, title: "Nosferatu" });
  expect((await films(first.url, { method: "POST", body })).status).toBe(201);
  await first.stop("SIGKILL");
  const second = await start("--data-dir", data);
  expect(await (await films(second.url)).json()).toEqual([
    { id: 1, title: "Metropolis" },
    { id: 2, title: "Nosferatu" },
  ]);
  expect(await second.stop("SIGINT")).toBe(0);
  expect(existsSync(path.join(data, "postgres.lock"))).toBe(false);
});

test.each([
  [["/nowhere"], /^\/nowhere is no Supabase project/],
  [[".", "--wrong"], /^Unknown option '--wrong'/],
])("says in one line what is wrong with %j", (given, message) => {
  const result = spawnSync(process.execPath, [CLI, ...given], { encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(message);
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
});
