import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Core } from "#backend/core/core.ts";
import type { ConnectionOptions } from "#backend/core/database/database.ts";

/** The database's address in the drivers' form; a Unix socket's folder goes into `host`. */
const databaseUrl = ({ host, port, user, password, database }: ConnectionOptions): string => {
  const entry = `${encodeURIComponent(user)}${password ? `:${encodeURIComponent(password)}` : ""}`;
  const name = encodeURIComponent(database);
  return host.startsWith("/")
    ? `postgresql://${entry}@localhost/${name}?host=${encodeURIComponent(host)}`
    : `postgresql://${entry}@${host}:${port ?? 5432}/${name}`;
};

/**
 * A function's whole environment: the project's secrets and `functions/.env`, the server's variables, and
 * the platform's own names, which nothing overrides. Never this process's environment.
 */
export const functionEnvironment = (
  { apiUrl, keys, db, project }: Core,
  given: Record<string, string | undefined>,
): Record<string, string> => {
  const file = join(project.folder, "functions", ".env");
  const all = {
    ...project.config.functionSecrets,
    ...(existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}),
    ...given,
    SUPABASE_URL: apiUrl,
    SUPABASE_ANON_KEY: keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRole,
    SUPABASE_DB_URL: databaseUrl(db.connection),
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};
