import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { cliKeys } from "#backend/core/tokens/keys.ts";
import { startCli } from "#backend/tests/cli-process.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perTest } from "#backend/tests/per-file.ts";

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

const keys = (await cliKeys()).api;

const start = async (workers: string) => {
  const folder = newFolder("ending-");
  writeFiles(path.join(folder, "supabase"), {
    "config.toml": 'project_id = "ending"\n[functions.slow]\nverify_jwt = false',
    "migrations/20260101000000_films.sql": FILMS,
    "functions/slow/index.ts": SLOW,
  });
  const more = ["--data-dir", path.join(folder, "data")];
  return perTest(startCli(folder, { more, env: { WORKERS: workers }, detached: true }));
};

const headers = {
  apikey: keys.serviceRole,
  authorization: `Bearer ${keys.serviceRole}`,
  "content-type": "application/json",
};

const read = async (incoming: IncomingMessage) => {
  let text = "";
  for await (const piece of incoming.setEncoding("utf8")) text += piece;
  return { status: incoming.statusCode, connection: incoming.headers.connection, text };
};

test.each(["1", "2"])(
  "running requests finish, with idle connections beside them: %s",
  async (workers) => {
    const { url, output, child: group } = await start(workers);
    // Idle after a response, and never used.
    const agent = new Agent({ keepAlive: true });
    const warming = request(`${url}/rest/v1/`, { agent, headers }).end();
    const [warm] = await once(warming, "response");
    await read(warm);
    const silent = connect(Number(new URL(url).port), "127.0.0.1");
    await once(silent, "connect");
    silent.on("error", () => {});

    const insert = request(`${url}/rest/v1/films`, { method: "POST", headers });
    insert.write('{"id": 1, ');
    const inserted = once(insert, "response").then(([incoming]) => read(incoming));
    const slow = fetch(`${url}/functions/v1/slow`, { headers });
    await expect.poll(output, { timeout: 30_000 }).toContain("slow began");

    const exited = once(group, "exit");
    process.kill(-(group.pid ?? 0), "SIGINT");
    await delay(200);
    process.kill(group.pid ?? 0, "SIGINT");
    await delay(500);
    insert.end('"title": "Metropolis"}');
    expect(await inserted).toEqual({ status: 201, connection: "close", text: "" });
    const response = await slow;
    expect([response.status, await response.text()]).toEqual([200, "GET200"]);
    expect(await exited, output()).toEqual([0, null]);
    agent.destroy();
    silent.destroy();
  },
);
