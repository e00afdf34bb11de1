import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import type { Project } from "#backend/core/project/project.ts";
import { type Ledger, unfinishedRestore, unknownMigrations } from "#backend/migrate-backend.ts";
import type { FileDriver } from "#backend/storage/files/driver.ts";
import { FILES_LOCK } from "#backend/storage/pending-files.ts";
import {
  inBoth,
  isMarked,
  listSequences,
  listTables,
  nameOf,
  readLedger,
  type Table,
} from "./catalogue.ts";
import { createCipher } from "./cipher.ts";
import { copyFilesOut, listFilesOf, verifyFiles } from "./files.ts";
import { makeTables, type Sources, schemasOf } from "./make-tables.ts";
import { type Backup, type Contents, writeManifest } from "./manifest.ts";
import { createPartWriter, type PartTarget } from "./parts.ts";
import type { BackupPlace } from "./place.ts";
import { lowerPriority } from "./priority.ts";
import { withScratchDatabase } from "./scratch.ts";
import { withSession } from "./session.ts";
import { copyTablesIn } from "./tables-in.ts";
import { copyTableOut } from "./tables-out.ts";

interface BackupOptions extends Sources {
  /** The database, entered as its owner. */
  connection: ConnectionOptions;
  /** Null leaves files out: they stay where they are. */
  files: FileDriver | null;
  /** False leaves the keys out. */
  keys?: boolean;
  /** Has the keys, and room for a second copy of the database while the backup is verified. */
  dataDir: string;
  place: BackupPlace;
  /** Encrypts the backup; null leaves it readable. */
  passphrase: string | null;
  release: string;
  pace: PartTarget["pace"];
  /** Whether the database is the embedded one, which runs on this machine. */
  embedded?: boolean;
}

const KEYS = "keys.json";

const NO_FILES = { count: 0, bytes: 0, parts: [], missing: { count: 0, names: [] } };

/** The folder of a backup: its time in UTC, so that names sort by age. */
const folderOf = (made: string): string => `${made.slice(0, 19).replaceAll(":", "")}Z`;

/** One backup of a database at a time; none of the files that it names is removed until it ends. */
const lockSource = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ free: boolean }>(
    "select pg_try_advisory_lock(hashtext('backup')) as free",
  );
  if (!rows[0]?.free)
    throw new Error("Another backup of this database is running: wait until it has ended.");
  await client.query(FILES_LOCK);
  if (await isMarked(client)) throw unfinishedRestore();
};

const readKeys = async (dataDir: string): Promise<Buffer | null> => {
  try {
    return await readFile(path.join(dataDir, KEYS));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
};

/** Copies everything as it is at one moment, while callers go on. */
const copyOut = async (
  client: pg.Client,
  known: { tables: Table[]; sequences: Set<string> },
  { files, keys: withKeys = true, dataDir }: BackupOptions,
  target: PartTarget,
): Promise<{ made: string; contents: Contents }> => {
  await client.query("begin isolation level repeatable read, read only");
  const { rows } = await client.query<{ now: Date }>("select now()");
  const { tables, leftOut } = inBoth(await listTables(client), known.tables);
  const ledger = await readLedger(client);
  await listFilesOf(client);
  const entries: Contents["tables"] = [];
  for (const table of tables) entries.push(await copyTableOut(client, table, target));
  const sequences = (await listSequences(client)).filter((each) =>
    known.sequences.has(nameOf(each)),
  );
  await client.query("commit");
  const keys = createPartWriter(target, "keys");
  const bytes = withKeys && (await readKeys(dataDir));
  if (bytes) await keys.store(bytes);
  return {
    made: (rows[0]?.now ?? new Date()).toISOString(),
    contents: {
      ledger,
      tables: entries,
      sequences,
      files: files ? await copyFilesOut(client, files, target) : NO_FILES,
      keys: await keys.end(),
      leftOut,
    },
  };
};

const refuseNewer = (project: Project, ledger: Ledger): void => {
  const [unknown] = unknownMigrations(project, ledger);
  if (unknown)
    throw new Error(
      `This database is of a newer release (it has the migration ${unknown}): back it up with that release.`,
    );
};

/**
 * Makes a backup in a new folder of the place: a snapshot of every table that the migrations make, the files
 * that it names, and the keys. It is then restored into a scratch database and compared; only then is its
 * manifest written. A failed backup leaves no folder.
 */
export const createBackup = async (options: BackupOptions): Promise<Backup> => {
  const { connection, place, project, dataDir, log, release } = options;
  const id = randomUUID();
  const cipher = await createCipher(id, options.passphrase);
  return withSession(connection, async (client) => {
    if (options.embedded) await lowerPriority(client);
    await lockSource(client);
    const ledger = await readLedger(client);
    refuseNewer(project, ledger);
    return withScratchDatabase(dataDir, log, async (scratch) => {
      await makeTables(scratch, options, ledger, schemasOf(await listTables(client)));
      const folder = folderOf(new Date().toISOString());
      const target: PartTarget = { place, folder, cipher, pace: options.pace };
      return withSession(scratch, async (check) => {
        await lowerPriority(check);
        try {
          const known = {
            tables: await listTables(check),
            sequences: new Set((await listSequences(check)).map(nameOf)),
          };
          const copied = await copyOut(client, known, options, target);
          const backup: Backup = { folder, id, release, cipher, ...copied };
          await copyTablesIn(check, place, backup, { pace: options.pace });
          await verifyFiles(place, backup);
          await writeManifest(place, backup);
          return backup;
        } catch (error) {
          await place.remove(folder).catch((failure: unknown) => {
            log.warn("backup.folder_left", { folder, error: failure });
          });
          throw error;
        }
      });
    });
  });
};
