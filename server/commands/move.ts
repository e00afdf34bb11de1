import "../environment.ts";

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import {
  createBackup,
  folderPlace,
  markNewFolder,
  noPace,
  openRestorable,
  refuseUsedTarget,
  restoreBackup,
  withSession,
} from "supabase-compatible-backend/backup";
import { release } from "../release.ts";
import { ROOT } from "../root.ts";
import { type Config, readConfig } from "../settings/config.ts";
import { readArguments, runCommand, say } from "./command.ts";
import { type DataSource, openDataSource } from "./data-source.ts";

/**
 * `npm run move -- --from PLACE --to PLACE`: moves a stopped site between the embedded database and a
 * PostgreSQL of the operator's, or to another version of it. A place is a data folder or the address of a
 * database; with an address, files and keys are those of the settings. The source stays as it was.
 */
const USAGE = `npm run move -- --from PLACE --to PLACE
PLACE is a data folder with the embedded database, or postgres://user:password@host:5432/name`;

const isAddress = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

const configOf = (config: Config, place: string): Config => {
  // Taken for a folder, it would be printed with its password.
  if (place.includes("://") && !isAddress(place)) throw new Error(`Usage: ${USAGE}`);
  return isAddress(place)
    ? { ...config, DATABASE_URL: place }
    : { ...config, DATABASE_URL: undefined, DATA_DIR: place };
};

/** What others write meanwhile would be lost, so nobody else may use the database. */
const refuseRunningSite = async (place: DataSource, config: Config): Promise<void> => {
  if (!config.DATABASE_URL) {
    if (place.shared)
      throw new Error(`The site in ${place.dataDir} is running: stop it, then move.`);
    return;
  }
  const others = await withSession(place.connection, async (client) => {
    const { rows } = await client.query<{ names: string | null }>(
      `select string_agg(distinct usename, ', ') as names from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usename is not null
         -- Of others an ordinary owner sees who they are, but not this.
         and coalesce(backend_type, 'client backend') = 'client backend'`,
    );
    return rows[0]?.names;
  });
  if (others)
    throw new Error(
      `Others are connected to the database (${others}): stop the site and whatever else uses it, then move.`,
    );
};

const BETWEEN = "move-";

/** A folder for what is on its way; those of moves that were killed go. */
const makeFolderBetween = (dataDir: string): string => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(BETWEEN)))
    rmSync(path.join(dataDir, name), { recursive: true, force: true });
  return mkdtempSync(path.join(dataDir, BETWEEN));
};

const move = async (from: Config, to: Config): Promise<void> => {
  const source = await openDataSource(from, { existing: true });
  try {
    await refuseRunningSite(source, from);
    const isFolderUsed = source.dataDir === path.resolve(ROOT, to.DATA_DIR);
    if (!to.DATABASE_URL && !isFolderUsed) await markNewFolder(path.resolve(ROOT, to.DATA_DIR));
    const target = await openDataSource(to);
    try {
      // Before everything is copied, which takes a while.
      if (target.shared && !to.DATABASE_URL)
        throw new Error(`The site in ${target.dataDir} is running: stop it, then move.`);
      await refuseUsedTarget({ ...target, isFolderUsed });
      // Files in object storage, or in a folder that both use, stay where they are.
      const stay = from.S3_BUCKET !== undefined || isFolderUsed;
      const between = makeFolderBetween(target.dataDir);
      try {
        const place = folderPlace(between);
        const { contents } = await createBackup({
          ...source,
          files: stay ? null : source.files,
          keys: !isFolderUsed,
          place,
          passphrase: null,
          release,
          pace: noPace,
        });
        for (const name of contents.leftOut) say(`Not moved: ${name}, which no migration makes.`);
        for (const name of contents.files.missing.names)
          say(`Not moved: the file ${name}, which is gone.`);
        if (contents.leftOut.length + contents.files.missing.count > 0) process.exitCode = 2;
        const backup = await openRestorable(place, null, target.project);
        const files = stay ? null : target.files;
        await restoreBackup(place, backup, { ...target, files, isFolderUsed });
        const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
        const moved = stay ? "the files stay where they are" : `${contents.files.count} files`;
        say(
          `${rows} rows of ${contents.tables.length} tables, ${contents.sequences.length} sequences and ${moved}: moved and compared.`,
        );
      } finally {
        rmSync(between, { recursive: true, force: true });
      }
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
};

const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const { values } = readArguments(USAGE, {
    options: { from: { type: "string" }, to: { type: "string" } },
  });
  const { from, to } = values;
  if (!from || !to) throw new Error(`Usage: ${USAGE}`);
  if (from === to) throw new Error("Both places are the same: nothing was moved.");
  await move(configOf(config, from), configOf(config, to));
  const dataDir = path.resolve(ROOT, isAddress(to) ? config.DATA_DIR : to);
  say(
    isAddress(to)
      ? `Set DATABASE_URL to the new database, leave DATA_DIR=${dataDir}, and start the site.`
      : `Remove DATABASE_URL, set DATA_DIR=${dataDir}, and start the site.`,
  );
  say("The old database is as it was: delete it once the site has proved well.");
};

runCommand(main);
