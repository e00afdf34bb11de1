import path from "node:path";
import { dataFilesSql } from "supabase-compatible-backend/generate";
import { loadProject } from "supabase-compatible-backend/project";
import { ROOT } from "../root.ts";

/**
 * `node server/commands/seed-sql.ts` writes the SQL that loads supabase/seed into a Supabase that does not load
 * it itself.
 */
const project = loadProject(path.join(ROOT, "supabase"), { SITE_URL: "http://localhost" });
process.stdout.write(dataFilesSql(project));
