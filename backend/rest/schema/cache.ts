import type { Database } from "#backend/core/database/database.ts";
import { qualified } from "../identifiers.ts";
import { handlerMap, representationMap } from "./custom-types.ts";
import {
  type ColumnRow,
  type OtherFacts,
  type RelationRow,
  type RoutineRow,
  readForeignKeys,
  readOtherFacts,
  readRelations,
  readRoutines,
} from "./introspect.ts";
import { readDomainCasts, readHandlers } from "./introspect-custom-types.ts";
import { appearances, relationshipMap, viewPrimaryKey } from "./relationships.ts";
import { type ProjectSettings, readSettings } from "./settings.ts";
import {
  type Column,
  key,
  type Representation,
  type Routine,
  type SchemaCache,
  type Table,
} from "./types.ts";

const KINDS = {
  r: "table",
  p: "table",
  v: "view",
  m: "materialized view",
  f: "foreign table",
} as const;

const VOLATILITIES = { v: "volatile", s: "stable", i: "immutable" } as const;

/** Spellings that SQL's grammar knows in addition to the names in pg_type. */
const SPELLINGS: Record<string, string> = {
  int: "int4",
  integer: "int4",
  smallint: "int2",
  bigint: "int8",
  decimal: "numeric",
  real: "float4",
  float: "float8",
  "double precision": "float8",
  boolean: "bool",
  character: "bpchar",
  char: "bpchar",
  "character varying": "varchar",
  string: "text",
  "timestamp without time zone": "timestamp",
  "timestamp with time zone": "timestamptz",
  "time without time zone": "time",
  "time with time zone": "timetz",
};

const column = (row: ColumnRow, represented: Representation | undefined): Column => ({
  name: row.name,
  type: represented ? { ...row.type, represented } : row.type,
  nullable: row.nullable,
  default: row.default,
  identity: row.identity === "a" ? "always" : row.identity === "d" ? "by default" : null,
  generated: row.generated,
  updatable: row.updatable,
});

const table = (
  row: RelationRow,
  primaryKey: readonly string[],
  routines: readonly RoutineRow[],
  representations: ReadonlyMap<string, Representation>,
): Table => ({
  schema: row.schema,
  name: row.name,
  kind: KINDS[row.kind],
  columns: new Map(
    row.columns.map((each) => [each.name, column(each, representations.get(each.type.sql))]),
  ),
  withheld: new Map(
    Object.entries(row.withheld).map(([role, columns]) => [role, new Set(columns)]),
  ),
  computed: new Map(
    routines
      .filter((each) => each.of_relation === row.oid && !each.returns_set)
      .map((each) => [each.name, each.type]),
  ),
  primaryKey,
  insertable: (row.events & 8) === 8,
  updatable: (row.events & 4) === 4,
  deletable: (row.events & 16) === 16,
});

const routine = (row: RoutineRow, byOid: Map<string, RelationRow>): Routine => {
  const relation = row.returned_relation ? byOid.get(row.returned_relation) : undefined;
  return {
    schema: row.schema,
    name: row.name,
    parameters: row.parameters,
    volatility: VOLATILITIES[row.volatility],
    returnsSet: row.returns_set,
    returns: row.kind,
    type: row.type,
    table: relation ? { schema: relation.schema, name: relation.name } : null,
    columns: new Map(row.columns.map((each) => [each.name, each.type])),
  };
};

/** Trigger functions cannot be called, nor can functions with several unnamed parameters. */
const callable = ({ kind, parameters }: RoutineRow): boolean =>
  kind !== "trigger" &&
  (parameters.every(({ name }) => name !== "") ||
    (parameters.length === 1 &&
      ["json", "jsonb", "text", "xml", "bytea"].includes(parameters[0]?.type.name ?? "")));

