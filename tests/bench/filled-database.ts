import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createDatabase, type Database } from "#backend/core/database/database.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { loadProject } from "#backend/core/project/project.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../supabase");

/** Runs `work` with a temporary database of the site, filled by these statements, on one connection. */
export const withFilledDatabase = async (
  fill: readonly string[],
  work: (db: Database) => Promise<void>,
): Promise<void> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "bench-database-"));
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const db = createDatabase({
    connection: embedded.connection,
    size: 1,
    within: Infinity,
    log: silentLog,
  });
  try {
    await migrateBackend(db, loadProject(PROJECT, { SITE_URL: "http://localhost" }), silentLog);
    await db.transaction(async (tx) => {
      for (const sql of fill) await tx.query(sql);
    });
    await work(db);
  } finally {
    await db.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
