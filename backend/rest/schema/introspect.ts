import type { Queryable } from "#backend/core/database/database.ts";

/** A type as the catalogue queries below return it (see `TypeFacts`). */
interface TypeRow {
  sql: string;
  name: string;
  base: string;
  schema: string;
}

export interface ColumnRow {
  number: number;
  name: string;
  type: TypeRow;
  nullable: boolean;
  default: string | null;
  identity: "" | "a" | "d";
  generated: boolean;
  updatable: boolean;
}

export interface RelationRow {
  oid: string;
  schema: string;
  name: string;
  kind: "r" | "p" | "v" | "m" | "f";
  events: number;
  columns: ColumnRow[];
  /** By role, the columns that it may not select of a relation of which it may select others. */
  withheld: Record<string, string[]>;
  primary_key: string[];
  /** The stored rule of a view (pg_node_tree). */
  rule: string | null;
}

export interface ForeignKeyRow {
  name: string;
  oid: string;
  columns: string[];
  target: string;
  target_columns: string[];
  one_to_one: boolean;
}

export interface RoutineRow {
  schema: string;
  name: string;
  volatility: "v" | "s" | "i";
  returns_set: boolean;
  /** The planner's estimate; 1 declares that a set-returning computed relationship is to-one. */
  rows: number;
  kind: "void" | "scalar" | "composite" | "trigger";
  type: TypeRow;
  returned_relation: string | null;
  of_relation: string | null;
  parameters: {
    name: string;
    type: TypeRow;
    required: boolean;
    variadic: boolean;
  }[];
  columns: { name: string; type: TypeRow }[];
}

const typeFacts = (oid: string, modifier: string) =>
  `(select json_build_object('sql', format_type(${oid}, ${modifier}), 'name', ty.typname,
      'base', coalesce(bt.typname, ty.typname), 'schema', tn.nspname)
    from pg_catalog.pg_type ty join pg_catalog.pg_namespace tn on tn.oid = ty.typnamespace
    left join pg_catalog.pg_type bt on ty.typtype = 'd' and bt.oid = ty.typbasetype
    where ty.oid = ${oid})`;

const notSystem = (namespace: string) =>
  `${namespace}.nspname <> 'information_schema' and ${namespace}.nspname not like 'pg\\_%'`;

/**
 * All relations outside the system schemas: views of exposed schemas may read tables that are not exposed.
 * `events` is pg_relation_is_updatable's bitmap (8 insert, 4 update, 16 delete).
 */
export const readRelations = (db: Queryable): Promise<RelationRow[]> =>
  db.query<RelationRow & Record<string, unknown>>(`
    select c.oid::text as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
      case when c.relkind in ('r', 'p') then 28
        else pg_catalog.pg_relation_is_updatable(c.oid, true) end as events,
      coalesce((select json_agg(json_build_object(
          'number', a.attnum, 'name', a.attname, 'type', ${typeFacts("a.atttypid", "a.atttypmod")},
          'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
          'default', case
            when a.attidentity <> '' then (
              select pg_catalog.format('nextval(%L::regclass)', s.oid::regclass::text)
              from pg_catalog.pg_depend d join pg_catalog.pg_class s on s.oid = d.objid
              where d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid
                and d.refobjsubid = a.attnum and d.deptype = 'i' and s.relkind = 'S' limit 1)
            when a.attgenerated <> '' then null
            else coalesce(pg_catalog.pg_get_expr(f.adbin, f.adrelid), t.typdefault) end,
          'identity', a.attidentity, 'generated', a.attgenerated <> '',
          'updatable', pg_catalog.pg_column_is_updatable(c.oid, a.attnum, true)
        ) order by a.attnum)
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_type t on t.oid = a.atttypid
        left join pg_catalog.pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
      coalesce((select json_object_agg(w.rolname, w.columns) from (
        select r.rolname, json_agg(a.attname)
            filter (where not pg_catalog.has_column_privilege(r.oid, c.oid, a.attnum, 'select')) as columns
        from pg_catalog.pg_roles r cross join pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and r.rolname not like 'pg\\_%'
          -- Only these have columns with grants of their own.
          and exists (select from pg_catalog.pg_attribute g where g.attrelid = c.oid and g.attacl is not null)
          and pg_catalog.has_any_column_privilege(r.oid, c.oid, 'select')
        group by r.rolname) w where w.columns is not null), '{}') as withheld,
      coalesce((select json_agg(a.attname order by k.position)
        from pg_catalog.pg_constraint p
        cross join lateral unnest(p.conkey) with ordinality as k(number, position)
        join pg_catalog.pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number
        where p.conrelid = c.oid and p.contype = 'p'), '[]') as primary_key,
      (select r.ev_action::text from pg_catalog.pg_rewrite r
        where r.ev_class = c.oid and c.relkind in ('v', 'm') and r.rulename = '_RETURN') as rule
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${notSystem("n")}
    order by n.nspname, c.relname`);

