import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { silentLog } from "supabase-compatible-backend/core";
import { createDatabase } from "supabase-compatible-backend/database";
import { startEmbedded } from "supabase-compatible-backend/embedded";
import { generateTypes } from "supabase-compatible-backend/generate";
import { loadProject, migrateBackend } from "supabase-compatible-backend/project";
import { generateLimits } from "./limits.ts";
import { mailKindsCsv } from "./mail-kinds.ts";
import { ROOT } from "./root.ts";

/**
 * `npm run types` writes the kinds of mail from the domain, and the row types and limits from the migrated schema of a
 * temporary database; with `--check` it writes nothing and fails when a file is stale.
 */
const generate = async (): Promise<Record<string, string>> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "types-"));
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const db = createDatabase({ connection: embedded.connection, size: 1, log: silentLog });
  try {
    const project = loadProject(path.join(ROOT, "supabase"), { SITE_URL: "http://localhost" });
    await migrateBackend(db, project, silentLog);
    return {
      "supabase/database.types.ts": await generateTypes(db, project.config.api.schemas),
      "domain/values/limits.generated.ts": await generateLimits(db),
    };
  } finally {
    await db.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const check = process.argv.includes("--check");
const fail = (stale: string): void => {
  process.stderr.write(`${stale} is stale: run \`npm run types\`.\n`);
  process.exitCode = 1;
};
const mailKinds = path.join(ROOT, "supabase/seed/mail_kinds.csv");
if (!check) writeFileSync(mailKinds, mailKindsCsv());
else if (mailKindsCsv() !== readFileSync(mailKinds, "utf8")) fail("supabase/seed/mail_kinds.csv");
for (const [file, text] of Object.entries(await generate())) {
  const place = path.join(ROOT, file);
  if (!check) writeFileSync(place, text);
  else if (!existsSync(place) || text !== readFileSync(place, "utf8")) fail(file);
}
