import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { socketFolder } from "#tests/bench/site.ts";
import { startSite } from "#tests/e2e/process.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const ready = /^Sample sign-ins/m;

// Each has sites of its own, and together they take longer than any other file.
test.describe.configure({ mode: "parallel" });

const command = async (name: string, args: string[], env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)("npm", ["run", "-s", name, "--", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return stdout;
};

const signIn = async (url: string): Promise<{ client: SupabaseClient; id: string }> => {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  const client = createClient(url, config.anonKey, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInWithPassword({
    email: "client@solutionz.example",
    password: "solutionz-sample-1",
  });
  expect(error).toBeNull();
  return { client, id: data.user?.id ?? "" };
};

test("a backup under writes, the machine thrown away, and a restore elsewhere", async () => {
  test.setTimeout(300_000);
  const home = mkdtempSync(path.join(os.tmpdir(), "backup-"));
  const [first, second] = [path.join(home, "first machine"), path.join(home, "second machine")];
  const backups = path.join(home, "backups");
  const BACKUP_KEY = "a passphrase of some length";
  try {
    let site = await startSite(first, { ready });
    const { client, id } = await signIn(site.url);
    let acknowledged = 0;
    let over = false;
    const writing = (async () => {
      for (let number = 1; !over; number += 1) {
        const { error } = await client
          .from("profiles")
          .update({ bio: String(number) })
          .eq("id", id);
        if (error) return;
        acknowledged = number;
      }
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(20);
    const beforeIt = acknowledged;
    const output = await command("backup", [backups], { DATA_DIR: first, BACKUP_KEY });
    expect(output).toContain("restored and compared");
    expect(acknowledged).toBeGreaterThan(beforeIt);
    await site.kill();
    over = true;
    await writing;
    rmSync(first, { recursive: true });

    expect(await command("restore", [backups], { DATA_DIR: second, BACKUP_KEY })).toMatch(
      /[1-9]\d* files restored and compared/,
    );
    site = await startSite(second, { ready: / is at / });
    const again = await signIn(site.url);
    expect(again.id).toBe(id);
    const { data } = await again.client.from("profiles").select("bio").eq("id", id).single();
    expect(Number(data?.bio)).toBeGreaterThanOrEqual(beforeIt);
    const pictures = await fetch(`${site.url}/directory`);
    expect(pictures.status).toBe(200);
    await site.stop();
    expect(readdirSync(second)).not.toContain("postgres.lock");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

/** The client of a new site's first admin. */
const firstAdmin = async (url: string): Promise<SupabaseClient> => {
  const made = await fetch(`${url}/functions/v1/admin-setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "boss", password: "correct horse battery" }),
  });
  expect(made.status, await made.text()).toBe(200);
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  const client = createClient(url, anonKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword({
    email: "boss@admin.solutionz.internal",
    password: "correct horse battery",
  });
  expect(error).toBeNull();
  return client;
};

test("the site backs itself up when BACKUP_TO is set or an admin asks, and says why if it cannot", async () => {
  test.setTimeout(240_000);
  const home = mkdtempSync(path.join(os.tmpdir(), "backup-"));
  const [dataDir, backups] = [path.join(home, "data"), path.join(home, "backups")];
  const task = async (query: string): Promise<Record<string, unknown> | undefined> => {
    const client = new pg.Client({
      host: socketFolder(dataDir),
      user: "postgres",
      database: "postgres",
    });
    await client.connect();
    const { rows } = await client.query(query);
    await client.end();
    return rows[0];
  };
  const state =
    "select last_error, failures, last_success is not null as succeeded from private.scheduled_tasks where name = 'back-up'";
  const options = { args: ["--empty"], ready: / is at / };
  try {
    // A file where the folder should be.
    writeFileSync(backups, "");
    let site = await startSite(dataDir, { ...options, env: { BACKUP_TO: backups, WORKERS: "2" } });
    await expect
      .poll(async () => (await task(state))?.last_error, { timeout: 90_000 })
      .toMatch(/EEXIST|ENOTDIR/);
    expect(site.output()).toContain("schedule.task_failed");
    rmSync(backups);
    await expect.poll(async () => (await task(state))?.succeeded, { timeout: 120_000 }).toBe(true);
    expect(await task(state)).toMatchObject({ last_error: null, failures: 0 });
    const made = readdirSync(backups);
    expect(made).toHaveLength(1);
    expect(readdirSync(path.join(backups, made[0] ?? ""))).toContain("manifest.json");

    // An admin asks for another. A file that is lost is reported, and the backup counts.
    const admin = await firstAdmin(site.url);
    await task(
      "insert into storage.objects (bucket_id, name, version) values ('avatars', 'lost.webp', 'gone')",
    );
    const { error } = await admin.rpc("admin_run_task", { p_name: "back-up" });
    expect(error).toBeNull();
    await expect.poll(() => site.output(), { timeout: 120_000 }).toContain("backup.incomplete");
    expect(site.output()).toContain("Not in the backup: the file avatars/lost.webp, which is gone");
    await expect.poll(async () => (await task(state))?.failures).toBe(0);
    expect(readdirSync(backups)).toHaveLength(2);
    const { data: health } = await admin.rpc("admin_health");
    expect(health).toMatchObject({
      troubles: [],
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });

    // Whichever process is asked, the metrics are those of both.
    const reading = await (await fetch(`${site.url}/metrics`)).text();
    for (const worker of [1, 2])
      expect(reading).toContain(`process_uptime_seconds{worker="${worker}"} `);
    expect(reading).toContain('task_failures{task="back-up"} 0\n');
    expect(reading).toMatch(/site_info\{version="/);
    await site.stop();
    site = await startSite(dataDir, options);
    expect(await task(state)).toBeUndefined();
    await site.stop();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test("a site moves to a PostgreSQL of its own and back, with everything it has", async () => {
  test.setTimeout(400_000);
  const home = mkdtempSync(path.join(os.tmpdir(), "move-"));
  const [first, second] = [path.join(home, "first"), path.join(home, "second")];
  const log = { info() {}, warn() {}, error() {} };
  const server = await startEmbedded({ dataDir: path.join(home, "server"), log, durable: false });
  const address = `postgres://keeper@localhost/market?host=${encodeURIComponent(server.connection.host)}`;
  const change = (...places: string[]) =>
    command("move", ["--from", places[0] ?? "", "--to", places[1] ?? ""], { DATA_DIR: first });
  try {
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query("create role keeper login createrole");
    await client.query("create database market owner keeper");
    await client.end();
    let site = await startSite(first, { ready });
    await expect(change(first, address)).rejects.toThrow(/is running: stop it, then move/);
    await site.stop();
    expect(await change(first, address)).toMatch(
      /sequences and the files stay .*moved and compared/,
    );
    await expect(change(first, address)).rejects.toThrow(/The database is not empty/);

    const external = { DATABASE_URL: address };
    site = await startSite(first, { ready: / is at /, env: external });
    const { client: person, id } = await signIn(site.url);
    const { error } = await person.from("profiles").update({ bio: "moved" }).eq("id", id);
    expect(error).toBeNull();
    await expect(change(address, second)).rejects.toThrow(/Others are connected to the database/);
    await site.stop();

    expect(await change(address, second)).toMatch(/[1-9]\d* files: moved and compared/);
    site = await startSite(second, { ready: / is at / });
    const again = await signIn(site.url);
    const { data } = await again.client.from("profiles").select("bio").eq("id", id).single();
    expect(data?.bio).toBe("moved");
    await site.stop();
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
