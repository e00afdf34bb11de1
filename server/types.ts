import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createDatabase } from "#backend/core/database/database.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { loadProject } from "#backend/core/project/project.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import { generateTypes } from "#backend/rest/typegen.ts";
import { isBaselineFresh, writeBaseline } from "./baseline.ts";
import { ROOT } from "./root.ts";

/**
 * `npm run types` writes the baseline from supabase/schemas, and supabase/database.types.ts from the migrated
 * schema of a temporary database; with `--check` it writes nothing and fails when a file is stale.
 */
const file = path.join(ROOT, "supabase/database.types.ts");

const generate = async (): Promise<string> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "types-"));
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const db = createDatabase({ connection: embedded.connection, size: 1, log: silentLog });
  try {
    const project = loadProject(path.join(ROOT, "supabase"), { SITE_URL: "http://localhost" });
    await migrateBackend(db, project, silentLog);
    return await generateTypes(db, project.config.api.schemas);
  } finally {
    await db.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const check = process.argv.includes("--check");
if (!check) writeBaseline();
const types = await generate();
if (check) {
  if (!isBaselineFresh()) {
    process.stderr.write("The baseline of supabase/migrations is stale: run `npm run types`.\n");
    process.exitCode = 1;
  }
  if (types !== readFileSync(file, "utf8")) {
    process.stderr.write("supabase/database.types.ts is stale: run `npm run types`.\n");
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, types);
}
