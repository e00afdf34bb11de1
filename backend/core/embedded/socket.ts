import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Identity, ownIds } from "./identity.ts";

/** A socket's address holds 107 bytes on Linux and 103 on macOS, the file's own name included. */
const LIMIT = 103 - "/.s.PGSQL.5432".length;

const PREFIX = "pg-";

/**
 * Its owner empties it, because root without capabilities cannot look into it. A user with the right to do
 * so removes it.
 */
const remove = (folder: string, identity: Identity): void => {
  identity.run(["sh", "-c", 'rm -f "$1"/.s.PGSQL.*; rmdir "$1"', "sh", folder]);
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
};

/** A killed run's leftovers in the temporary folder; the data folder has a note of the name. */
const sweep = (note: string, identity: Identity): void => {
  let folder: string;
  try {
    folder = readFileSync(note, "utf8");
  } catch {
    return;
  }
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  const plausible =
    path.dirname(folder) === os.tmpdir() && path.basename(folder).startsWith(PREFIX);
  if (plausible && facts?.isDirectory() && facts.uid === identity.uid) remove(folder, identity);
  rmSync(note, { force: true });
};

/**
 * A folder for the socket that only the database's user and this process can enter. It is inside the data
 * folder. Where that name would be too long, or the database's user cannot reach it, it is a private folder
 * in the system's temporary folder.
 */
export const makeSocketFolder = (
  dataDir: string,
  identity: Identity,
): { folder: string; remove(): void } => {
  const note = path.join(dataDir, "socket-folder");
  sweep(note, identity);
  const within = path.join(dataDir, "socket");
  let folder = within;
  if (identity.kind !== "handed" && Buffer.byteLength(within) <= LIMIT) {
    remove(within, identity);
    mkdirSync(within);
  } else {
    folder = mkdtempSync(path.join(os.tmpdir(), PREFIX));
    writeFileSync(note, folder, { mode: 0o600 });
  }
  if (Buffer.byteLength(folder) > LIMIT)
    throw new Error(
      `The temporary folder's name is too long for a socket (${folder}): set TMPDIR.`,
    );
  const own = ownIds();
  const switched = identity.uid !== own.uid;
  // Group permission lets root in even without the capability to bypass permissions.
  chmodSync(folder, switched ? 0o710 : 0o700);
  if (switched) chownSync(folder, identity.uid, own.gid);
  return {
    folder,
    remove() {
      remove(folder, identity);
      rmSync(note, { force: true });
    },
  };
};
