import { createHash, randomBytes } from "node:crypto";
import type { Database, Queryable } from "./database.ts";

/** PostgreSQL shortens longer names without an error. */
const LONGEST_NAME = 63;

/**
 * The login role of one database's API. Roles belong to the whole server, so a name shared by two databases
 * would let the second site change the password of the first.
 */
export const apiRoleOf = (database: string): string => {
  const name = `authenticator_${database}`;
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  return `authenticator_${createHash("sha256").update(database).digest("hex").slice(0, 40)}`;
};

/** Settings apply by the role that logs in, so time limits of `authenticator` are repeated for it. */
const COPY_SETTINGS = `
  select format('alter role %I set %s to %L', $1::text, split_part(setting, '=', 1),
    substr(setting, strpos(setting, '=') + 1)) as statement
  from pg_catalog.pg_db_role_setting as given
  cross join lateral unnest(given.setconfig) as settings (setting)
  where given.setrole = 'authenticator'::regrole and given.setdatabase = 0
    and split_part(setting, '=', 1) like '%\\_timeout'`;

const passwordOf = async (tx: Queryable): Promise<string> => {
  await tx.query(
    `insert into _backend.state (key, value) values ('api_role_password', $1)
     on conflict (key) do nothing`,
    [randomBytes(32).toString("base64url")],
  );
  const [row] = await tx.query<{ value: string }>(
    "select value from _backend.state where key = 'api_role_password'",
  );
  return row?.value ?? "";
};

/**
 * Lets this database's role connect, and no other database's. By default everybody may connect to every
 * database, and `service_role` is one for the whole server: a role of another site could read everything here.
 * Where somebody has chosen who may connect, that choice stays.
 */
const limitConnections = async (tx: Queryable, database: string, role: string): Promise<void> => {
  const [row] = await tx.query<{ unchosen: boolean }>(
    "select datacl is null as unchosen from pg_catalog.pg_database where datname = $1",
    [database],
  );
  const name = `"${database.replaceAll('"', '""')}"`;
  if (row?.unchosen) await tx.query(`revoke connect on database ${name} from public`);
  await tx.query(`grant connect on database ${name} to ${role}`);
};

/**
 * Prepares the role by which callers enter a PostgreSQL with passwords: a member of `authenticator`, with
 * the rights of that role and no others. Its name and password belong to the database, so every process on
 * the database enters with them, whatever its own keys.
 */
export const prepareApiRole = (db: Database): Promise<{ user: string; password: string }> =>
  db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('authenticator'))");
    const [here] = await tx.query<{ name: string }>("select current_database()::text as name");
    const user = apiRoleOf(here?.name ?? "");
    const quoted = `"${user.replaceAll('"', '""')}"`;
    const password = await passwordOf(tx);
    const [known] = await tx.query("select from pg_catalog.pg_roles where rolname = $1", [user]);
    if (!known) await tx.query(`create role ${quoted} login`);
    await limitConnections(tx, here?.name ?? "", quoted);
    const [member] = await tx.query<{ yes: boolean }>(
      `select exists (select from pg_catalog.pg_auth_members
         where roleid = 'authenticator'::regrole and member = $1::regrole) as yes`,
      [quoted],
    );
    if (!member?.yes) await tx.query(`grant authenticator to ${quoted}`);
    for (const { statement } of await tx.query<{ statement: string }>(COPY_SETTINGS, [user]))
      await tx.query(statement);
    // The alphabet of base64url needs no quoting; utility statements take no parameters.
    await tx.query(`alter role ${quoted} with login password '${password}'`);
    return { user, password };
  });
