import "../environment.ts";

import path from "node:path";
import {
  markNewFolder,
  openPlace,
  openRestorable,
  restoreBackup,
} from "supabase-compatible-backend/backup";
import { openProject } from "../project.ts";
import { ROOT } from "../root.ts";
import { readConfig } from "../settings/config.ts";
import { objectStorageAccount } from "../settings/object-storage.ts";
import { readArguments, runCommand, say } from "./command.ts";
import { openDataSource } from "./data-source.ts";

/**
 * `npm run restore -- FOLDER`: restores a backup, or the newest one below FOLDER (or `s3://bucket/prefix`),
 * into an empty DATA_DIR or DATABASE_URL.
 */
const USAGE = "npm run restore -- FOLDER";

const main = async (): Promise<void> => {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const config = readConfig({ ...process.env, BACKUP_TO: address, BACKUP_TO_FILE: "" });
  const started = performance.now();
  const place = openPlace(address, objectStorageAccount(config));
  // Before anything is created.
  const project = openProject(ROOT, config.SITE_URL ?? "http://localhost", config);
  const backup = await openRestorable(place, config.BACKUP_KEY ?? null, project);
  say(`Restoring the backup of ${backup.made} (release ${backup.release}).`);
  if (!config.DATABASE_URL) await markNewFolder(path.resolve(ROOT, config.DATA_DIR));
  const target = await openDataSource(config);
  try {
    if (target.shared && !config.DATABASE_URL)
      throw new Error(
        `The data folder ${config.DATA_DIR} is in use: stop the site, or set DATA_DIR to an empty folder.`,
      );
    await restoreBackup(place, backup, target);
  } finally {
    await target.stop();
  }
  const { tables, files } = backup.contents;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `${rows} rows of ${tables.length} tables and ${files.count} files restored and compared in ${seconds} s.`,
  );
  say(
    `Start the site with ${config.DATABASE_URL ? "this DATABASE_URL and " : ""}DATA_DIR=${path.resolve(ROOT, config.DATA_DIR)}.`,
  );
};

runCommand(main);
