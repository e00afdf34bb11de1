import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { silentLog } from "supabase-compatible-backend/core";
import { migrateBackend } from "supabase-compatible-backend/project";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  back,
  closeSource,
  newFolder,
  project,
  source,
  startSource,
  stateOf,
  textOf,
} from "#backend/tests/backup-source.ts";
import { bareDatabase } from "#backend/tests/database.ts";
import { perTest } from "#backend/tests/per-file.ts";

/** A restore that is killed at a named call: no start takes what it left for a site, and a repeat completes it. */
const ROOT = path.resolve(import.meta.dirname, "../..");
const MARK = "restore-unfinished";
let address: string;

beforeAll(async () => {
  await startSource();
  address = newFolder();
  await back(address);
});
afterAll(closeSource);

const run = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, SITE_URL: "", PORT: "0", ...env } };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, signal: child.signalCode, output: stdout + stderr }),
    );
  });

const restore = (env: Record<string, string>, killAt: string[] = []) =>
  run(["--import", "./tests/kill-at.ts", "server/commands/restore.ts", address], {
    ...env,
    KILL_AT: JSON.stringify(killAt),
  });

const killed = async (env: Record<string, string>, killAt: string[]) =>
  expect(await restore(env, killAt)).toMatchObject({ signal: "SIGKILL" });

/** `npm start`, which must not get as far as to serve. */
const refusesToStart = async (env: Record<string, string>) =>
  expect(await run(["server/main.ts"], env)).toEqual({
    code: 1,
    signal: null,
    output: `The restore into ${env.DATA_DIR} has not ended: run \`npm run restore\` again.\n`,
  });

const isComplete = async (dataDir: string) => {
  expect(readFileSync(path.join(dataDir, "keys.json"), "utf8")).toBe('{"secret":"of the site"}');
  expect(await textOf(dataDir, "one.txt")).toBe("the first file");
  expect(existsSync(path.join(dataDir, MARK))).toBe(false);
};

const newTarget = async () => {
  const target = await perTest(bareDatabase());
  const { host = "", user, database } = target.connection;
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return { env: { DATA_DIR: newFolder(), DATABASE_URL }, target };
};

test.each([
  ["the first table", ["sql create table if not exists _backend", "sql insert into _backend.m"]],
  ["the keys", ["rename .*keys.json$"]],
])("into a database of the operator's, killed at %s", async (_step, killAt) => {
  const { env, target } = await newTarget();
  await killed(env, killAt);
  expect(existsSync(path.join(env.DATA_DIR, MARK))).toBe(true);
  expect(await restore(env)).toMatchObject({ code: 0 });
  expect(await stateOf(target.connection)).toEqual(await stateOf(source.connection));
  await isComplete(env.DATA_DIR);
});

test("into a database of the operator's, killed at the commit of the rows, when the folder has no mark any more", async () => {
  const { env, target } = await newTarget();
  await killed(env, [`rm .*${MARK}`, "sql commit"]);
  expect(existsSync(path.join(env.DATA_DIR, MARK))).toBe(false);
  await expect(migrateBackend(target.db, project, silentLog)).rejects.toThrow(
    "The restore into this database has not ended: run `npm run restore` again.",
  );
  await expect(run(["server/commands/backup.ts", newFolder()], env)).resolves.toMatchObject({
    code: 1,
    output: expect.stringContaining("has not ended"),
  });
  expect(await restore(env)).toMatchObject({ code: 0 });
  await isComplete(env.DATA_DIR);
});

test("into a database of the operator's, killed at what follows the commit: it is complete", async () => {
  const { env, target } = await newTarget();
  await killed(env, ["sql analyze"]);
  expect(await stateOf(target.connection)).toEqual(await stateOf(source.connection));
  await isComplete(env.DATA_DIR);
  await migrateBackend(target.db, project, silentLog);
});

test("into a database of the operator's, killed at its mark: nothing was written, and the folder may be used for anything", async () => {
  const { env, target } = await newTarget();
  await killed(env, [`writeFile .*${MARK}`]);
  expect(await stateOf(target.connection)).toEqual({});
  expect(readdirSync(env.DATA_DIR)).toEqual(["storage"]);
});

test("into an empty data folder, killed before its first statement", async () => {
  const env = { DATA_DIR: newFolder(), DATABASE_URL: "" };
  await killed(env, ["sql ."]);
  await refusesToStart(env);
  expect(await restore(env)).toMatchObject({ code: 0 });
  await isComplete(env.DATA_DIR);
});