/** Foreign keys between relations; `one_to_one` if a unique key covers exactly their columns. */
export const readForeignKeys = (db: Queryable): Promise<ForeignKeyRow[]> =>
  db.query<ForeignKeyRow & Record<string, unknown>>(`
    select k.conname as name, k.conrelid::text as oid, k.confrelid::text as target,
      (select json_agg(a.attname order by x.position)
        from unnest(k.conkey) with ordinality as x(number, position)
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.number) as columns,
      (select json_agg(a.attname order by x.position)
        from unnest(k.confkey) with ordinality as x(number, position)
        join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.number)
        as target_columns,
      exists (select from pg_catalog.pg_constraint u
        where u.conrelid = k.conrelid and u.contype in ('p', 'u')
          and u.conkey @> k.conkey and u.conkey <@ k.conkey) as one_to_one
    from pg_catalog.pg_constraint k
    where k.contype = 'f' and k.conparentid = 0
    order by k.conrelid, k.conname`);

/** Functions (not aggregates, windows or procedures) of the given schemas that can be named. */
export const readRoutines = (db: Queryable, schemas: readonly string[]): Promise<RoutineRow[]> =>
  db.query<RoutineRow & Record<string, unknown>>(
    `
    with recursive routine as (
      select p.*, coalesce(nullif(t.typbasetype, 0), t.oid) as result,
        coalesce(p.proallargtypes, p.proargtypes::oid[]) as all_types
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_type t on t.oid = p.prorettype
      where n.nspname = any($1) and p.prokind = 'f'
    )
    select n.nspname as schema, p.proname as name, p.provolatile as volatility,
      p.proretset as returns_set, p.prorows as rows,
      case when p.prorettype = 'void'::regtype then 'void'
        when p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) then 'trigger'
        when t.typtype = 'c' or p.proargmodes && '{t,b,o}'::"char"[] then 'composite'
        else 'scalar' end as kind,
      ${typeFacts("p.prorettype", "null")} as type,
      case when rel.relkind in ('r', 'p', 'v', 'm', 'f') then rel.oid::text end
        as returned_relation,
      case when p.pronargs = 1 then
        (select ac.oid::text from pg_catalog.pg_type at
          join pg_catalog.pg_class ac on ac.oid = at.typrelid
          where at.oid = p.proargtypes[0] and ac.relkind in ('r', 'p', 'v', 'm', 'f')) end
        as of_relation,
      coalesce((select json_agg(json_build_object(
          'name', coalesce(p.proargnames[x.position], ''), 'type', ${typeFacts("x.type", "null")},
          'required', x.rank <= p.pronargs - p.pronargdefaults,
          'variadic', coalesce(p.proargmodes[x.position] = 'v', false)) order by x.position)
        from (select u.type, u.position, row_number() over (order by u.position) as rank
          from unnest(p.all_types) with ordinality as u(type, position)
          where coalesce(p.proargmodes[u.position], 'i') in ('i', 'b', 'v')) x), '[]')
        as parameters,
      coalesce(
        (select json_agg(json_build_object('name', coalesce(nullif(p.proargnames[u.position], ''),
            'column' || u.rank), 'type', ${typeFacts("u.type", "null")}) order by u.position)
          from (select v.type, v.position, row_number() over (order by v.position) as rank
            from unnest(p.all_types) with ordinality as v(type, position)
            where p.proargmodes[v.position] in ('t', 'b', 'o')) u),
        (select json_agg(json_build_object('name', a.attname,
            'type', ${typeFacts("a.atttypid", "a.atttypmod")}) order by a.attnum)
          from pg_catalog.pg_attribute a
          where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0
            and not a.attisdropped),
        '[]') as columns
    from routine p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type t on t.oid = p.result
    left join pg_catalog.pg_class rel on rel.oid = t.typrelid and t.typrelid <> 0
    order by n.nspname, p.proname, p.pronargs, p.oid`,
    [schemas],
  );

