import type { Statement } from "#backend/core/database/batch.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { callOfPreRequest } from "#backend/core/database/pre-request.ts";
import type { CacheDeclarations, RoleLimits } from "#backend/core/project/shape.ts";

/** The operator's settings of the API; the hosted platform's values by default. */
export interface ApiSettings {
  /** The schemas that callers may name; the first is the default. */
  schemas: readonly string[];
  extraSearchPath: readonly string[];
  /** The most rows of one response; 0 for no limit. */
  maxRows: number;
  /** `sum()`, `avg()` and the like: anybody could make them costly. */
  aggregates: boolean;
  /** Query plans, which reveal facts about the database. */
  plans: boolean;
  /** How a transaction ends, and whether `Prefer: tx=…` may say otherwise. */
  ending: { rollback: boolean; override: boolean };
  /** The call of a function that runs first in every transaction. */
  preRequest: Statement | null;
  /** Whose responses may be cached for all visitors; none without it. */
  cache: CacheDeclarations | null;
}

export type ProjectSettings = Pick<ApiSettings, "schemas" | "extraSearchPath" | "maxRows"> & {
  /** Its name, without quotes. */
  preRequest?: string | null;
  roles?: Readonly<Record<string, RoleLimits>>;
  cache?: CacheDeclarations;
};

const list = (text: string | undefined): string[] | null => {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length > 0 ? names : null;
};

const truth = (text: string | undefined): boolean =>
  ["true", "on", "yes", "1"].includes((text ?? "").toLowerCase());

const preRequestOf = (name: string): Statement => ({
  name: "rest_first",
  text: `select ${callOfPreRequest(name)}`,
  unlabelled: true,
  prepared: true,
});

/**
 * The project's settings, overridden by those in the database, as PostgREST reads them: `alter role
 * authenticator [in database …] set pgrst.db_aggregates_enabled = 'true'`, followed by `notify pgrst,
 * 'reload config'`.
 */
export const readSettings = async (
  db: Queryable,
  project: ProjectSettings,
): Promise<ApiSettings> => {
  const rows = await db.query<{ name: string; value: string }>(`
    select distinct on (name) name, value
    from pg_catalog.pg_db_role_setting d
    cross join lateral unnest(d.setconfig) as s(setting)
    cross join lateral (select substr(setting, 7, strpos(setting, '=') - 7) as name,
      substr(setting, strpos(setting, '=') + 1) as value) as parts
    where d.setrole = (select oid from pg_catalog.pg_roles where rolname = 'authenticator')
      and d.setdatabase in (0, (select oid from pg_catalog.pg_database
        where datname = pg_catalog.current_database()))
      and setting like 'pgrst.%'
    order by name, d.setdatabase desc`);
  const given = new Map(rows.map(({ name, value }) => [name, value]));
  const ending = given.get("db_tx_end") ?? "commit";
  const maxRows = given.get("db_max_rows");
  const preRequest = given.get("db_pre_request") ?? project.preRequest;
  return {
    schemas: list(given.get("db_schemas")) ?? project.schemas,
    extraSearchPath: given.has("db_extra_search_path")
      ? (list(given.get("db_extra_search_path")) ?? [])
      : project.extraSearchPath,
    maxRows: maxRows && /^\d{1,9}$/.test(maxRows) ? Number(maxRows) : project.maxRows,
    aggregates: truth(given.get("db_aggregates_enabled")),
    plans: truth(given.get("db_plan_enabled")),
    ending: {
      rollback: ending.startsWith("rollback"),
      override: ending.endsWith("-allow-override"),
    },
    preRequest: preRequest ? preRequestOf(preRequest) : null,
    // Declared for the project's own function, and for no other that the database names.
    cache: project.cache
      ? {
          ...project.cache,
          passesVisitors: project.cache.passesVisitors && preRequest === project.preRequest,
        }
      : null,
  };
};
