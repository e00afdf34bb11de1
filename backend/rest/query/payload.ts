import { identifier } from "../identifiers.ts";
import type { Column, TypeFacts } from "../schema/types.ts";
import type { Parameters } from "./parameters.ts";

const literal = (text: string) =>
  text.includes("\\")
    ? `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`;

/** PostgreSQL's functions take at most 100 arguments, and a member of an object is two. */
const MOST_PAIRS = 50;

interface BodyColumn {
  name: string;
  type: TypeFacts;
  default?: Column["default"];
}

interface BodyForm {
  form: "object" | "array";
  defaults?: boolean;
  first?: boolean;
}

/**
 * The rows of a JSON body as a FROM item called `b`, with the given columns in their types. With
 * `defaults`, absent members get the column's default, otherwise null. `first` uses the first item of a
 * list as the whole body.
 */
export const payloadSql = (
  p: Parameters,
  columns: readonly BodyColumn[],
  form: BodyForm,
): string => {
  if (columns.every(({ type }) => !type.represented?.fromJson)) return recordSql(p, columns, form);
  const plain = columns.map((each) =>
    each.type.represented?.fromJson ? { ...each, type: { ...each.type, sql: "json" } } : each,
  );
  const read = columns.map(({ name, type }) => {
    const column = identifier(name);
    const through = type.represented?.fromJson;
    return through ? `${through}(b.${column}) as ${column}` : `b.${column}`;
  });
  return `(select ${read.join(", ")} from ${recordSql(p, plain, form)}) as b`;
};

const recordSql = (
  p: Parameters,
  columns: readonly BodyColumn[],
  { form, defaults = false, first = false }: BodyForm,
): string => {
  if (columns.length === 0 && form === "object") return "(values (1)) as b(x)";
  const body = first ? `(${p.body()}::json->0)` : p.body();
  if (columns.length === 0) return `json_array_elements(${body}::json) as b(x)`;
  const typed = columns.map(({ name, type }) => `${identifier(name)} ${type.sql}`).join(", ");
  const set = form === "array" ? "set" : "";
  const given = columns.flatMap(({ name, default: sql }) =>
    sql == null ? [] : [`${literal(name)}, ${sql}`],
  );
  if (!defaults) return `json_to_record${set}(${body}::json) as b(${typed})`;
  const base = [];
  do base.push(`jsonb_build_object(${given.splice(0, MOST_PAIRS).join(", ")})`);
  while (given.length > 0);
  const filled =
    form === "object"
      ? `(select ${base.join(" || ")} || ${body}::jsonb)`
      : `(select jsonb_agg(${base.join(" || ")} || x) from jsonb_array_elements(${body}::jsonb) as x)`;
  return `jsonb_to_record${set}(${filled}) as b(${typed})`;
};
