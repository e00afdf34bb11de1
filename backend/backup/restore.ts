import { existsSync } from "node:fs";
import { open, readdir, rename } from "node:fs/promises";
import path from "node:path";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import {
  isRestoring,
  markRestore,
  unmarkRestore,
} from "#backend/core/process/unfinished-restore.ts";
import type { Project } from "#backend/core/project/project.ts";
import { unknownMigrations } from "#backend/migrate-backend.ts";
import type { FileDriver } from "#backend/storage/files/driver.ts";
import { isMarked, listTables, nameOf, tablesWithRows } from "./catalogue.ts";
import { copyFilesIn } from "./files.ts";
import { makeTables, type Sources, schemasOf } from "./make-tables.ts";
import { type Backup, openBackup } from "./manifest.ts";
import { readParts } from "./parts.ts";
import type { BackupPlace } from "./place.ts";
import { withSession } from "./session.ts";
import { copyTablesIn } from "./tables-in.ts";

/** Opens a backup that this program can restore. Throws a sentence otherwise. */
export const openRestorable = async (
  place: BackupPlace,
  passphrase: string | null,
  project: Project,
): Promise<Backup> => {
  const backup = await openBackup(place, passphrase);
  const [unknown] = unknownMigrations(project, backup.contents.ledger);
  if (unknown)
    throw new Error(
      `This backup was made by a newer release (${backup.release}; it has the migration ${unknown}): restore it with that release.`,
    );
  return backup;
};

interface RestoreTarget extends Sources {
  connection: ConnectionOptions;
  /** Null leaves files out. */
  files: FileDriver | null;
  dataDir: string;
  /** Whether the data folder is a site's already, of which only the database is new. */
  isFolderUsed?: boolean;
}

const refuseUsedDatabase = async (connection: ConnectionOptions): Promise<void> => {
  await withSession(connection, async (client) => {
    const tables = await listTables(client);
    const [filled] = await tablesWithRows(
      client,
      tables.filter(({ schema }) => schema !== "_backend"),
    );
    if (filled)
      throw new Error(
        `The database is not empty (${nameOf(filled)} has rows), and a restore replaces nothing: set DATA_DIR or DATABASE_URL to an empty one.`,
      );
  });
};

const refuseUsedFolder = async (dataDir: string): Promise<void> => {
  for (const name of ["keys.json", "storage/stub"]) {
    const file = path.join(dataDir, name);
    const entries = await readdir(file).catch((error: NodeJS.ErrnoException) =>
      error.code === "ENOTDIR" ? [name] : [],
    );
    if (entries.length > 0)
      throw new Error(
        `The data folder ${dataDir} already has ${name}, and a restore replaces nothing: set DATA_DIR to an empty folder.`,
      );
  }
};

/**
 * Marks a data folder that nobody has used, before an embedded database is made in it. One that has a database
 * is marked once that proves to be empty.
 */
export const markNewFolder = async (dataDir: string): Promise<void> => {
  if (existsSync(path.join(dataDir, "postgres"))) return;
  if (!isRestoring(dataDir)) await refuseUsedFolder(dataDir);
  await markRestore(dataDir);
};

const writeKeys = async (place: BackupPlace, backup: Backup, dataDir: string): Promise<void> => {
  const draft = path.join(dataDir, "keys.json.restored");
  for await (const bytes of readParts(place, backup, "keys", backup.contents.keys)) {
    const handle = await open(draft, "w", 0o600);
    await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
    await rename(draft, path.join(dataDir, "keys.json"));
  }
};

/** Refuses a target that has data already, unless a restore that was interrupted left them. */
export const refuseUsedTarget = async ({
  connection,
  dataDir,
  isFolderUsed,
}: Pick<RestoreTarget, "connection" | "dataDir" | "isFolderUsed">): Promise<void> => {
  if (await withSession(connection, isMarked)) return;
  await refuseUsedDatabase(connection);
  if (!isFolderUsed && !isRestoring(dataDir)) await refuseUsedFolder(dataDir);
};

/**
 * Restores a backup into an empty database and an empty data folder. Both are marked before anything is
 * written: the site then refuses to start, and the restore can be repeated. The rows are loaded last, in one
 * transaction that also removes the database's mark; the folder's goes just before it ends.
 */
export const restoreBackup = async (
  place: BackupPlace,
  backup: Backup,
  target: RestoreTarget,
): Promise<void> => {
  const { connection, files, dataDir, isFolderUsed = false } = target;
  await refuseUsedTarget(target);
  if (!isFolderUsed) await markRestore(dataDir);
  const { ledger, tables } = backup.contents;
  await makeTables(connection, target, ledger, schemasOf(tables), backup.id);
  if (files) await copyFilesIn(place, backup, files, path.join(dataDir, "storage", "spool"));
  if (!isFolderUsed) await writeKeys(place, backup, dataDir);
  await withSession(connection, async (client) => {
    await copyTablesIn(client, place, backup, {
      beforeCommit: async () => {
        if (!isFolderUsed) await unmarkRestore(dataDir);
      },
    });
    await client.query("analyze");
  });
};
