import { actAs, type Caller } from "#backend/core/tokens/caller.ts";
import type { CallerApi } from "../limits.ts";

/** Facts that only the API's description needs: comments, and the caller's rights. */
export interface ApiFacts {
  schema: string | null;
  tables: Record<string, { description: string | null; columns: Record<string, string> }>;
  functions: Record<string, string | null>;
}

/** Whether the role has any right on the relation `c`. */
export const MAY_TOUCH = `pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete')
  or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update')`;

const FACTS = `
select json_build_object(
  'schema', pg_catalog.obj_description(n.oid, 'pg_namespace'),
  'tables', coalesce((select json_object_agg(c.relname, json_build_object(
      'description', pg_catalog.obj_description(c.oid, 'pg_class'),
      'columns', coalesce((select json_object_agg(a.attname, d.description)
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_description d on d.objoid = c.oid and d.objsubid = a.attnum
          and d.classoid = 'pg_catalog.pg_class'::regclass
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '{}')))
    from pg_catalog.pg_class c
    where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and ($2 = 'ignore-privileges' or ${MAY_TOUCH})), '{}'),
  'functions', coalesce((select json_object_agg(f.proname, f.description) from (
      select distinct on (p.proname) p.proname,
        pg_catalog.obj_description(p.oid, 'pg_proc') as description
      from pg_catalog.pg_proc p
      where p.pronamespace = n.oid and p.prokind = 'f'
        and ($2 = 'ignore-privileges' or pg_catalog.has_function_privilege(p.oid, 'execute'))
      order by p.proname, p.pronargs, p.oid) f), '{}'))
from pg_catalog.pg_namespace n where n.nspname = $1`;

export const readFacts = async (
  api: CallerApi,
  caller: Caller,
  schema: string,
  mode: string,
): Promise<ApiFacts> => {
  const [, result] = await api.batch([actAs(caller), { text: FACTS, values: [schema, mode] }]);
  return JSON.parse(result?.rows[0]?.[0] ?? '{"schema":null,"tables":{},"functions":{}}');
};
