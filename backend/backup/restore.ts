import { mkdir, open, readdir, rename } from "node:fs/promises";
import path from "node:path";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import type { Project } from "#backend/core/project/project.ts";
import { UNFINISHED_RESTORE, unknownMigrations } from "#backend/migrate-backend.ts";
import type { FileDriver } from "#backend/storage/files/driver.ts";
import { listTables, nameOf, tablesWithRows } from "./catalogue.ts";
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
  /** Null leaves out files and keys, which are in the data folder already. */
  files: FileDriver | null;
  dataDir: string;
}

const isMarked = async (connection: ConnectionOptions): Promise<boolean> =>
  withSession(connection, async (client) => {
    const { rows } = await client.query<{ some: boolean }>(
      "select to_regclass('_backend.state') is not null as some",
    );
    if (!rows[0]?.some) return false;
    const found = await client.query("select from _backend.state where key = $1", [
      UNFINISHED_RESTORE,
    ]);
    return found.rowCount === 1;
  });

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

const mark = async (connection: ConnectionOptions, id: string): Promise<void> => {
  await withSession(connection, (client) =>
    client.query(
      "insert into _backend.state (key, value) values ($1, $2) on conflict (key) do update set value = $2",
      [UNFINISHED_RESTORE, id],
    ),
  );
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

/**
 * Restores a backup into an empty database and an empty data folder. The rows are loaded last, in one
 * transaction that also removes the mark of an unfinished restore: until then the site refuses to start,
 * and the restore can be repeated.
 */
export const restoreBackup = async (
  place: BackupPlace,
  backup: Backup,
  target: RestoreTarget,
): Promise<void> => {
  const { connection, files, dataDir } = target;
  if (!(await isMarked(connection))) {
    await refuseUsedDatabase(connection);
    if (files) await refuseUsedFolder(dataDir);
  }
  await makeTables(connection, target, { services: [], project: [] }, new Set());
  await mark(connection, backup.id);
  const { ledger, tables } = backup.contents;
  await makeTables(connection, target, ledger, schemasOf(tables));
  if (files) {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await copyFilesIn(place, backup, files, path.join(dataDir, "storage", "spool"));
    await writeKeys(place, backup, dataDir);
  }
  await withSession(connection, async (client) => {
    await copyTablesIn(client, place, backup);
    await client.query("analyze");
  });
};
