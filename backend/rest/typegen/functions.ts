import { key, type Routine, type SchemaCache } from "../schema/types.ts";
import { block, member, quote, typeScript } from "./types.ts";

const INDENT = 8;

const args = (cache: SchemaCache, { parameters }: Routine): string => {
  if (parameters.length === 0) return "never";
  const members = parameters
    .map(({ name, required, type }) => {
      const shown = name === "" ? '""' : member(name);
      return `${shown}${required ? "" : "?"}: ${typeScript(cache, type)}`;
    })
    .toSorted();
  const line = `{ ${members.join("; ")} }`;
  return line.length <= 60 ? line : block(members, INDENT);
};

/** The row of a composite result, its columns in the order of their names. */
const row = (cache: SchemaCache, routine: Routine): string => {
  const table = routine.table
    ? cache.tables.get(key(routine.table.schema, routine.table.name))
    : undefined;
  const members = [...routine.columns]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => {
      const nullable = table?.columns.get(name)?.nullable ? " | null" : "";
      return `${member(name)}: ${typeScript(cache, type)}${nullable}`;
    });
  return members.length > 0 ? block(members, INDENT) : "Record<string, unknown>";
};

const returns = (cache: SchemaCache, routine: Routine): string => {
  const one =
    routine.returns === "composite" ? row(cache, routine) : typeScript(cache, routine.type);
  if (!routine.returnsSet) return one;
  return one.includes(" | ") && routine.returns !== "composite" ? `(${one})[]` : `${one}[]`;
};

/** The client's type of a function whose rows are a table's: that table's own types. */
const setof = (cache: SchemaCache, routine: Routine): string[] => {
  const { table, parameters, returnsSet } = routine;
  if (!table || !cache.tables.has(key(table.schema, table.name))) return [];
  const [only, more] = parameters;
  const from =
    only && !more && cache.tables.has(key(only.type.schema, only.type.name)) ? only.type.name : "*";
  const members = [
    `from: ${quote(from)}`,
    `to: ${quote(table.name)}`,
    `isOneToOne: ${!returnsSet}`,
    `isSetofReturn: ${returnsSet}`,
  ];
  return [`SetofOptions: ${block(members, INDENT)}`];
};

const overload = (cache: SchemaCache, routine: Routine): string => {
  const members = [
    `Args: ${args(cache, routine)}`,
    `Returns: ${returns(cache, routine)}`,
    ...setof(cache, routine),
  ];
  const line = `{ ${members.join("; ")} }`;
  return line.includes("\n") || line.length > 68 ? block(members, INDENT - 2) : line;
};

/** A function; its overloads are a union. */
export const functionBlock = (cache: SchemaCache, overloads: readonly Routine[]): string => {
  const [first] = overloads;
  const name = member(first?.name ?? "");
  if (first && overloads.length === 1) return `${name}: ${overload(cache, first)}`;
  const pad = " ".repeat(INDENT);
  return `${name}:\n${overloads.map((each) => `${pad}| ${overload(cache, each)}`).join("\n")}`;
};
