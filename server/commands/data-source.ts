import { existsSync } from "node:fs";
import path from "node:path";
import {
  type FileDriver,
  openFiles,
  refuseUnfinishedRestore,
  type Sources,
} from "supabase-compatible-backend/backup";
import { jsonLog, type Log } from "supabase-compatible-backend/core";
import { parseConnectionUrl } from "supabase-compatible-backend/database";
import { type Joined, joinEmbedded } from "supabase-compatible-backend/embedded";
import { openProject } from "../project.ts";
import { ROOT } from "../root.ts";
import type { Config } from "../settings/config.ts";
import { objectStorage } from "../settings/object-storage.ts";
import { makeSchema } from "../test-checkout/store.ts";

/** The data of a site, for commands that run beside it or without it. */
export interface DataSource extends Joined, Sources {
  files: FileDriver;
  dataDir: string;
}

/**
 * Opens the database and the files that the settings name. `stop` must be called at the end. An embedded
 * database is made if there is none, unless it must exist.
 */
export const openDataSource = async (
  config: Config,
  { existing = false } = {},
): Promise<DataSource> => {
  if (config.SUPABASE_URL)
    throw new Error("SUPABASE_URL is set: back up a hosted Supabase by its own means.");
  const dataDir = path.resolve(ROOT, config.DATA_DIR);
  if (existing) refuseUnfinishedRestore(dataDir);
  if (existing && !config.DATABASE_URL && !existsSync(path.join(dataDir, "postgres")))
    throw new Error(
      `${dataDir} has no embedded database: set DATA_DIR to the site's folder, or DATABASE_URL.`,
    );
  // Only problems concern who runs a command.
  const log: Log = { ...jsonLog(), info() {} };
  const database = config.DATABASE_URL
    ? { connection: parseConnectionUrl(config.DATABASE_URL), shared: true, async stop() {} }
    : await joinEmbedded(dataDir, log);
  try {
    const files = await openFiles(dataDir, objectStorage(config));
    const project = openProject(ROOT, config.SITE_URL ?? "http://localhost", config);
    return { ...database, files, dataDir, project, onDemand: { _test_checkout: makeSchema }, log };
  } catch (error) {
    await database.stop();
    throw error;
  }
};
