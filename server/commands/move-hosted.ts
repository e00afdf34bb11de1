import { type Hosted, type Moved, moveFromHosted, moveToHosted } from "#backend/backup/hosted.ts";
import { parseConnectionUrl } from "#backend/core/database/connection-url.ts";
import { createDatabase } from "#backend/core/database/database.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
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

/** The tables of this release, in a database that may have none. */
const makeOwnTables = async ({ connection, project, log }: DataSource): Promise<void> => {
  const db = createDatabase({ connection, size: 1, log });
  try {
    await migrateBackend(db, project, log);
  } finally {
    await db.close();
  }
};

/** Moves a stopped site to the hosted project, or from it. */
export const moveHosted = async (
  config: Config,
  direction: "to" | "from",
  own: Config,
  refuseRunning: (source: DataSource, config: Config) => Promise<void>,
): Promise<Moved> => {
  const hosted = hostedOf(config);
  const data = await openDataSource(
    { ...own, SUPABASE_URL: undefined },
    { existing: direction === "to" },
  );
  try {
    if (direction === "to") {
      await refuseRunning(data, own);
      return await moveToHosted(data, hosted);
    }
    await makeOwnTables(data);
    return await moveFromHosted(hosted, data);
  } finally {
    await data.stop();
  }
};
