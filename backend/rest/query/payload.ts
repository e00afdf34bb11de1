import type { Column, TypeFacts } from "../schema/types.ts";
import { identifier, type Parameters } from "./parameters.ts";

const literal = (text: string) =>
  text.includes("\\")
    ? `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`;

/**
 * The rows of a JSON body as a FROM item called `b`, with the given columns in their types. With
 * `defaults` absent members take the column's default, otherwise null.
 */
export const payloadSql = (
  p: Parameters,
  columns: readonly { name: string; type: TypeFacts; default?: Column["default"] }[],
  { form, defaults }: { form: "object" | "array"; defaults: boolean },
): string => {
  if (columns.length === 0 && form === "object") return "(values (1)) as b(x)";
  const body = p.body();
  if (columns.length === 0) return `json_array_elements(${body}::json) as b(x)`;
  const typed = columns.map(({ name, type }) => `${identifier(name)} ${type.sql}`).join(", ");
  const set = form === "array" ? "set" : "";
  const given = columns.flatMap(({ name, default: sql }) =>
    sql == null ? [] : [`${literal(name)}, ${sql}`],
  );
  if (!defaults || given.length === 0) return `json_to_record${set}(${body}::json) as b(${typed})`;
  const base = `jsonb_build_object(${given.join(", ")})`;
  const filled =
    form === "object"
      ? `(select ${base} || ${body}::jsonb)`
      : `(select jsonb_agg(${base} || x) from jsonb_array_elements(${body}::jsonb) as x)`;
  return `jsonb_to_record${set}(${filled}) as b(${typed})`;
};
