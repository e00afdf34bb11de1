import pg from "pg";
import type { Statement } from "#backend/core/database/batch.ts";
import type { Database } from "#backend/core/database/database.ts";
import { actAs, type Caller } from "#backend/core/tokens/caller.ts";
import { toSql } from "./filters.ts";
import type { Operation, Relation, Value } from "./pgoutput.ts";
import type { Subscription } from "./subscriptions.ts";
import type { Column, TableView } from "./tables.ts";

/** A written row, from the log. */
export interface Change {
  operation: Operation;
  relation: Relation;
  old: Value[] | null;
  new: Value[] | null;
  xid: number;
  committedAt: Date;
}

/** The rows of one table that may concern listeners with the same rights and columns. */
export interface Question {
  view: TableView;
  /** Whether the rows no longer exist, so that no policy can check them. */
  isDeleted: boolean;
  caller: Caller;
  columns: Column[];
  changes: Change[];
  subscriptions: Subscription[];
}

/** A row as the caller sees it; JSON texts. */
export interface Sighting {
  change: Change;
  record: string | null;
  old: string | null;
  /** The subscriptions whose filters match. */
  subscriptions: Subscription[];
}

const name = pg.escapeIdentifier;

export const valueIn = (relation: Relation, values: Value[] | null, column: string): Value =>
  values?.[relation.columns.findIndex((each) => each.name === column)];

/** The old row's columns that may be sent: all of them only if no policy protects the table. */
const oldColumns = ({ view }: Question, relation: Relation): Column[] =>
  relation.identity === "f" && !view.guarded ? view.columns : view.key;

const arrayOf = (values: readonly Value[]): string =>
  `{${values.map((value) => (value == null ? "null" : `"${value.replace(/[\\"]/g, "\\$&")}"`)).join(",")}}`;

const jsonOf = (columns: readonly string[]): string =>
  columns.length === 0
    ? "'{}'"
    : `row_to_json((select told from (select ${columns.join(", ")}) as told))::text`;

interface VisibilityQuery {
  statement: Statement;
  /** For each subscription, the numbers of its conditions; null if unknown. */
  conditions: (number[] | null)[];
}

/**
 * One statement, run as the caller. PostgreSQL's policies decide which rows come back, its grants which
 * columns may be named, and its operators whether filters match.
 */
const visibilityQuery = (question: Question): VisibilityQuery => {
  const { view, isDeleted, columns, changes, subscriptions } = question;
  const values: string[] = [];
  const bind = (value: string) => `$${values.push(value)}`;
  const relation = changes[0]?.relation as Relation;
  const olds = oldColumns(question, relation);
  const inputs: { alias: string; array: string; cast: string }[] = [];
  const input = (cast: string, read: (change: Change) => Value): string => {
    const alias = `v${inputs.length}`;
    inputs.push({ alias, array: `${bind(arrayOf(changes.map(read)))}::text[]`, cast });
    return `c.${alias}`;
  };
  const keys = isDeleted
    ? []
    : view.key.map((column) => {
        const value = input(column.cast, (change) => valueIn(relation, change.new, column.name));
        return `t.${name(column.name)} = ${value}`;
      });
  const before = olds.map((column) => {
    const value = input(column.cast, (change) => {
      const old = valueIn(relation, change.old, column.name);
      return change.old ? old : valueIn(relation, change.new, column.name);
    });
    return { column, sql: `${value} as ${name(column.name)}` };
  });
  const shown = new Set(columns.map((column) => column.name));
  const oldJson = jsonOf(
    before.filter(({ column }) => shown.has(column.name)).map(({ sql }) => sql),
  );
  const known = new Set((isDeleted ? olds : view.columns).map((column) => column.name));
  const texts = new Map<string, number>();
  const conditions = subscriptions.map(({ filters }) => {
    // Values of a deleted row that are not in the log cannot be compared.
    if (!filters.every(({ column }) => known.has(column.name))) return null;
    return filters.map(({ filter }) => {
      const same = JSON.stringify(filter);
      let number = texts.get(same);
      if (number === undefined) {
        number = texts.size;
        texts.set(same, number);
      }
      return number;
    });
  });
  const filters = new Map(
    subscriptions.flatMap((each) => each.filters.map((f) => [JSON.stringify(f.filter), f])),
  );
  const checks = [...texts.keys()].map((same) => {
    const found = filters.get(same);
    if (!found || !known.has(found.column.name)) return "false";
    return toSql(found.filter, `t.${name(found.column.name)}`, found.column.cast, bind);
  });
  const recordJson = isDeleted ? "null" : jsonOf(columns.map((column) => `t.${name(column.name)}`));
  const target = isDeleted
    ? `cross join lateral (select ${before.map(({ sql }) => sql).join(", ")}) as t`
    : `join ${name(view.schema)}.${name(view.table)} as t on ${keys.join(" and ")}`;
  // The cast is separate from the join ("offset 0"). A comparison with a cast inside may fail and so reveal
  // rows. PostgreSQL would also check a table's policies for every row before it, instead of using the
  // index.
  const casts = inputs.map(({ alias, cast }) => `${alias}::${cast} as ${alias}`);
  return {
    conditions,
    statement: {
      text: `select c.n, ${[recordJson, oldJson, ...checks].join(", ")}
from (select ${[...casts, "n"].join(", ")}
  from unnest(${inputs.map(({ array }) => array).join(", ")})
    with ordinality as given (${[...inputs.map(({ alias }) => alias), "n"].join(", ")})
  offset 0) as c
${target}`,
      values,
    },
  };
};

/** Reads the changed rows as the caller, without rows that the caller may not see. */
export const findSightings = async (api: Database, question: Question): Promise<Sighting[]> => {
  const { statement, conditions } = visibilityQuery(question);
  const [, result] = await api.batch([actAs(question.caller), statement]);
  const sightings: Sighting[] = [];
  for (const [n, record = null, old = null, ...checks] of result?.rows ?? []) {
    const change = question.changes[Number(n) - 1];
    if (!change) continue;
    const subscriptions = question.subscriptions.filter((_, index) =>
      conditions[index]?.every((number) => checks[number] === "t"),
    );
    if (subscriptions.length > 0) sightings.push({ change, record, old, subscriptions });
  }
  return sightings;
};

/**
 * Waits until the transactions have ended for everybody: the log reports a commit a moment before other
 * sessions see its writes.
 */
export const waitForCommit = async (db: Database, xids: ReadonlySet<number>): Promise<void> => {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const [row] = await db.query<{ snapshot: string }>(
      "select pg_current_snapshot()::text as snapshot",
    );
    const [, xmax = "0", running = ""] = (row?.snapshot ?? "").split(":");
    const open = new Set(running.split(",").map((xid) => Number(BigInt(xid) & 0xffffffffn)));
    const next = Number(BigInt(xmax) & 0xffffffffn);
    const isOpen = (xid: number) => open.has(xid) || (xid - next) >>> 0 < 0x80000000;
    if (![...xids].some(isOpen)) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};
