import { silentLog } from "supabase-compatible-backend/core";
import {
  createDatabase,
  type Database,
  parseConnectionUrl,
  unmetRequirements,
} from "supabase-compatible-backend/database";
import { type Check, type Finding, fault, ok, reasonOf, warning } from "./findings.ts";

const WITHIN = 8_000;

/** Connections that one start takes at most: two pools, listeners and changes. */
const CONNECTIONS = 20;

interface Facts {
  version: string;
  encrypted: boolean;
  remote: boolean;
  connections: number;
  wal_level: string;
  bypasses: boolean | null;
  seconds_off: number;
}

const findingsOf = async (db: Database, now: () => number): Promise<Finding[]> => {
  const unmet = await unmetRequirements(db);
  const [facts] = await db.query<Facts & Record<string, unknown>>(
    `select current_setting('server_version') as version,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
       coalesce(not inet_client_addr() <<= any (array[inet '127.0.0.0/8', inet '::1/128']), false) as remote,
       current_setting('max_connections')::int as connections,
       current_setting('wal_level') as wal_level,
       (select rolbypassrls or rolsuper from pg_roles where rolname = 'service_role') as bypasses,
       extract(epoch from clock_timestamp())::float8 - $1::float8 as seconds_off`,
    [now() / 1000],
  );
  if (!facts) return [];
  const findings = unmet.map(({ what, todo }) => fault(`Database: ${what}`, todo));
  if (unmet.length === 0)
    findings.push(ok(`Database: PostgreSQL ${facts.version}, with the rights that it needs`));
  if (facts.remote && !facts.encrypted)
    findings.push(
      fault(
        "Database: the connection to another machine is not encrypted",
        "Add ?sslmode=verify-full&sslrootcert=/path/ca.pem to DATABASE_URL",
      ),
    );
  if (facts.bypasses === false)
    findings.push(
      fault(
        "Database: service_role is bound by row-level security",
        "As a superuser, run: alter role service_role bypassrls. Until then mails, payments and timed work fail",
      ),
    );
  if (facts.wal_level !== "logical")
    findings.push(
      warning(
        `Database: wal_level is ${facts.wal_level}`,
        "Changes of tables are not sent to open pages. Set wal_level = logical and restart the server",
      ),
    );
  if (facts.connections < CONNECTIONS)
    findings.push(
      warning(
        `Database: max_connections is ${facts.connections}`,
        `One start takes up to ${CONNECTIONS}; raise it`,
      ),
    );
  if (Math.abs(facts.seconds_off) > 30)
    findings.push(
      warning(
        `Clock: the database's differs by ${Math.round(Math.abs(facts.seconds_off))} seconds`,
        "Switch on time synchronisation on both machines",
      ),
    );
  return findings;
};

/** A database of the operator's own; the embedded one is checked through the running site. */
export const checkDatabase: Check = async ({ config, now }) => {
  if (!config.DATABASE_URL) return [];
  let db: Database | null = null;
  try {
    const connection = parseConnectionUrl(config.DATABASE_URL);
    db = createDatabase({ connection, size: 1, within: WITHIN, log: silentLog });
    return await findingsOf(db, now);
  } catch (error) {
    return [
      fault(
        `Database: ${reasonOf(error)}`,
        "Check user, password, host and name in DATABASE_URL, and pg_hba.conf of the server",
      ),
    ];
  } finally {
    await db?.close();
  }
};