export interface OtherFacts {
  types: { name: string; schema: string; exposed: boolean; array_of: string | null }[];
  role_settings: { role: string; setting: string }[];
  reads_request: boolean;
  sets_response: boolean;
  geo_json: string | null;
  enums: { schema: string; name: string; values: string[] }[];
  composites: { schema: string; name: string; attributes: { name: string; type: TypeRow }[] }[];
}

/**
 * Types for casts, settings of roles, and whether any code reads the request. The code is written out once
 * for both purposes, and only the project's: writing out the system's own views costs more than the rest of
 * the schema.
 */
export const readOtherFacts = async (
  db: Queryable,
  schemas: readonly string[],
): Promise<OtherFacts> => {
  const mentions = (pattern: string) => `exists (select from code where code.text ~ '${pattern}')`;
  const rows = await db.query<OtherFacts & Record<string, unknown>>(
    `
    with code as materialized (
      select coalesce(p.prosrc || pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc) as text
        from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
        where ${notSystem("n")}
      union all select pg_catalog.concat(qual, ' ', with_check) from pg_catalog.pg_policies
      union all select pg_catalog.pg_get_viewdef(c.oid)
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'v' and ${notSystem("n")}
      union all select pg_catalog.pg_get_expr(d.adbin, d.adrelid) from pg_catalog.pg_attrdef d)
    select
      (select json_agg(json_build_object('name', t.typname, 'schema', n.nspname,
          'exposed', n.nspname = any($1)))
        from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
        where t.typtype in ('b', 'e', 'd', 'r', 'm') and t.typisdefined
          and (n.nspname = 'pg_catalog' or n.nspname = any($1)
            or n.nspname in (select e.nspname from pg_catalog.pg_extension x
              join pg_catalog.pg_namespace e on e.oid = x.extnamespace))) as types,
      coalesce((select json_agg(json_build_object('role', r.rolname, 'setting', s.setting))
        from pg_catalog.pg_db_role_setting d join pg_catalog.pg_roles r on r.oid = d.setrole
        cross join lateral unnest(d.setconfig) as s(setting)
        left join pg_catalog.pg_settings g on g.name = split_part(s.setting, '=', 1)
        where d.setdatabase in (0, (select oid from pg_catalog.pg_database
            where datname = pg_catalog.current_database()))
          and (g.context = 'user' or s.setting like '%.%=%')), '[]') as role_settings,
      ${mentions("request\\.(header|method|path|cookie)|''request(\\.)?''")} as reads_request,
      ${mentions("response\\.(header|status)")} as sets_response,
      (select pg_catalog.format('%I.%I', n.nspname, p.proname) from pg_catalog.pg_proc p
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace
        where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype limit 1)
        as geo_json,
      coalesce((select json_agg(json_build_object('schema', n.nspname, 'name', t.typname, 'values',
          (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
            where e.enumtypid = t.oid)) order by n.nspname, t.typname)
        from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
        where t.typtype = 'e' and ${notSystem("n")}), '[]') as enums,
      coalesce((select json_agg(json_build_object('schema', n.nspname, 'name', c.relname,
          'attributes', (select json_agg(json_build_object('name', a.attname,
              'type', ${typeFacts("a.atttypid", "a.atttypmod")}) order by a.attnum)
            from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0
              and not a.attisdropped)) order by n.nspname, c.relname)
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'c' and ${notSystem("n")}), '[]') as composites`,
    [schemas],
  );
  const [facts] = rows;
  if (!facts) throw new Error("the catalogue gave no facts");
  return facts;
};
