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

interface UnmetRequirement {
  what: string;
  todo: string;
}

/** What prevents this user from running the backend on this database. Empty if nothing does. */
export const unmetRequirements = async (db: Queryable): Promise<UnmetRequirement[]> => {
  const facts = await readFacts(db);
  if (facts.version < OLDEST_POSTGRESQL * 10_000)
    return [
      {
        what: `This is PostgreSQL ${facts.version_name}`,
        todo: `Version ${OLDEST_POSTGRESQL} or later is needed`,
      },
    ];
  if (facts.superuser) return [];
  const me = quoted(facts.me);
  const problems: UnmetRequirement[] = [];
  const add = (what: string, statement: string) =>
    problems.push({ what, todo: `As a superuser, run: ${statement}` });
  if (!facts.owns_database)
    add(
      `${facts.me} does not own the database`,
      `alter database ${quoted(facts.database)} owner to ${me}`,
    );
  // Needed at every start: the role of the API belongs to the database.
  if (!facts.creates_roles) add(`${facts.me} may not create roles`, `alter role ${me} createrole`);
  // Before version 16, CREATEROLE alone may grant every role.
  if (facts.version >= 160_000 && facts.withheld.length > 0)
    add(
      "Another user created the roles of this server",
      `grant ${facts.withheld.join(", ")} to ${me} with admin option`,
    );
  return problems;
};

/** Throws an Error with a line for each requirement that is not met. */
export const requireServer = async (db: Queryable): Promise<void> => {
  const problems = await unmetRequirements(db);
  if (problems.length > 0)
    throw new Error(problems.map(({ what, todo }) => `${what}. ${todo}`).join("\n"));
};
