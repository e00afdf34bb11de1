import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Binaries, copyBinaries } from "./binaries.ts";

/** PostgreSQL refuses to run as root. This says which user it runs as instead, and how. */
export interface Identity {
  kind: "self" | "user" | "handed" | "namespace";
  /** The owner of the cluster's folder, by the ids that this process sees. */
  uid: number;
  gid: number;
  /** The name of the cluster's folder for the database's user. */
  cluster: string;
  binaries: Binaries;
  run(argv: readonly string[]): SpawnSyncReturns<string>;
  start(argv: readonly string[]): ChildProcess;
}

interface Recipe {
  kind: Identity["kind"];
  uid: number;
  gid: number;
  prefix?: readonly string[];
  /** Passes the cluster's folder as an open descriptor instead of by name. */
  handed?: boolean;
}

/** The machine's locale and time settings must not affect the cluster. */
const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

const DESCRIPTOR = 3;

/** Linux: a handle on a folder that the opener may not read (open(2)); Node has no name for it. */
const O_PATH = 0o10000000;

const assemble = (recipe: Recipe, folder: string, binaries: Binaries): Identity => {
  const switching = recipe.uid !== process.getuid?.() ? { uid: recipe.uid, gid: recipe.gid } : {};
  const whole = (argv: readonly string[]) => {
    const [command = "", ...rest] = [...(recipe.prefix ?? []), ...argv];
    return [command, rest] as const;
  };
  const withFolder = <T>(use: (extra: number[]) => T): T => {
    if (!recipe.handed) return use([]);
    const descriptor = openSync(folder, O_PATH);
    try {
      return use([descriptor]);
    } finally {
      closeSync(descriptor);
    }
  };
  const common = { ...switching, env: environment, cwd: "/" };
  return {
    kind: recipe.kind,
    uid: recipe.uid,
    gid: recipe.gid,
    cluster: recipe.handed ? `/proc/self/fd/${DESCRIPTOR}` : folder,
    binaries,
    run: (argv) =>
      withFolder((extra) =>
        spawnSync(...whole(argv), {
          ...common,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "pipe", ...extra],
        }),
      ),
    // Detached: Ctrl-C in a terminal reaches only Node, which then stops PostgreSQL in order.
    start: (argv) =>
      withFolder((extra) =>
        spawn(...whole(argv), {
          ...common,
          detached: true,
          stdio: ["pipe", "ignore", "pipe", ...extra],
        }),
      ),
  };
};

/** This process's ids; unlike `os.userInfo`, also for a user without a name. */
export const ownIds = (): { uid: number; gid: number } => ({
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
});

/** initdb needs a user name; containers may run as an id without one. */
const hasName = (): boolean => {
  try {
    return os.userInfo().username !== "";
  } catch {
    return false;
  }
};

const idOf = (flag: "-u" | "-g", name: string): number | null => {
  const found = spawnSync("id", [flag, name], { encoding: "utf8" });
  return found.status === 0 ? Number(found.stdout) : null;
};

const account = (name: string): { uid: number; gid: number } | null => {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
};

const own = (folder: string, uid: number, gid: number): void => {
  if (lstatSync(folder).uid === uid) return;
  const walk = (at: string) => {
    if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) walk(path.join(at, name));
    chownSync(at, uid, gid);
  };
  walk(folder);
};

/** Whether the identity can run the binaries and write to the cluster, found by trying. */
const works = (identity: Identity, folder: string): boolean => {
  try {
    own(folder, identity.uid, identity.gid);
    const script = '"$1" -V && cd "$2" && [ -O . ] && [ -w . ] && [ -x . ]';
    const postgres = path.join(identity.binaries.folder, "bin", "postgres");
    return identity.run(["sh", "-c", script, "sh", postgres, identity.cluster]).status === 0;
  } catch {
    return false;
  }
};

const namespace = (): Recipe => {
  const nobody = account("nobody") ?? { uid: 65534, gid: 65534 };
  const map = [`--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  const { uid, gid } = ownIds();
  return { kind: "namespace", uid, gid, prefix: ["unshare", "--user", ...map, "--"] };
};

/**
 * The first way that works, safest first (docs/decisions/0002-embedded-postgresql.md). An ordinary user
 * runs PostgreSQL as itself. Root runs it as `postgres`, or else `nobody`. If that user cannot enter the
 * folder, it runs a readable copy of the binaries and gets the cluster as an open descriptor. If root may
 * not change users, it runs as `nobody` of a user namespace.
 */
export const chooseIdentity = (folder: string, binaries: Binaries): Identity => {
  const { uid, gid } = ownIds();
  const attempts: (() => Identity)[] = [];
  if (uid === 0) {
    const other = account("postgres") ?? account("nobody");
    if (other) {
      attempts.push(() => assemble({ kind: "user", ...other }, folder, binaries));
      if (process.platform === "linux") {
        attempts.push(() =>
          assemble({ kind: "handed", ...other, handed: true }, folder, copyBinaries(binaries)),
        );
      }
    }
  } else if (hasName()) {
    attempts.push(() => assemble({ kind: "self", uid, gid }, folder, binaries));
  }
  if (process.platform === "linux") attempts.push(() => assemble(namespace(), folder, binaries));
  for (const attempt of attempts) {
    const identity = attempt();
    if (works(identity, folder)) return identity;
  }
  throw new Error(
    `PostgreSQL cannot be run here: it refuses to run as root, and neither another user nor a user namespace can work in ${folder}. Start as an ordinary user, or set DATA_DIR to a folder that user "nobody" can enter.`,
  );
};
