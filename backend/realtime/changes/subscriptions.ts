import pg from "pg";
import type { Database } from "#backend/core/database/database.ts";
import type { RoleLimits } from "#backend/core/project/shape.ts";
import { actAs, type Caller } from "#backend/core/tokens/caller.ts";
import type { Channel } from "../channel.ts";
import type { Binding } from "../config.ts";
import { type Filter, FilterError, readFilter, toSql } from "./filters.ts";
import type { Operation } from "./pgoutput.ts";
import type { Column, Tables, TableView } from "./tables.ts";

/** One binding of a channel, checked against its caller's rights. */
export interface Subscription {
  /** The client's id of it. */
  id: number;
  channel: Channel;
  caller: Caller;
  /** Equal for callers with the same policies and columns. */
  callerKey: string;
  event: Operation | "*";
  schema: string;
  table: string;
  filters: { filter: Filter; column: Column }[];
  select: string[] | null;
}

/** Why there will be no changes; the client gets the message. */
export class SubscriptionError extends Error {}

type RequestedChanges = Pick<Subscription, "event" | "schema" | "table" | "select"> & {
  filters: Filter[];
};

const readEvent = (event: unknown): RequestedChanges["event"] => {
  const name = typeof event === "string" ? event.toUpperCase() : "*";
  return name === "INSERT" || name === "UPDATE" || name === "DELETE" ? name : "*";
};

const given = (value: unknown): boolean => value !== undefined && value !== null;

const readBinding = (binding: Binding): RequestedChanges => {
  const { event, schema, table, filter, select } = binding;
  const isName = (value: unknown) => !given(value) || typeof value === "string";
  if ((!given(schema) && !given(table)) || ![schema, table, filter].every(isName))
    throw new SubscriptionError(
      "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to",
    );
  if (typeof select === "string")
    throw new SubscriptionError(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    );
  const columns = Array.isArray(select) ? select.filter((name) => typeof name === "string") : [];
  const requested: RequestedChanges = {
    event: readEvent(event),
    schema: typeof schema === "string" ? schema : "public",
    table: typeof table === "string" ? table : "*",
    filters: readFilter(typeof filter === "string" ? filter : ""),
    select: columns.length > 0 ? columns : null,
  };
  const anyTable = requested.schema === "*" || requested.table === "*";
  if (anyTable && requested.select)
    throw new SubscriptionError(
      "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
    );
  if (anyTable && requested.filters.length > 0)
    throw new SubscriptionError("A filter needs an explicit schema and table name.");
  return requested;
};

/** As Elixir writes a list of tuples. */
const written = (filters: readonly Filter[]): string =>
  filters
    .map(({ column, operator, values, negated }) => {
      const words = [column, negated ? `not.${operator}` : operator, values.join(",")];
      return `{${words.map((word) => JSON.stringify(word)).join(", ")}}`;
    })
    .join(", ");

const unable = (
  { event, schema, table, filters }: RequestedChanges,
  why: string,
): SubscriptionError =>
  new SubscriptionError(
    `Unable to subscribe to changes with given parameters. ${why} [event: ${event}, schema: ${schema}, table: ${table}, filters: [${written(filters)}]]`,
  );

const NOT_ENABLED = "Please check Realtime is enabled for the given connect parameters:";

/** Whether a query can find the table's rows as its reader. */
export const isVisible = (view: TableView | null): view is TableView =>
  view !== null && view.key.length > 0;

const bindColumns = (requested: RequestedChanges, view: TableView): Subscription["filters"] => {
  const find = (name: string) => view.columns.find((column) => column.name === name);
  for (const name of requested.select ?? [])
    if (!find(name)) throw unable(requested, `invalid column for select ${name}:`);
  return requested.filters.map((filter) => {
    const column = find(filter.column);
    if (!column) throw unable(requested, `invalid column for filter ${filter.column}:`);
    return { filter, column };
  });
};

/** Lets PostgreSQL check the values of filters now, and not at the first change. */
const tryFilters = async (
  api: Database,
  caller: Caller,
  requested: RequestedChanges,
  filters: Subscription["filters"],
): Promise<void> => {
  if (filters.length === 0) return;
  const values: string[] = [];
  const bind = (value: string) => `$${values.push(value)}`;
  // Patterns are only parsed when there is a text to compare them with.
  const conditions = filters.map(({ filter, column }) =>
    toSql(
      filter,
      filter.operator.endsWith("match") ? "''" : `null::${column.cast}`,
      column.cast,
      bind,
    ),
  );
  try {
    await api.batch([actAs(caller), { text: `select ${conditions.join(", ")}`, values }]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw unable(requested, `${error.message}:`);
  }
};

/**
 * Operators that the project denies in filters of the data API are denied here too: each change would run
 * them.
 */
const checkOperators = (requested: RequestedChanges, limits: RoleLimits | undefined): void => {
  const denied = requested.filters.find(({ operator }) =>
    limits?.deniedOperators.includes(operator),
  );
  if (denied)
    throw unable(requested, `the operator ${denied.operator} is not available to this role:`);
};

/** Parses a channel's bindings, and refuses those that could never match. */
export const subscriptionsOf = async (
  channel: Channel,
  ids: readonly number[],
  { api, tables, roles }: { api: Database; tables: Tables; roles: Record<string, RoleLimits> },
): Promise<Subscription[]> => {
  const { caller } = channel;
  const found: Subscription[] = [];
  for (const [index, binding] of channel.config.changes.entries()) {
    let requested: RequestedChanges;
    try {
      requested = readBinding(binding);
    } catch (error) {
      if (error instanceof FilterError) throw new SubscriptionError(error.message);
      throw error;
    }
    checkOperators(requested, Object.hasOwn(roles, caller.role) ? roles[caller.role] : undefined);
    const published = await tables.published(requested.schema, requested.table);
    const views = await Promise.all(
      published.map(({ schema, table }) => tables.view(schema, table, caller.role)),
    );
    const view = views.find(isVisible);
    if (!view) throw unable(requested, NOT_ENABLED);
    const filters = bindColumns(requested, view);
    await tryFilters(api, caller, requested, filters);
    found.push({
      id: ids[index] ?? 0,
      channel,
      caller,
      callerKey: JSON.stringify([caller.role, caller.claims]),
      event: requested.event,
      schema: requested.schema,
      table: requested.table,
      filters,
      select: requested.select,
    });
  }
  return found;
};
