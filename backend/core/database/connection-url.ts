import type { ConnectionOptions } from "./database.ts";

const SSL: Record<string, ConnectionOptions["ssl"]> = {
  disable: false,
  allow: false,
  prefer: false,
  // libpq's meaning: encrypted, but the certificate is not checked.
  require: { rejectUnauthorized: false },
  "verify-ca": { rejectUnauthorized: true },
  "verify-full": { rejectUnauthorized: true },
};

/**
 * Parses a `postgres://` address into a Connection. `host` may also be a query parameter, as in libpq for a
 * folder with a Unix socket. Throws an Error of one line that never contains the password.
 */
export const parseConnectionUrl = (address: string): ConnectionOptions => {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new Error(
      "The database's address must look like postgres://user:password@host:5432/name",
    );
  }
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:")
    throw new Error("The database's address must begin with postgres://");
  const mode = url.searchParams.get("sslmode") ?? "prefer";
  const ssl = SSL[mode];
  if (ssl === undefined)
    throw new Error(`The database's address has sslmode=${mode}, which is none of PostgreSQL's`);
  const host = url.searchParams.get("host") ?? url.hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(url.username) || "postgres";
  return {
    host: host || "localhost",
    port: url.port ? Number(url.port) : undefined,
    user,
    password: url.password ? decodeURIComponent(url.password) : undefined,
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    ssl,
  };
};
