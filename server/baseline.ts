import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";

/**
 * `npm run baseline` writes the first migration from `supabase/schemas` and `supabase/baseline`. Only as long as no
 * release has it: afterwards it is listed in `supabase/migrations/SHA256SUMS`, and changes are new migrations.
 */
const folder = path.resolve(import.meta.dirname, "../supabase");

const read = (name: string): string => readFileSync(path.join(folder, name), "utf8").trimEnd();

/** The files of `[db.migrations] schema_paths`, in the order in which they apply. */
export const schemaFiles = (): string[] => {
  const config = parse(read("config.toml")) as { db: { migrations: { schema_paths: string[] } } };
  return config.db.migrations.schema_paths;
};

/** Functions may name what a later file makes: their bodies are read when they first run, and by a test. */
const LATER_NAMES = "set check_function_bodies = off;";

export const schemasSql = (): string => [LATER_NAMES, ...schemaFiles().map(read)].join("\n\n");

export const BASELINE = "migrations/20261128000000_baseline.sql";

export const baselineSql = (): string =>
  `${[
    "-- Made by `npm run baseline` from supabase/schemas, where it is read and changed; never edited here.",
    read("baseline/set_aside.sql"),
    schemasSql(),
    read("baseline/bring_back.sql"),
  ].join("\n\n")}\n`;

if (import.meta.main) {
  if (read("migrations/SHA256SUMS").includes(path.basename(BASELINE)))
    throw new Error("The baseline is released: add a migration instead.");
  writeFileSync(path.join(folder, BASELINE), baselineSql());
}
