import {
  type Column,
  key,
  type Relationship,
  type SchemaCache,
  type Table,
} from "../schema/types.ts";
import { block, byName, isView, member, quote, typeScript } from "./types.ts";

const INDENT = 8;

const rowMembers = (cache: SchemaCache, table: Table): string[] => [
  ...byName(table.columns.values()).map(
    ({ name, type, nullable }) =>
      `${member(name)}: ${typeScript(cache, type)}${nullable ? " | null" : ""}`,
  ),
  ...[...table.computed]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => `${member(name)}: ${typeScript(cache, type)} | null`),
];

const written = (cache: SchemaCache, column: Column, optional: boolean): string => {
  const name = member(column.name);
  if (column.identity === "always" || column.generated || !column.updatable)
    return `${name}?: never`;
  const type = `${typeScript(cache, column.type)}${column.nullable ? " | null" : ""}`;
  return `${name}${optional ? "?" : ""}: ${type}`;
};

const hasDefault = ({ nullable, default: sql, identity }: Column) =>
  nullable || sql !== null || identity !== null;

const relationshipBlock = ({ constraint, columns, cardinality, to }: Relationship): string =>
  block(
    [
      `foreignKeyName: ${quote(constraint)}`,
      `columns: [${columns.map(([own]) => quote(own)).join(", ")}]`,
      `isOneToOne: ${cardinality === "one-to-one"}`,
      `referencedRelation: ${quote(to.name)}`,
      `referencedColumns: [${columns.map(([, other]) => quote(other)).join(", ")}]`,
    ],
    INDENT + 2,
  );

const relationships = (cache: SchemaCache, table: Table): string => {
  const order = ({ constraint, to, columns }: Relationship) =>
    `${constraint}\n${to.name}\n${columns.join()}`;
  const own = (cache.relationships.get(key(table.schema, table.name)) ?? [])
    .filter(({ hasForeignKey, to }) => hasForeignKey && to.schema === table.schema)
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  if (own.length === 0) return "[]";
  const pad = " ".repeat(INDENT + 2);
  const entries = own.map((each) => `${pad}${relationshipBlock(each)},`);
  return `[\n${entries.join("\n")}\n${" ".repeat(INDENT)}]`;
};

/** `Row`, `Insert`, `Update` and `Relationships` of a table or view. */
export const tableBlock = (cache: SchemaCache, table: Table): string => {
  const columns = byName(table.columns.values());
  const view = isView(table);
  const writes = (optional: (column: Column) => boolean) =>
    block(
      columns.map((column) => written(cache, column, optional(column))),
      INDENT,
    );
  const members = [`Row: ${block(rowMembers(cache, table), INDENT)}`];
  if (!view || table.insertable)
    members.push(`Insert: ${writes((each) => view || hasDefault(each))}`);
  if (!view || table.updatable) members.push(`Update: ${writes(() => true)}`);
  members.push(`Relationships: ${relationships(cache, table)}`);
  return `${member(table.name)}: ${block(members, INDENT - 2)}`;
};
