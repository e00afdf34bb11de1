import { closest, LIKENESS, nearestColumns } from "#backend/core/fuzzy.ts";
import { refuse } from "../errors.ts";
import type { Field } from "../request/types.ts";
import { key, type SchemaCache, type Table } from "../schema/types.ts";
import type { Expression, Source } from "./types.ts";

/** With more tables than this, no similar name is searched for. */
const COMPARED = 500;

/** The table or view of that name, or PGRST205 with the likely intended name. */
export const findTable = (cache: SchemaCache, schema: string, name: string): Table => {
  const table = cache.tables.get(key(schema, name));
  if (table) return table;
  const names = [...cache.tables.values()].filter((each) => each.schema === schema);
  const suggestion =
    names.length > COMPARED
      ? null
      : closest(
          name,
          names.map((each) => each.name),
          LIKENESS.relation,
        );
  throw refuse("PGRST205", {
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: suggestion === null ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
    names: suggestion === null ? [] : [{ kind: "relation", schema, name: suggestion }],
  });
};

/** A table as the source of rows that a role reads; of rows that a function gives, without a role, all is shown. */
export const tableSource = (table: Table, role: string | null): Source => ({
  schema: table.schema,
  name: table.name,
  label: table.name,
  columns: new Map([...table.columns].map(([name, { type }]) => [name, type])),
  withheld: (role !== null && table.withheld.get(role)) || null,
  computed: table.computed,
  rowType: null,
});

export const unknownColumn = (source: Source, name: string) => {
  const near = nearestColumns(name, source.columns.keys());
  const suggestion = near.map((column) => `the column "${source.label}.${column}"`);
  const { schema, name: relation } = source;
  return refuse("42703", {
    message: `column ${source.label}.${name} does not exist`,
    hint:
      suggestion.length === 0 ? null : `Perhaps you meant to reference ${suggestion.join(" or ")}.`,
    // The columns of a function's result are no secret.
    names: source.ofFunction
      ? []
      : near.map((column) => ({ kind: "relation", schema, name: relation, column })),
  });
};

/** A field as an expression over existing columns; otherwise 42703, as PostgreSQL reports it. */
export const resolve = (source: Source, { name, path }: Field): Expression => {
  if (name === "*" && path.length === 0) return { kind: "star", name, type: null, path };
  const column = source.columns.get(name);
  if (column) return { kind: "column", name, type: column, path };
  const computed = source.computed.get(name);
  if (computed && source.rowType) {
    return { kind: "column", name, type: computed, path, computedOf: source.rowType };
  }
  if (computed) return { kind: "column", name, type: computed, path };
  // `others(count)` counts them: PostgreSQL reads `row.count` as `count(row)`, and clients rely on that.
  if (name === "count" && path.length === 0) return { kind: "count", name, type: null, path };
  throw unknownColumn(source, name);
};

/** Every column of a source that the caller may select, separately. */
export const everyColumn = ({ columns, withheld }: Source): Expression[] =>
  [...columns]
    .filter(([name]) => !withheld?.has(name))
    .map(([name, type]) => ({ kind: "column", name, type, path: [] }));

/** A cast's type as SQL from the schema cache; 42704 for a type that callers may not name. */
export const castType = (cache: SchemaCache, written: string): string => {
  const name = written.toLowerCase().replaceAll(/ +/g, " ");
  const array = name.endsWith("[]");
  const element = array ? name.slice(0, -2) : name;
  const exact = cache.types.get(array ? written : name) ?? cache.types.get(written);
  if (exact) return exact;
  const sql = cache.types.get(element);
  if (!sql) throw refuse("42704", { message: `type "${written}" does not exist` });
  return array ? `${sql}[]` : sql;
};
