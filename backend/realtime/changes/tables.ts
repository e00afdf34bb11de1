import type { Database } from "#backend/core/database/database.ts";

export interface Column {
  name: string;
  /** The type's name in payloads: `int8`, `_text`, `timestamptz`. */
  type: string;
  /** The type's name in SQL casts. */
  cast: string;
  isKey: boolean;
}

/** A published table as one role may see it. */
export interface TableView {
  schema: string;
  table: string;
  guarded: boolean;
  /** Published, and granted to the role for selecting. */
  columns: Column[];
  /** The primary key; empty if there is none or the role may not select all of it. */
  key: Column[];
}

/** Seconds after which grants are read again if nothing reports their changes. */
const FRESH = 60;

export interface Tables {
  view(schema: string, table: string, role: string): Promise<TableView | null>;
  /** The published tables that match; `*` matches any. */
  published(schema: string, table: string): Promise<{ schema: string; table: string }[]>;
  invalidate(): void;
}

interface Row extends Record<string, unknown> {
  name: string;
  type: string;
  cast: string;
  is_key: boolean;
  guarded: boolean;
  readable: boolean;
}

const VIEW = `
select a.attname as name, t.typname as type, pg_catalog.format_type(a.atttypid, -1) as cast,
  coalesce(a.attnum = any (i.indkey), false) as is_key, c.relrowsecurity as guarded,
  a.attname = any (p.attnames)
    and has_schema_privilege($3::name, n.oid, 'usage')
    and has_column_privilege($3::name, c.oid, a.attnum, 'select') as readable
from pg_catalog.pg_publication_tables p
join pg_catalog.pg_namespace n on n.nspname = p.schemaname
join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
where p.pubname = $4 and p.schemaname = $1 and p.tablename = $2
  and exists (select from pg_catalog.pg_roles where rolname = $3)
order by a.attnum`;

/** The published tables and their grants: read once and cached until the schema changes. */
export const createTables = (db: Database, publication: string, now: () => number): Tables => {
  const views = new Map<string, { at: number; view: Promise<TableView | null> }>();

  const load = async (schema: string, table: string, role: string): Promise<TableView | null> => {
    const rows = await db.query<Row>(VIEW, [schema, table, role, publication]);
    const [first] = rows;
    if (!first) return null;
    const column = ({ name, type, cast, is_key }: Row) => ({ name, type, cast, isKey: is_key });
    const keys = rows.filter((row) => row.is_key);
    return {
      schema,
      table,
      guarded: first.guarded,
      columns: rows.filter((row) => row.readable).map(column),
      key: keys.every((row) => row.readable) ? keys.map(column) : [],
    };
  };

  return {
    view(schema, table, role) {
      const name = JSON.stringify([schema, table, role]);
      const known = views.get(name);
      if (known && now() - known.at < FRESH * 1000) return known.view;
      const view = load(schema, table, role);
      views.set(name, { at: now(), view });
      view.catch(() => views.delete(name));
      return view;
    },
    published: (schema, table) =>
      db.query<{ schema: string; table: string }>(
        `select schemaname as schema, tablename as table from pg_catalog.pg_publication_tables
         where pubname = $3 and $1::text in ('*', schemaname) and $2::text in ('*', tablename)`,
        [schema, table, publication],
      ),
    invalidate: () => views.clear(),
  };
};
