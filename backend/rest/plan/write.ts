import { refuse } from "../errors.ts";
import { qualified } from "../identifiers.ts";
import type { ApiRequest } from "../request/request.ts";
import type { Question } from "../request/types.ts";
import type { Column, SchemaCache, Table } from "../schema/types.ts";
import { findTable, tableSource, unknownColumn } from "./names.ts";
import { planRead, rootConditions } from "./read.ts";
import type { Condition, ReadNode } from "./types.ts";

/** A change of rows, and which of them the response contains. */
export interface WritePlan {
  kind: "insert" | "update" | "delete" | "put";
  table: Table;
  /** Columns that the body sets. */
  columns: Column[];
  form: "object" | "array";
  defaults: boolean;
  conflict: { columns: string[]; merge: boolean } | null;
  conditions: Condition[];
  /** Columns of the changed rows that the response needs; `*` for all. */
  returning: string[];
  /** What to read of the changed rows; null for nothing. */
  read: ReadNode | null;
  located: boolean;
}

const unknownPayloadColumn = (table: Table, name: string) =>
  refuse("PGRST204", {
    message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
  });

/**
 * Columns of the changed rows that reading them needs: outputs, keys of children, primary key. A function
 * of the row needs all of them and no others, or the row would not have its type.
 */
const needed = (read: ReadNode, primaryKey: readonly string[]): string[] => {
  const star = read.outputs.some(
    ({ expression, aggregate }) => expression.kind === "star" && aggregate === null,
  );
  const ofTheRow =
    read.children.some(({ relationship }) => relationship.computedBy) ||
    [...read.outputs, ...read.orders].some(({ expression }) => expression.computedOf);
  if (star || ofTheRow) return ["*"];
  const names = new Set(primaryKey);
  for (const { expression } of read.outputs) {
    if (expression.kind === "column") names.add(expression.name);
  }
  for (const { expression, child } of read.orders) {
    if (expression.kind === "column" && !child) names.add(expression.name);
  }
  for (const { relationship } of read.children) {
    for (const [own] of relationship.junction?.fromColumns ?? relationship.columns) names.add(own);
  }
  for (const condition of read.conditions) {
    if (condition.kind === "compare") names.add(condition.expression.name);
  }
  return [...names];
};

const checkPut = (question: Question, table: Table, ranged: boolean): void => {
  if (ranged) throw refuse("PGRST114");
  const names = new Set(question.filters.map(({ it }) => it.field.name));
  const allEqual = question.filters.every(
    ({ path, it: { field, operation } }) =>
      path.length === 0 &&
      field.path.length === 0 &&
      operation.operator === "eq" &&
      !operation.not &&
      operation.quantifier === null,
  );
  const exact =
    table.primaryKey.length > 0 &&
    names.size === table.primaryKey.length &&
    table.primaryKey.every((name) => names.has(name));
  if (!allEqual || !exact || question.logic.length > 0) throw refuse("PGRST105");
};

/** Hosted projects load `safeupdate`: a change of every row must be explicit. */
const checkConditions = (kind: "update" | "delete", conditions: readonly Condition[]): void => {
  if (conditions.length > 0) return;
  throw refuse("21000", { message: `${kind.toUpperCase()} requires a WHERE clause` });
};

const KINDS = { POST: "insert", PATCH: "update", DELETE: "delete", PUT: "put" } as const;

/** Plans a POST, PATCH, PUT or DELETE on a relation. */
export const planWrite = (
  cache: SchemaCache,
  request: ApiRequest,
  question: Question,
  role: string,
): WritePlan => {
  const { method, target, payload, preferences, parsedQuery } = request;
  if (method === "GET" || method === "HEAD") throw new Error(`${method} changes nothing`);
  const kind = KINDS[method];
  const table = findTable(cache, target.schema, target.name);
  const source = tableSource(table, role);
  if (kind === "put") checkPut(question, table, parsedQuery.ranged);
  const names = kind === "delete" ? [] : (question.columns ?? payload?.keys ?? []);
  const columns = [...new Set(names)].map((name) => {
    const column = table.columns.get(name);
    if (!column) throw unknownPayloadColumn(table, name);
    return column;
  });
  const conditions = kind === "insert" ? [] : rootConditions(source, question);
  if (kind === "delete" || (kind === "update" && columns.length > 0)) {
    checkConditions(kind, conditions);
  }
  const full = preferences.return === "representation";
  const located =
    kind === "insert" && preferences.return === "headers-only" && table.primaryKey.length > 0;
  const changed = { ...source, rowType: qualified(table) };
  const read = full
    ? planRead(cache, target.schema, changed, question, { role, maxRows: 0, changed: true })
    : null;
  const upsert = kind === "insert" ? preferences.resolution : null;
  const target_columns = question.onConflict ?? [...table.primaryKey];
  for (const name of target_columns) {
    if (!table.columns.has(name)) throw unknownColumn(source, name);
  }
  return {
    kind,
    table,
    columns,
    form: payload?.form ?? "object",
    defaults: kind !== "put" && preferences.missing === "default",
    conflict:
      kind === "put"
        ? { columns: [...table.primaryKey], merge: true }
        : upsert && target_columns.length > 0
          ? { columns: target_columns, merge: upsert === "merge-duplicates" }
          : null,
    conditions,
    returning: read ? needed(read, table.primaryKey) : located ? [...table.primaryKey] : [],
    read,
    located,
  };
};