/** PostgREST's order of overloads, which its message about ambiguous calls shows. */
const bySignature = (one: Routine, other: Routine): number => {
  const written = ({ parameters }: Routine) =>
    parameters.map(({ name, type }) => `${name}\u0001${type.sql}`).join("\u0002");
  const fewer = one.parameters.length - other.parameters.length;
  return fewer || (written(one) < written(other) ? -1 : 1);
};

const castable = ({ types }: OtherFacts): Map<string, string> => {
  const names = new Map<string, string>();
  for (const { name, schema, exposed } of types) {
    const sql = qualified({ schema, name });
    const spellings = name.startsWith("_") ? [`${name.slice(1)}[]`, name] : [name];
    for (const spelt of spellings) {
      if (schema === "pg_catalog" || exposed || !names.has(spelt)) {
        if (schema !== "pg_catalog" && names.has(spelt)) continue;
        names.set(spelt, sql);
      }
    }
  }
  for (const [spelling, name] of Object.entries(SPELLINGS)) {
    const sql = names.get(name);
    if (sql) names.set(spelling, sql);
  }
  return names;
};

/** Settings that would undo the transaction's own first statement. */
const OWN_SETTINGS = new Set(["role", "session_authorization", "search_path"]);

/** The settings of roles in the database, with the project's limits on top. */
const roleSettings = (
  { role_settings }: OtherFacts,
  { roles = {} }: ProjectSettings,
): Map<string, [string, string][]> => {
  const byRole = new Map<string, [string, string][]>();
  for (const { role, setting } of role_settings) {
    const at = setting.indexOf("=");
    const name = setting.slice(0, at);
    if (OWN_SETTINGS.has(name)) continue;
    byRole.set(role, [...(byRole.get(role) ?? []), [name, setting.slice(at + 1)]]);
  }
  for (const [role, { statementTimeout }] of Object.entries(roles)) {
    if (statementTimeout === null) continue;
    const others = (byRole.get(role) ?? []).filter(([name]) => name !== "statement_timeout");
    byRole.set(role, [...others, ["statement_timeout", `${statementTimeout * 1000}ms`]]);
  }
  return byRole;
};

/** Reads the catalogue in one transaction and builds the service's knowledge of it. */
export const loadSchemaCache = async (
  db: Database,
  project: ProjectSettings,
): Promise<SchemaCache> => {
  const [settings, relations, keys, routines, facts, handlers, casts] = await db.transaction(
    async (tx) => {
      // With an empty search path PostgreSQL writes every name outside pg_catalog with its schema.
      await tx.query("select set_config('search_path', '', true)");
      const settings = await readSettings(tx, project);
      const { schemas } = settings;
      return [
        settings,
        await readRelations(tx),
        await readForeignKeys(tx),
        await readRoutines(tx, schemas),
        await readOtherFacts(tx, schemas),
        await readHandlers(tx, schemas),
        await readDomainCasts(tx),
      ] as const;
    },
  );
  const { schemas } = settings;
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const shown = appearances(relations);
  const primaryKeys = new Map(
    relations.map((relation) => [
      key(relation.schema, relation.name),
      relation.rule ? viewPrimaryKey(relation, relations, shown) : relation.primary_key,
    ]),
  );
  const representations = representationMap(casts);
  const exposed = relations.filter(({ schema }) => schemas.includes(schema));
  const tables = exposed.map((row) => {
    const name = key(row.schema, row.name);
    return [name, table(row, primaryKeys.get(name) ?? [], routines, representations)] as const;
  });
  return {
    settings,
    tables: new Map(tables),
    relationships: relationshipMap(relations, keys, routines, primaryKeys, shown, schemas),
    routines: Map.groupBy(
      routines
        .filter(callable)
        .map((row) => routine(row, byOid))
        .sort(bySignature),
      (each) => key(each.schema, each.name),
    ),
    types: castable(facts),
    roleSettings: roleSettings(facts, project),
    readsRequest: facts.reads_request,
    setsResponse: facts.sets_response,
    geoJson: facts.geo_json,
    handlers: handlerMap(handlers),
    enums: facts.enums,
    composites: facts.composites,
  };
};
