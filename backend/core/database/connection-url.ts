import { readFileSync } from "node:fs";
import { checkServerIdentity } from "node:tls";
import type { ConnectionOptions } from "./database.ts";

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

const readPem = (url: URL, parameter: string): string | undefined => {
  const file = url.searchParams.get(parameter);
  if (!file) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(
      `The database's address has ${parameter}=${file}, a file that cannot be read (${reason})`,
    );
  }
};

/**
 * What libpq makes of `sslmode`: `require` encrypts and checks no certificate, unless `sslrootcert` names
 * the authority; `verify-ca` checks the certificate, `verify-full` the host's name in it too. Without
 * `sslrootcert` (or with `system`), the authorities that Node.js trusts apply.
 */
const sslOf = (url: URL, host: string): ConnectionOptions["ssl"] => {
  const mode = url.searchParams.get("sslmode") ?? "prefer";
  if (!MODES.includes(mode))
    throw new Error(`The database's address has sslmode=${mode}, which is none of PostgreSQL's`);
  if (!/^(require|verify-)/.test(mode)) return false;
  const ca =
    url.searchParams.get("sslrootcert") === "system" ? undefined : readPem(url, "sslrootcert");
  const [cert, key] = [readPem(url, "sslcert"), readPem(url, "sslkey")];
  const own = { ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
  if (mode === "require" && !ca) return { rejectUnauthorized: false, ...own };
  return {
    rejectUnauthorized: true,
    ...(ca ? { ca } : {}),
    ...own,
    // node-postgres passes on no address, and Node.js would check for "localhost".
    checkServerIdentity: (_, certificate) =>
      mode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
  };
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
  const host =
    (url.searchParams.get("host") ?? url.hostname.replace(/^\[|\]$/g, "")) || "localhost";
  const user = decodeURIComponent(url.username) || "postgres";
  return {
    host,
    port: url.port ? Number(url.port) : undefined,
    user,
    password: url.password ? decodeURIComponent(url.password) : undefined,
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    ssl: sslOf(url, host),
  };
};
