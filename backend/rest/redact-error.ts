import { actAs, type Caller } from "#backend/core/tokens/caller.ts";
import { type Named, RestError } from "./errors.ts";
import type { CallerApi } from "./limits.ts";

/** Whether the role has any right on the relation `c`. */
const MAY_TOUCH = `pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete')
  or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update')`;

const ALL_SEEN = `
select bool_and(case when t.kind = 'function' then exists (
    select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = t.schema and p.proname = t.name and pg_catalog.has_function_privilege(p.oid, 'execute'))
  else exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = t.schema and c.relname = t.name and case when t."column" is null then ${MAY_TOUCH}
      else pg_catalog.has_column_privilege(c.oid, t."column", 'select, insert, update') end) end)
from pg_catalog.json_to_recordset($1::json) as t (kind text, schema text, name text, "column" text)`;

const mayMention = async (
  api: CallerApi | null,
  caller: Caller | null,
  named: readonly Named[],
): Promise<boolean> => {
  if (caller === null || api === null) return false;
  const values = [JSON.stringify(named)];
  const [, result] = await api.batch([actAs(caller), { text: ALL_SEEN, values }]);
  return result?.rows[0]?.[0] === "t";
};

/**
 * The refusal as its caller may read it. PostgREST helps everybody with the names of all that exists. Here
 * neither hints nor details name anything that the caller's role has no right on.
 */
export const redactError = async (
  api: CallerApi | null,
  caller: Caller | null,
  error: RestError,
): Promise<RestError> => {
  if (error.names.length === 0) return error;
  // If the caller's rights cannot be checked, the names are left out.
  if (await mayMention(api, caller, error.names).catch(() => false)) return error;
  const { status, code, message, details, headers } = error;
  return new RestError({ status, code, message, details, headers }, error);
};
