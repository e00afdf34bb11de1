import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Project } from "../project/project.ts";
import type { Database } from "./database.ts";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Passes each changed file of `[db.data_files]` to its function, with the text of all its files, in one
 * transaction each. Returns the names of those loaded now.
 */
export const loadDataFiles = async (
  db: Database,
  { dataFiles }: Pick<Project, "dataFiles">,
): Promise<string[]> => {
  const loaded: string[] = [];
  for (const { name, path, loader } of dataFiles) {
    const content = readFileSync(path, "utf8");
    const key = `data file ${name}`;
    await db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtext($1))", [key]);
      const [known] = await tx.query<{ digest: string }>(
        "select encode(sha256(convert_to(value, 'UTF8')), 'hex') as digest from _backend.state where key = $1",
        [key],
      );
      if (known?.digest === digest(content)) return;
      try {
        await tx.query(`select ${loader}($2, (select value from _backend.state where key = $1))`, [
          key,
          content,
        ]);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
      await tx.query(
        `insert into _backend.state (key, value) values ($1, $2)
         on conflict (key) do update set value = excluded.value`,
        [key, content],
      );
      loaded.push(name);
    });
  }
  return loaded;
};

/** As above, for a database served by another Supabase, as one script to run there once. */
export const dataFilesSql = ({ dataFiles }: Pick<Project, "dataFiles">): string =>
  dataFiles
    .map(({ path, loader }) => `select ${loader}($csv$${readFileSync(path, "utf8")}$csv$, null);\n`)
    .join("");
