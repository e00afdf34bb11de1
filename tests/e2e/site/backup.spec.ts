import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { asOwner, socketFolder } from "#tests/bench/site.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { type RunningSite, startSite } from "#tests/e2e/process.ts";

/** One site that is backed up under writes, killed, restored elsewhere, and moved: each test goes on where the last ended. */
test.describe.configure({ mode: "serial", timeout: 480_000 });

const root = path.resolve(import.meta.dirname, "../../..");
const home = mkdtempSync(path.join(os.tmpdir(), "backup-"));
const [first, second, third] = ["first machine", "second machine", "third machine"].map((name) =>
  path.join(home, name),
) as [string, string, string];
const backups = path.join(home, "backups");
const BACKUP_KEY = "a passphrase of some length";
const email = "durable@example.com";
const password = "correct horse battery";
const options = { args: ["--empty"], ready: / is at / };

let site: RunningSite;
/** The newest text of the person's profile of which the site said that it is saved, and that before the backup. */
let acknowledged = 0;
let beforeBackup = 0;
let writing = Promise.resolve();
test.afterAll(async () => {
  await site?.kill();
  await writing;
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const command = async (name: string, args: string[], env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)("npm", ["run", "-s", name, "--", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return stdout;
};

const inDatabase = (...queries: string[]) =>
  asOwner(socketFolder(first), async (client) => {
    let row: Record<string, unknown> | undefined;
    for (const query of queries) row = (await client.query(query)).rows[0];
    return row;
  });

const visitor = async (): Promise<SupabaseClient> => {
  const config = (await (await fetch(`${site.url}/config.json`)).json()) as { anonKey: string };
  return createClient(site.url, config.anonKey, { auth: { persistSession: false } });
};

/** The number in the person's profile, which they sign in to read. */
const savedNumber = async (): Promise<number> => {
  const client = await visitor();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  const id = data.user?.id ?? "";
  const own = await client.from("profiles").select("bio").eq("id", id).single();
  return Number(own.data?.bio);
};

test("the site backs itself up under writes where BACKUP_TO says, and says why if it cannot", async ({
  request,
}) => {
  // A file where the folder should be.
  writeFileSync(backups, "");
  const env = { BACKUP_TO: backups, BACKUP_KEY, WORKERS: "2" };
  site = await startSite(first, { ...options, env });
  const state =
    "select last_error, failures, last_success is not null as succeeded from private.scheduled_tasks where name = 'back-up'";
  await expect
    .poll(async () => (await inDatabase(state))?.last_error, { timeout: 240_000 })
    .toMatch(/EEXIST|ENOTDIR/);
  expect(site.output()).toContain("schedule.task_failed");

  const person = await visitor();
  const data = { first_name: "Dora", account_type: "client", location: "Leeds" };
  await person.auth.signUp({ email, password, options: { data } });
  const link = new URL(
    linkIn(await mailTo(request, email, /confirm/i, site.url), "/confirm-email"),
  );
  const token_hash = link.searchParams.get("token_hash") ?? "";
  const confirmed = await person.auth.verifyOtp({ token_hash, type: "signup" });
  const id = confirmed.data.user?.id ?? "";
  writing = (async () => {
    // With pauses: the backup's low priority gives way to them.
    for (let number = 1; ; number++, await pause(20)) {
      const { error } = await person
        .from("profiles")
        .update({ bio: String(number) })
        .eq("id", id);
      if (error) return;
      acknowledged = number;
    }
  })();
  await expect.poll(() => acknowledged).toBeGreaterThan(20);
  beforeBackup = acknowledged;

  // An admin asks for it now. A file that is lost is reported, and the backup counts.
  const made = await request.post(`${site.url}/functions/v1/admin-setup`, {
    data: { username: "boss", password },
  });
  expect(made.status()).toBe(200);
  const admin = await visitor();
  await admin.auth.signInWithPassword({ email: "boss@admin.solutionz.internal", password });
  await inDatabase(
    "insert into storage.objects (bucket_id, name, version) values ('avatars', 'lost.webp', 'gone')",
  );
  rmSync(backups);
  // Refused only if it is being tried again at this very moment.
  await admin.rpc("admin_run_task", { p_name: "back-up" });
  // It runs at a low priority.
  await expect
    .poll(() => inDatabase(state), { timeout: 240_000 })
    .toEqual({ last_error: null, failures: 0, succeeded: true });
  expect(site.output()).toContain("Not in the backup: the file avatars/lost.webp, which is gone");
  expect(readdirSync(backups).length).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThan(beforeBackup);
  // Whichever process is asked, the metrics are those of both.
  const reading = await (await request.get(`${site.url}/metrics`)).text();
  for (const worker of [1, 2])
    expect(reading).toContain(`process_uptime_seconds{worker="${worker}"} `);
});

test("kill -9 loses nothing that was acknowledged", async ({ request }) => {
  // A notice is under way when the processes end, and its task with it.
  await inDatabase(
    "begin",
    `select notify.account(id, 'password_changed', jsonb_build_object('changed_at', now())) from auth.users where email = '${email}'`,
    "update notify.notices set claimed_until = now() + interval '10 minutes'",
    "update private.scheduled_tasks set running_until = now() + interval '2 minutes' where function_name = 'deliver-notices'",
    "commit",
  );
  await site.kill();
  await writing;

  site = await startSite(first, options);
  expect(await savedNumber()).toBeGreaterThanOrEqual(acknowledged);
  // An embedded database has no other process: what was under way is due at once, not in ten minutes.
  await mailTo(request, email, /password was changed/, site.url);
  expect(await inDatabase("select from private.scheduled_tasks where name = 'back-up'")).toBe(
    undefined,
  );
});

test("the backup is a site on another machine, once the first is thrown away", async () => {
  await site.kill();
  rmSync(first, { recursive: true });
  const restored = await command("restore", [backups], { DATA_DIR: second, BACKUP_KEY });
  expect(restored).toMatch(/restored and compared/);
  site = await startSite(second, options);
  const saved = await savedNumber();
  expect(saved).toBeGreaterThanOrEqual(beforeBackup);
  expect(saved).toBeLessThanOrEqual(acknowledged);
});

test("a site moves to a PostgreSQL of the operator's and back, when nobody else uses it", async () => {
  const server = await startEmbedded({
    dataDir: path.join(home, "server"),
    log: silentLog,
    durable: false,
  });
  const { host } = server.connection;
  const address = `postgres://keeper@localhost/market?host=${encodeURIComponent(host)}`;
  const move = (from: string, to: string) =>
    command("move", ["--from", from, "--to", to], { DATA_DIR: second });
  const owner = new pg.Client(server.connection);
  // Of whom the owner of the database may not read what they do.
  const other = new pg.Client({ ...server.connection, database: "market" });
  try {
    await owner.connect();
    await owner.query("create role keeper login createrole");
    await owner.query("create database market owner keeper");
    const before = await savedNumber();
    await expect(move(second, address)).rejects.toThrow(/is running: stop it, then move/);
    await site.stop();
    expect(readdirSync(second)).not.toContain("postgres.lock");
    expect(await move(second, address)).toMatch(/and the files stay .*moved and compared/);
    await other.connect();
    await expect(move(address, third)).rejects.toThrow(/Others are connected to the database/);
    await other.end();
    // With the lost file's row its exit code says that not all was moved.
    const moved = await move(address, third).catch((error: { stdout: string }) => error.stdout);
    expect(moved).toContain("Not moved: the file avatars/lost.webp, which is gone.");
    expect(moved).toMatch(/files: moved and compared/);
    site = await startSite(third, options);
    expect(await savedNumber()).toBe(before);
  } finally {
    await owner.end();
    await server.stop();
  }
});
