import type { BatchResult, Statement } from "#backend/core/database/batch.ts";
import type { BatchOptions } from "#backend/core/database/batch-queue.ts";
import type { RequestInfo } from "#backend/core/http/http.ts";
import type { RoleLimits } from "#backend/core/project/shape.ts";
import { type Caller, shareOf } from "#backend/core/tokens/caller.ts";
import { refuse } from "./errors.ts";
import type { Logic, Question } from "./request/types.ts";
import type { SchemaCache } from "./schema/types.ts";

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/** Milliseconds of a setting such as `8s` or `8000`; null if it is not such a duration. */
const durationOf = (setting: string): number | null => {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(us|ms|s|min|h)?\s*$/.exec(setting);
  return match ? Number(match[1]) * (UNITS[match[2] ?? "ms"] ?? 1) : null;
};

/** Milliseconds that the network and a busy server may add to a statement's own time. */
const SLACK = 2_000;

/** Milliseconds for a response when the operator sets no statement timeout. */
const UNBOUNDED = 600_000;

/**
 * Milliseconds in which the server must run a role's batch of so many statements: a little more than its
 * own statement timeout allows. Undefined if the timeout is unknown.
 */
const responseTimeout = (
  { roleSettings }: SchemaCache,
  role: string,
  statements: number,
): number | undefined => {
  const setting = [role, "authenticator"]
    .flatMap((name) => roleSettings.get(name) ?? [])
    .find(([name]) => name === "statement_timeout")?.[1];
  const each = setting === undefined ? null : durationOf(setting);
  if (each === null) return undefined;
  return each === 0 ? UNBOUNDED : each * Math.max(1, statements - 1) + SLACK;
};

/** The database, used for one caller. */
export interface CallerApi {
  batch(statements: readonly Statement[]): Promise<BatchResult[]>;
}

/** How a request's batch waits and runs. */
export const batchOptions = (
  cache: SchemaCache,
  caller: Caller,
  info: RequestInfo,
  statements: number,
): BatchOptions => ({
  caller: shareOf(caller, info),
  isDisconnected: info.isDisconnected,
  within: responseTimeout(cache, caller.role, statements),
});

const inLogic = (logic: Logic): string[] =>
  logic.kind === "tree" ? logic.members.flatMap(inLogic) : [logic.filter.operation.operator];

/** The operators of all of a query's filters, at any level. */
export const operatorsOf = ({ filters, logic }: Question): ReadonlySet<string> =>
  new Set([
    ...filters.map(({ it }) => it.operation.operator),
    ...logic.flatMap(({ it }) => inLogic(it)),
  ]);

/** Refuses what the project forbids to this role. */
export const checkOperators = (
  roles: Readonly<Record<string, RoleLimits>>,
  role: string,
  operators: ReadonlySet<string>,
): void => {
  const denied = Object.hasOwn(roles, role) ? roles[role]?.deniedOperators : undefined;
  const operator = denied?.find((name) => operators.has(name));
  if (operator === undefined) return;
  throw refuse("operator_denied", {
    message: `The operator ${operator} is not available to ${role}`,
    hint: "Filter by eq, in, like or ilike, sign in, or call a function of the API.",
  });
};
