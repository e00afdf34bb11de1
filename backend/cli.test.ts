import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cliKeys } from "./core/tokens/keys.ts";

let folder: string;
let running: ChildProcess[];
beforeEach(() => {
  running = [];
  folder = mkdtempSync(path.join(os.tmpdir(), "cli-"));
  mkdirSync(path.join(folder, "supabase/migrations"), { recursive: true });
  const write = (name: string, text: string) =>
    writeFileSync(path.join(folder, "supabase", name), text);
  write("config.toml", 'project_id = "films"');
  write(
    "migrations/20260101000000_films.sql",
    `create table films (id int primary key, title text not null);
     alter table films enable row level security;
     create policy "All may read." on films for select using (true);`,
  );
  write("seed.sql", "insert into films values (1, 'Metropolis');");
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

const program = path.join(import.meta.dirname, "cli.ts");

const start = (...more: string[]) => startBy([process.execPath, program], ...more);

const startBy = async ([command = "", ...words]: string[], ...more: string[]) => {
  const child = spawn(command, [...words, folder, "--port", "0", ...more], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  let output = "";
  child.stdout.setEncoding("utf8");
  for await (const text of child.stdout) {
    output += text;
    if (output.includes("service_role:")) break;
  }
  const url = /API URL: (\S+)/.exec(output)?.[1] ?? "";
  return {
    url,
    output,
    async stop(signal: NodeJS.Signals) {
      const exited = once(child, "exit");
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
};

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
  const { url, stop } = await startBy(["npm", "run", "backend", "--"]);
  expect((await films(url)).status).toBe(200);
  await stop("SIGTERM");
  await expect.poll(() => fetch(url).catch(() => "gone"), { timeout: 10_000 }).toBe("gone");
});

test("serves a project folder with the CLI's keys, and ends in order", async () => {
  const { url, output, stop } = await start();
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
  expect(output).toContain(`DB URL: postgresql://postgres:postgres@127.0.0.1:${port - 2}/postgres`);
  expect(output).toContain(`Mailbox: not open, port ${port} is in use`);
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
  const result = spawnSync(process.execPath, [program, ...given], { encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(message);
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
});
