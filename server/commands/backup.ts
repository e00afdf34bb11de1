import "../environment.ts";

import os from "node:os";
import {
  createBackup,
  createPace,
  deleteOldBackups,
  inFolder,
  noPace,
  openPlace,
} from "supabase-compatible-backend/backup";
import { release } from "../release.ts";
import { readConfig } from "../settings/config.ts";
import { objectStorageAccount } from "../settings/object-storage.ts";
import { INCOMPLETE, NOT_IN_IT } from "./backup-result.ts";
import { readArguments, runCommand, say } from "./command.ts";
import { openDataSource } from "./data-source.ts";

/**
 * `npm run backup -- FOLDER`: a verified backup of database, files and keys in a new folder below FOLDER
 * (or `s3://bucket/prefix`), while the site runs or not. Without FOLDER it goes to BACKUP_TO, where only the
 * newest BACKUP_KEEP backups remain. Exit code 2: the backup is good, but something is not in it.
 */
const USAGE = "npm run backup -- FOLDER (or set BACKUP_TO)";

/**
 * Bytes a second beside a running site: copied, then restored for the check, then read to compare them. It bounds the
 * load on the disk, and on a database of another machine.
 */
const BESIDE_A_SITE = 4 * 1024 ** 2;

/**
 * The site's requests come first. Threads and processes that start later inherit this. A tenth of a process at 0: with
 * less, the snapshot of a backup would stay open for hours on a busy machine.
 */
const PRIORITY = 10;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const main = async (): Promise<void> => {
  os.setPriority(PRIORITY);
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [given, ...more] = positionals;
  const config = readConfig(
    given ? { ...process.env, BACKUP_TO: given, BACKUP_TO_FILE: "" } : process.env,
  );
  const address = config.BACKUP_TO;
  if (address === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const place = openPlace(address, objectStorageAccount(config));
  const source = await openDataSource(config, { existing: true });
  try {
    const { folder, contents } = await createBackup({
      ...source,
      place,
      passphrase: config.BACKUP_KEY ?? null,
      release,
      embedded: !config.DATABASE_URL,
      pace: source.shared ? createPace(BESIDE_A_SITE) : noPace,
    });
    const { tables, files, leftOut } = contents;
    const parts = [...tables.flatMap((table) => table.parts), ...files.parts];
    const size = megabytes(parts.reduce((sum, { bytes }) => sum + bytes, 0));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `${rows} rows of ${tables.length} tables and ${files.count} files, ${size}; restored and compared.`,
    );
    say(`Backup: ${inFolder(address, folder)}`);
    if (given === undefined) {
      const deleted = await deleteOldBackups(place, config.BACKUP_KEEP);
      if (deleted.length > 0) say(`Deleted: ${deleted.join(", ")}`);
    }
    for (const name of leftOut) say(`${NOT_IN_IT}${name}, which no migration makes.`);
    for (const name of files.missing.names) say(`${NOT_IN_IT}the file ${name}, which is gone.`);
    if (leftOut.length > 0 || files.missing.count > 0) process.exitCode = INCOMPLETE;
  } finally {
    await source.stop();
  }
};

runCommand(main);
