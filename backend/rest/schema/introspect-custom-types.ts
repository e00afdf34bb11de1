import type { Queryable } from "#backend/core/database/database.ts";

export interface HandlerRow {
  schema: string;
  name: string;
  /** For an aggregate: the relation whose rows it takes; both null for any. */
  of_schema: string | null;
  of_name: string | null;
  /** A function that returns it; then `schema` and `name` are its type's. */
  routine_schema: string | null;
  routine_name: string | null;
  media: string;
  binary: boolean;
}

const MEDIA = String.raw`'^([A-Za-z0-9.-]+/[A-Za-z0-9.+-]+|\*/\*)$'`;

/**
 * Domain types named like media types, and what produces their values: aggregates of rows, and functions.
 */
export const readHandlers = (db: Queryable, schemas: readonly string[]): Promise<HandlerRow[]> =>
  db.query<HandlerRow & Record<string, unknown>>(
    `
    with media as (
      select t.oid, n.nspname as schema, t.typname as name, lower(t.typname) as media,
        t.typbasetype = 'bytea'::regtype as binary
      from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      where t.typtype = 'd' and t.typname ~ ${MEDIA})
    select n.nspname as schema, p.proname as name, rn.nspname as of_schema, r.relname as of_name,
      null as routine_schema, null as routine_name, m.media, m.binary
    from media m join pg_catalog.pg_proc p on p.prorettype = m.oid and p.prokind = 'a' and p.pronargs = 1
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    left join pg_catalog.pg_class r on r.reltype = p.proargtypes[0]
      and r.relkind in ('r', 'p', 'v', 'm', 'f')
    left join pg_catalog.pg_namespace rn on rn.oid = r.relnamespace
    where n.nspname = any($1) and (r.oid is not null or p.proargtypes[0] = 'anyelement'::regtype)
    union all
    select m.schema, m.name, null, null, n.nspname, p.proname, m.media, m.binary
    from media m join pg_catalog.pg_proc p on p.prorettype = m.oid and p.prokind = 'f'
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any($1) and not p.proretset`,
    [schemas],
  );

export interface CastRow {
  source: string;
  target: string;
  function: string;
}

/** Implicit casts by function between a domain type and JSON or text. */
export const readDomainCasts = (db: Queryable): Promise<CastRow[]> =>
  db.query<CastRow & Record<string, unknown>>(`
    select pg_catalog.format_type(c.castsource, null) as source,
      pg_catalog.format_type(c.casttarget, null) as target,
      pg_catalog.format('%I.%I', n.nspname, p.proname) as function
    from pg_catalog.pg_cast c join pg_catalog.pg_proc p on p.oid = c.castfunc
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type s on s.oid = c.castsource
    join pg_catalog.pg_type t on t.oid = c.casttarget
    where c.castcontext = 'i' and c.castmethod = 'f' and (
      s.typtype = 'd' and t.oid = 'json'::regtype
      or t.typtype = 'd' and s.oid in ('json'::regtype, 'text'::regtype))`);
