import {
  type Hosted,
  type Moved,
  moveFromHosted,
  moveToHosted,
} from "supabase-compatible-backend/backup";
import type { Log } from "supabase-compatible-backend/core";
import {
  type ConnectionOptions,
  createDatabase,
  type Database,
  parseConnectionUrl,
} from "supabase-compatible-backend/database";
import { migrateBackend } from "supabase-compatible-backend/project";
import { hasSample } from "../sample/sample.ts";
import { BACKUP_TASK } from "../schedule/scheduled-backup.ts";
import type { Config } from "../settings/config.ts";
import { type DataSource, openDataSource } from "./data-source.ts";

/** The place that means the project of the SUPABASE_ settings. */
export const HOSTED = "supabase";

const hostedOf = (config: Config): Hosted => {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key, SUPABASE_DB_URL: address } = config;
  if (!url || !key || !address)
    throw new Error(
      "Set SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL to those of the project.",
    );
  return { url: url.replace(/\/+$/, ""), key, connection: parseConnectionUrl(address) };
};

const withDatabase = async <T>(
  { connection, log }: { connection: ConnectionOptions; log: Log },
  work: (db: Database) => Promise<T>,
): Promise<T> => {
  const db = createDatabase({ connection, size: 1, log });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

/** A site on a hosted project has no mark of the sample, so live mode would not refuse it. */
const refuseSample = async (db: Database): Promise<void> => {
  if (await hasSample(db))
    throw new Error(
      "This database contains the sample marketplace, whose passwords are printed: only a database without it can be moved to a hosted project.",
    );
};

/** What the server of the old installation wrote, and none writes on a hosted project. */
const removeInstallationRows = async (db: Database): Promise<void> => {
  await db.query(
    "update private.site_mode set trial = false, release = null, files_checked_to = ''",
  );
  await db.query("delete from private.scheduled_tasks where name = $1", [BACKUP_TASK]);
};

/** Pictures uploaded there have the project's address; with the own backend they are paths. */
const shortenPictureAddresses = async (db: Database, url: string): Promise<void> => {
  await db.query(
    `update public.profiles set profile_image_url = substr(profile_image_url, length($1) + 1)
     where starts_with(profile_image_url, $1 || '/storage/')`,
    [url],
  );
};

/** Moves a stopped site to the hosted project, or from it. */
export const moveHosted = async (
  config: Config,
  direction: "to" | "from",
  own: Config,
  refuseRunning: (place: DataSource, config: Config) => Promise<void>,
): Promise<Moved> => {
  const hosted = hostedOf(config);
  const data = await openDataSource(
    { ...own, SUPABASE_URL: undefined },
    { existing: direction === "to" },
  );
  try {
    await refuseRunning(data, own);
    if (direction === "to") {
      await withDatabase(data, refuseSample);
      const moved = await moveToHosted(data, hosted);
      await withDatabase({ ...data, connection: hosted.connection }, removeInstallationRows);
      return moved;
    }
    await withDatabase(data, (db) => migrateBackend(db, data.project, data.log));
    const moved = await moveFromHosted(hosted, data);
    await withDatabase(data, (db) => shortenPictureAddresses(db, hosted.url));
    return moved;
  } finally {
    await data.stop();
  }
};
