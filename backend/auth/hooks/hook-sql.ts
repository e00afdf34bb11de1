import type { Database, Queryable } from "#backend/core/database/database.ts";

/** Long enough for a function, too short to delay sign-in; GoTrue's own limit. */
const TIMEOUT_MS = 2000;

const FUNCTION = /^pg-functions:\/\/[^/]+\/([A-Za-z_]\w*)\/([A-Za-z_]\w*)$/;

/** A hook that is a database function, run in the given transaction or in its own. */
type SqlHook = (event: unknown, tx?: Queryable) => Promise<unknown>;

/** The function that `uri` names; null when it names none. */
export const createSqlHook = (uri: string, db: Database): SqlHook | null => {
  const [, schema, name] = FUNCTION.exec(uri) ?? [];
  if (!schema) return null;
  const call = async (event: unknown, tx: Queryable) => {
    const [, [row]] = await Promise.all([
      tx.query("select set_config('statement_timeout', $1, true)", [String(TIMEOUT_MS)]),
      tx.query<{ response: unknown }>(
        `select "${schema}"."${name}"($1::jsonb)::jsonb as response`,
        [JSON.stringify(event)],
      ),
    ]);
    return row?.response;
  };
  return async (event, tx) => {
    if (!tx) return db.atOnce((own) => call(event, own));
    const response = await call(event, tx);
    await tx.query("set local statement_timeout to default");
    return response;
  };
};
