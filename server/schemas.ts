import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "./root.ts";

const read = (name: string): string =>
  readFileSync(path.join(ROOT, "supabase", name), "utf8").trimEnd();

/** The files of `[db.migrations] schema_paths`, in the order in which they apply. */
export const schemaFiles = (): string[] => {
  const config = parse(read("config.toml")) as { db: { migrations: { schema_paths: string[] } } };
  return config.db.migrations.schema_paths;
};

/** Functions may name what a later file makes: their bodies are read when they first run, and by a test. */
const LATER_NAMES = "set check_function_bodies = off;";

/** The declared schemas as one script for an empty database. */
export const schemasSql = (): string => [LATER_NAMES, ...schemaFiles().map(read)].join("\n\n");
