import type { EnumType, TypeFacts } from "../schema/types.ts";

/** PostgreSQL's own spelling of the types that have another name in pg_type. */
const SPELT: Record<string, string> = {
  int2: "smallint",
  int4: "integer",
  int8: "bigint",
  float4: "real",
  float8: "double precision",
  bool: "boolean",
  bpchar: "character",
  varchar: "character varying",
  timestamptz: "timestamp with time zone",
  timestamp: "timestamp without time zone",
  timetz: "time with time zone",
  time: "time without time zone",
};

const SWAGGER: Record<string, string | null> = {
  boolean: "boolean",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  numeric: "number",
  real: "number",
  "double precision": "number",
  json: null,
  jsonb: null,
};

/** A type without its modifier; for a domain, its base type. */
export const formatOf = ({ sql, name, base }: TypeFacts): string => {
  if (base !== name) {
    const element = base.startsWith("_") ? base.slice(1) : base;
    return `${SPELT[element] ?? element}${base.startsWith("_") ? "[]" : ""}`;
  }
  return sql.replace(/\([\d,]+\)/, "");
};

export const swaggerType = (format: string): string | null => {
  const known = SWAGGER[format];
  if (known !== undefined) return known;
  return format.endsWith("[]") ? "array" : "string";
};

/** `type`, `format` and, of arrays, `items`. */
export const typeMembers = (type: TypeFacts): Record<string, unknown> => {
  const format = formatOf(type);
  const swagger = swaggerType(format);
  if (swagger !== "array") return { ...(swagger ? { type: swagger } : {}), format };
  const element = swaggerType(format.slice(0, -2));
  return { type: "array", format, items: element ? { type: element } : {} };
};

/** The default as JSON, if it is a plain value: `'ONLINE'::status` is "ONLINE". */
export const defaultMember = (type: TypeFacts, sql: string | null): Record<string, unknown> => {
  if (sql === null) return {};
  const format = formatOf(type);
  if (swaggerType(format) === "string") {
    const suffix = `::${format}`;
    const bare = sql.endsWith(suffix) ? sql.slice(0, -suffix.length) : null;
    return { default: bare === null ? sql : bare.replace(/^'+|'+$/g, "") };
  }
  try {
    return { default: JSON.parse(sql) };
  } catch {
    return {};
  }
};

export const lengthMember = ({ sql }: TypeFacts): Record<string, unknown> => {
  const length = /^character(?: varying)?\((\d+)\)$/.exec(sql)?.[1];
  return length ? { maxLength: Number(length) } : {};
};

export const enumMember = (
  { schema, name }: TypeFacts,
  enums: readonly EnumType[],
): Record<string, unknown> => {
  const found = enums.find((each) => each.schema === schema && each.name === name);
  return found ? { enum: found.values } : {};
};
