import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { cliKeys } from "#backend/core/tokens/keys.ts";

/*
 * Ctrl-C in a terminal reaches every process of the group, and under npm the backend a second time.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const FILMS = `create table films (id int primary key, title text not null);
  grant all on films to service_role;`;
/** Begins before the signal, and needs the database after it. */
const SLOW = `Deno.serve(async (request) => {
  console.error("slow began");
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const key = Deno.env.get("SUPABASE_SERVICE_ROLE_KEY");
  const headers = { apikey: key, authorization: "Bearer " + key };
  const address = Deno.env.get("SUPABASE_URL") + "/rest/v1/films?select=title";
  return new Response(request.method + (await fetch(address, { headers })).status);
});`;

let keys: Awaited<ReturnType<typeof cliKeys>>["api"];
let folder: string;
let group: ChildProcess;
let output = "";

beforeAll(async () => {
  keys = (await cliKeys()).api;
});
afterEach(() => {
  if (group.exitCode === null && group.signalCode === null) process.kill(-(group.pid ?? 0), 9);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const start = async (workers: string): Promise<string> => {
  folder = mkdtempSync(path.join(os.tmpdir(), "ending-"));
  const project = path.join(folder, "supabase");
  mkdirSync(path.join(project, "migrations"), { recursive: true });
  mkdirSync(path.join(project, "functions/slow"), { recursive: true });
  writeFileSync(
    path.join(project, "config.toml"),
    'project_id = "ending"\n[functions.slow]\nverify_jwt = false',
  );
  writeFileSync(path.join(project, "migrations/20260101000000_films.sql"), FILMS);
  writeFileSync(path.join(project, "functions/slow/index.ts"), SLOW);
  const cli = path.resolve(import.meta.dirname, "../../cli.ts");
  group = spawn(
    process.execPath,
    [cli, folder, "--port", "0", "--data-dir", path.join(folder, "data")],
    {
      env: { ...process.env, TMPDIR: folder, WORKERS: workers },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  output = "";
  const ready = Promise.withResolvers<string>();
  for (const stream of [group.stdout, group.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const url = /API URL: (\S+)/.exec(output)?.[1];
      if (url && /service_role: \S+/.test(output)) ready.resolve(url);
    });
  group.once("exit", () => ready.reject(new Error(output)));
  return ready.promise;
};

const headers = () => ({
  apikey: keys.serviceRole,
  authorization: `Bearer ${keys.serviceRole}`,
  "content-type": "application/json",
});

const read = async (incoming: IncomingMessage) => {
  let text = "";
  for await (const piece of incoming.setEncoding("utf8")) text += piece;
  return { status: incoming.statusCode, connection: incoming.headers.connection, text };
};

test.each(["1", "2"])(
  "running requests finish, with idle connections beside them: %s",
  async (workers) => {
    const url = await start(workers);
    // Idle after a response, and never used.
    const agent = new Agent({ keepAlive: true });
    const [warm] = await once(
      request(`${url}/rest/v1/`, { agent, headers: headers() }).end(),
      "response",
    );
    await read(warm);
    const silent = connect(Number(new URL(url).port), "127.0.0.1");
    await once(silent, "connect");
    silent.on("error", () => {});

    const insert = request(`${url}/rest/v1/films`, { method: "POST", headers: headers() });
    insert.write('{"id": 1, ');
    const inserted = once(insert, "response").then(([incoming]) => read(incoming));
    const slow = fetch(`${url}/functions/v1/slow`, { headers: headers() });
    await expect.poll(() => output, { timeout: 30_000 }).toContain("slow began");

    const exited = once(group, "exit");
    process.kill(-(group.pid ?? 0), "SIGINT");
    await delay(200);
    process.kill(group.pid ?? 0, "SIGINT");
    await delay(500);
    insert.end('"title": "Metropolis"}');
    expect(await inserted).toEqual({ status: 201, connection: "close", text: "" });
    const response = await slow;
    expect([response.status, await response.text()]).toEqual([200, "GET200"]);
    expect(await exited, output).toEqual([0, null]);
    agent.destroy();
    silent.destroy();
  },
);
