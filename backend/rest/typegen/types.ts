import { key, type SchemaCache, type Table, type TypeFacts } from "../schema/types.ts";

const STRINGS = new Set([
  "bytea",
  "bpchar",
  "varchar",
  "date",
  "text",
  "citext",
  "time",
  "timetz",
  "timestamp",
  "timestamptz",
  "uuid",
  "vector",
  "name",
]);

const NUMBERS = new Set(["int2", "int4", "int8", "float4", "float8", "numeric"]);

export const quote = (text: string): string => JSON.stringify(text);

/** A member's name, quoted only where TypeScript needs it. */
export const member = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : quote(name);

export const byName = <T extends { name: string }>(items: Iterable<T>): T[] =>
  [...items].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

export const isView = ({ kind }: Table): boolean => kind === "view" || kind === "materialized view";

const within = (schema: string, part: string, name: string) =>
  `Database[${quote(schema)}][${quote(part)}][${quote(name)}]`;

const scalar = (cache: SchemaCache, name: string, schema: string): string => {
  if (name === "bool") return "boolean";
  if (NUMBERS.has(name)) return "number";
  if (STRINGS.has(name)) return "string";
  if (name === "json" || name === "jsonb") return "Json";
  if (name === "void") return "undefined";
  if (name === "record") return "Record<string, unknown>";
  const shown = cache.settings.schemas.includes(schema);
  const enumType = cache.enums.find((each) => each.name === name && each.schema === schema);
  if (enumType) {
    return shown ? within(schema, "Enums", name) : enumType.values.map(quote).join(" | ");
  }
  if (!shown) return "unknown";
  const table = cache.tables.get(key(schema, name));
  if (table) return `${within(schema, isView(table) ? "Views" : "Tables", name)}["Row"]`;
  const composite = cache.composites.some((each) => each.name === name && each.schema === schema);
  return composite ? within(schema, "CompositeTypes", name) : "unknown";
};

/** The TypeScript type of a value as it arrives in JSON, by postgres-meta's table. */
export const typeScript = (cache: SchemaCache, { base, schema }: TypeFacts): string => {
  if (!base.startsWith("_")) return scalar(cache, base, schema);
  const element = scalar(cache, base.slice(1), schema);
  return element.includes(" | ") ? `(${element})[]` : `${element}[]`;
};

/** An object type, one member per line, `indent` spaces in; `[_ in never]: never` for an empty one. */
export const block = (members: readonly string[], indent: number): string => {
  const pad = " ".repeat(indent + 2);
  const lines = members.length > 0 ? members : ["[_ in never]: never"];
  return `{\n${lines.map((line) => `${pad}${line}`).join("\n")}\n${" ".repeat(indent)}}`;
};
