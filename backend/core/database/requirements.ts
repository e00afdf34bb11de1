import type { Queryable } from "./database.ts";

/** The oldest major version of PostgreSQL that the migrations run on. */
export const OLDEST_POSTGRESQL = 15;

/** Roles of `roles.sql` that the owner of the database must be able to grant. */
const GRANTED = [
  "anon",
  "authenticated",
  "service_role",
  "authenticator",
  "supabase_auth_admin",
] as const;

interface Facts {
  version: number;
  version_name: string;
  me: string;
  database: string;
  superuser: boolean;
  creates_roles: boolean;
  owns_database: boolean;
  /** Roles of `GRANTED` that exist and that this user may not grant. */
  withheld: string[];
}

const readFacts = async (db: Queryable): Promise<Facts> => {
  const [facts] = await db.query<Facts & Record<string, unknown>>(
    `select current_setting('server_version_num')::int as version,
       current_setting('server_version') as version_name,
       current_user::text as me, current_database()::text as database,
       me.rolsuper as superuser, me.rolcreaterole as creates_roles,
       pg_has_role(here.datdba, 'usage') as owns_database,
       array(
         select rolname::text from pg_roles
         where rolname = any ($1) and not pg_has_role(oid, 'usage with admin option')
       ) as withheld
     from pg_roles as me, pg_database as here
     where me.rolname = current_user and here.datname = current_database()`,
    [GRANTED],
  );
  if (!facts) throw new Error("The database does not name its own user");
  return facts;
};

const quoted = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/**
 * What prevents this user from running the backend on this database: one sentence each, with the statement
 * that a superuser runs to change it. Empty if nothing does.
 */
export const unmetRequirements = async (db: Queryable): Promise<string[]> => {
  const facts = await readFacts(db);
  if (facts.version < OLDEST_POSTGRESQL * 10_000)
    return [
      `This is PostgreSQL ${facts.version_name}: version ${OLDEST_POSTGRESQL} or later is needed.`,
    ];
  if (facts.superuser) return [];
  const me = quoted(facts.me);
  const problems: string[] = [];
  if (!facts.owns_database)
    problems.push(
      `${facts.me} does not own the database. As a superuser, run: alter database ${quoted(facts.database)} owner to ${me}`,
    );
  // Needed at every start: the role of the API belongs to the database.
  if (!facts.creates_roles)
    problems.push(
      `${facts.me} may not create roles. As a superuser, run: alter role ${me} createrole`,
    );
  // Before version 16, CREATEROLE alone may grant every role.
  if (facts.version >= 160_000 && facts.withheld.length > 0)
    problems.push(
      `Another user created the roles of this server. As a superuser, run: grant ${facts.withheld.join(", ")} to ${me} with admin option`,
    );
  return problems;
};

/** Throws an Error with a line for each requirement that is not met. */
export const requireServer = async (db: Queryable): Promise<void> => {
  const problems = await unmetRequirements(db);
  if (problems.length > 0) throw new Error(problems.join("\n"));
};
