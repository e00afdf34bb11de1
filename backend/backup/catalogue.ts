import pg from "pg";
import { type Ledger, UNFINISHED_RESTORE } from "#backend/migrate-backend.ts";

/** A table and those of its columns that are stored values and not computed from others. */
export interface Table {
  schema: string;
  name: string;
  columns: string[];
  /** Copied in PostgreSQL's binary format: a bit of a set is eight times smaller there than as text. */
  binary: boolean;
}

/**
 * Types whose binary format is the same in every database and version. Types of a database's own are not,
 * because it contains their numbers.
 */
const PORTABLE =
  "bool,int2,int4,int8,float4,float8,numeric,text,varchar,bpchar,char,uuid,bytea,bit,varbit,date,timestamp,timestamptz,interval,json,jsonb";

export interface Sequence {
  schema: string;
  name: string;
  /** As text: it may exceed what a number holds exactly. */
  value: string;
  called: boolean;
}

const OWN_SCHEMA = "n.nspname <> 'information_schema' and n.nspname !~ '^pg_'";
const NOT_OF_AN_EXTENSION = `not exists (select from pg_catalog.pg_depend d
  where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${name}`;

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/**
 * Every table with rows of its own that a crash does not empty (unlogged tables are caches and counters): a
 * partitioned table is copied by its partitions.
 */
export const listTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       a.columns, a.portable and a.bits as binary
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     cross join lateral (
       select coalesce(array_agg(a.attname::text order by a.attnum), '{}') as columns,
         coalesce(bool_and(t.typnamespace = 'pg_catalog'::regnamespace and t.typname = any($1)), false) as portable,
         coalesce(bool_or(t.typname in ('bit', 'varbit')), false) as bits
       from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     ) a
     where c.relkind = 'r' and c.relpersistence = 'p' and ${OWN_SCHEMA} and ${NOT_OF_AN_EXTENSION}
     order by 1, 2`,
    [PORTABLE.split(",")],
  );
  return rows;
};

/** What two databases have in common, and what only the first has. */
interface Common {
  tables: Table[];
  leftOut: string[];
}

/** The tables of both, and their columns that both have: nothing else could be copied from one to the other. */
export const inBoth = (here: readonly Table[], there: readonly Table[]): Common => {
  const known = new Map(there.map((table) => [nameOf(table), new Set(table.columns)]));
  const tables: Table[] = [];
  const leftOut: string[] = [];
  for (const table of here) {
    const columns = known.get(nameOf(table));
    if (!columns) {
      leftOut.push(nameOf(table));
      continue;
    }
    leftOut.push(
      ...table.columns
        .filter((name) => !columns.has(name))
        .map((name) => `${nameOf(table)}.${name}`),
    );
    tables.push({ ...table, columns: table.columns.filter((name) => columns.has(name)) });
  }
  return { tables, leftOut };
};

/** Sequences never run back, so that their state is good for every snapshot before. */
export const listSequences = async (client: pg.Client): Promise<Sequence[]> => {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and c.relpersistence <> 't' and ${OWN_SCHEMA} and ${NOT_OF_AN_EXTENSION}
     order by 1, 2`,
  );
  const sequences: Sequence[] = [];
  for (const each of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(each)}`,
    );
    const [state] = states;
    if (state) sequences.push({ ...each, ...state });
  }
  return sequences;
};

export const readLedger = async (client: pg.Client): Promise<Ledger> => {
  const { rows: services } = await client.query<Ledger["services"][number]>(
    "select service, name, checksum from _backend.migrations order by service, name",
  );
  const { rows: project } = await client.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations order by version",
  );
  return { services, project: project.map(({ version }) => version) };
};

/** Which of the tables have rows. */
export const tablesWithRows = async (
  client: pg.Client,
  tables: readonly Table[],
): Promise<Table[]> => {
  const filled: Table[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ some: boolean }>(
      `select exists (select from ${quoted(table)}) as some`,
    );
    if (rows[0]?.some) filled.push(table);
  }
  return filled;
};

/** Whether a restore into this database has not ended. */
export const isMarked = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ some: boolean }>(
    "select to_regclass('_backend.state') is not null as some",
  );
  if (!rows[0]?.some) return false;
  const found = await client.query("select from _backend.state where key = $1", [
    UNFINISHED_RESTORE,
  ]);
  return found.rowCount === 1;
};
