import { type BatchResult, ROLLBACK, type Statement } from "#backend/core/database/batch.ts";
import type { RequestInfo } from "#backend/core/http/http.ts";
import { type Caller, claimsText } from "#backend/core/tokens/caller.ts";
import type { Claims } from "#backend/core/tokens/tokens.ts";
import type { Compiled } from "./compile.ts";
import { identifier } from "./identifiers.ts";
import type { CallerApi } from "./limits.ts";
import { bind } from "./query/parameters.ts";
import type { ApiRequest } from "./request/request.ts";
import { split } from "./request/request.ts";
import type { SchemaCache } from "./schema/types.ts";

/** The single row that a statement returns (see `query/envelope.ts`). */
export interface Outcome {
  body: string | null;
  rows: number;
  total: number | null;
  /** Values of `Compiled.located`. */
  location: (string | null)[] | null;
  inserted: number | null;
  headers: string | null;
  status: string | null;
}

/** Prepared statements cached on each connection. */
const NAMED = 300;

/**
 * Names a plan's statement from its second use, so that shapes used once cost no memory. There are `NAMED` names.
 * When they are used up, the oldest is reused and each connection prepares again. Each role has its own plans, so that
 * a statement prepared under one role's policies is not reused under another's.
 */
export const createStatementNames = (): ((compiled: Compiled) => string | undefined) => {
  const given = new WeakMap<Compiled, string | null>();
  const owners: Compiled[] = [];
  let next = 0;
  return (compiled) => {
    const name = given.get(compiled);
    if (name) return name;
    if (name === undefined) {
      given.set(compiled, null);
      return undefined;
    }
    const slot = next++ % NAMED;
    const before = owners[slot];
    if (before) given.delete(before);
    owners[slot] = compiled;
    given.set(compiled, `rest_${slot}`);
    return `rest_${slot}`;
  };
};

const requestFacts = (request: Request): [name: string, value: string][] => {
  const headers = Object.fromEntries(request.headers);
  const cookies = Object.fromEntries(
    (headers.cookie ?? "")
      .split(";")
      .filter((part) => part.includes("="))
      .map((part) => {
        const at = part.indexOf("=");
        return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
      }),
  );
  return [
    ["request.method", request.method],
    ["request.path", split(request.url).path],
    ["request.headers", JSON.stringify(headers)],
    ["request.cookies", JSON.stringify(cookies)],
  ];
};

/**
 * A reader waits only for a change of a table's shape, and holds one of few connections meanwhile: one
 * locked table must not delay readers of others. It is less than the second that a project may give its
 * visitors for the whole statement, so that they learn that it is temporary. A role's own `lock_timeout`
 * has priority.
 */
const READ_LOCK_TIMEOUT = "750ms";

/** Settings of a transaction, besides the role and the claims: names and values. */
const settingsOf = (
  cache: SchemaCache,
  request: Request,
  { target, preferences }: ApiRequest,
  { role }: Caller,
  readOnly: boolean,
): string[] => {
  const path = [target.schema, ...cache.settings.extraSearchPath];
  return [
    "search_path",
    path.map(identifier).join(", "),
    ...(readOnly ? ["transaction_read_only", "on", "lock_timeout", READ_LOCK_TIMEOUT] : []),
    ...(cache.roleSettings.get(role) ?? []).flat(),
    ...(preferences.timezone === null ? [] : ["timezone", preferences.timezone]),
    ...(cache.readsRequest ? requestFacts(request).flat() : []),
  ];
};

/**
 * The first statement: become the caller, with settings for this transaction only. The settings of cached
 * claims (`tokens.verify`) are cached for as long as the schema is. A call that may write also gets the caller's
 * address (`request.ip`), by which functions count visitors' actions. It comes from no header, so no caller can set it.
 */
const preamble = (
  cache: SchemaCache,
  request: Request,
  read: ApiRequest,
  caller: Caller,
  readOnly: boolean,
  ip: string,
): Statement => {
  const own = preambles.get(cache) ?? new WeakMap<Claims, Map<string, Statement>>();
  preambles.set(cache, own);
  const ofCaller = own.get(caller.claims) ?? new Map<string, Statement>();
  own.set(caller.claims, ofCaller);
  const { timezone } = read.preferences;
  const key = `${caller.role}\n${read.target.schema}\n${readOnly || ip}\n${timezone}`;
  const known = ofCaller.get(key);
  if (known) return known;
  const settings = settingsOf(cache, request, read, caller, readOnly);
  if (!readOnly) settings.push("request.ip", ip);
  const count = settings.length / 2;
  const statement = {
    name: `rest_as_${count}`,
    text: settingText(count),
    values: [caller.role, claimsText(caller), ...settings],
    unlabelled: true,
    prepared: true,
  };
  // Each request's own facts differ, visitors have many addresses, and few time zones are common.
  const rare = cache.readsRequest || (!readOnly && caller.claims.sub === undefined);
  if (rare || ofCaller.size >= PREPARED_PREAMBLES) return { ...statement, prepared: false };
  ofCaller.set(key, statement);
  return statement;
};

const preambles = new WeakMap<SchemaCache, WeakMap<Claims, Map<string, Statement>>>();

/** Of one token: schemas, read-only or not, addresses, time zones. */
const PREPARED_PREAMBLES = 8;

const settingTexts: string[] = [];

/**
 * As `actAs`, with a number of extra settings, whose names and values are parameters. None of them is null,
 * so no row comes back.
 */
const settingText = (count: number): string => {
  settingTexts[count] ??= `select where num_nulls(${[
    "set_config('role', $1, true)",
    "set_config('request.jwt.claims', $2, true)",
    ...Array.from(
      { length: count },
      (_, index) => `set_config($${2 * index + 3}, $${2 * index + 4}, true)`,
    ),
  ].join(", ")}) > 0`;
  return settingTexts[count];
};

const number = (value: string | null | undefined): number | null =>
  value == null ? null : Number(value);

/** The planner's estimate of the rows of an `explain (format json)`. */
const plannedRows = (result: BatchResult | undefined): number => {
  const [plan]: { Plan?: { "Plan Rows"?: number } }[] = JSON.parse(result?.rows[0]?.[0] ?? "[{}]");
  return plan?.Plan?.["Plan Rows"] ?? 0;
};

const totalOf = (
  exact: number | null,
  { preferences }: ApiRequest,
  explained: BatchResult | undefined,
  maxRows: number,
): number | null => {
  if (preferences.count === "planned") return plannedRows(explained);
  if (preferences.count !== "estimated" || exact === null) return exact;
  return exact > maxRows ? Math.max(plannedRows(explained), exact) : exact;
};

export interface Transaction {
  api: CallerApi;
  cache: SchemaCache;
  nameOf: ReturnType<typeof createStatementNames>;
}

/** The operator's function that runs before everything else, as the caller. */
const firstOf = ({ settings: { preRequest } }: SchemaCache): Statement[] =>
  preRequest === null ? [] : [preRequest];

const rollsBack = ({ settings: { ending } }: SchemaCache, { preferences }: ApiRequest): boolean =>
  preferences.tx === null ? ending.rollback : preferences.tx === "rollback";

/** An error that would only appear at the end is raised first. */
const ROLLED_BACK: readonly Statement[] = [{ text: "set constraints all immediate" }, ...ROLLBACK];

const NOTHING: Outcome = {
  body: null,
  rows: 0,
  total: null,
  location: null,
  inserted: null,
  headers: null,
  status: null,
};

const planText = (result: BatchResult | undefined): string =>
  `${(result?.rows ?? []).map(([line]) => line ?? "").join("\n")}\n`;

/** Runs a compiled request as its caller: one round trip, one transaction. */
export const run = async (
  { api, cache, nameOf }: Transaction,
  request: Request,
  read: ApiRequest,
  compiled: Compiled,
  caller: Caller,
  info: RequestInfo,
): Promise<Outcome> => {
  const body = read.payload?.text ?? null;
  const statements: Statement[] = [
    preamble(cache, request, read, caller, compiled.readOnly, info.ip),
    ...firstOf(cache),
    {
      name: nameOf(compiled),
      text: compiled.text,
      values: bind(compiled.bindings, read.parsedQuery.values, body),
      unlabelled: true,
    },
  ];
  if (compiled.explain) {
    const { text, bindings } = compiled.explain;
    statements.push({ text, values: bind(bindings, read.parsedQuery.values, body) });
  }
  if (rollsBack(cache, read)) statements.push(...ROLLED_BACK);
  const results = (await api.batch(statements)).slice(firstOf(cache).length + 1);
  const [result, explained] = results;
  if (read.media.plan) return { ...NOTHING, body: planText(result) };
  const row = result?.rows[0] ?? [];
  return {
    body: row[0] ?? null,
    rows: Number(row[1] ?? 0),
    total: totalOf(number(row[2]), read, explained, cache.settings.maxRows),
    location: row[3] ? JSON.parse(row[3]) : null,
    inserted: number(row[4]),
    headers: row[5] ?? null,
    status: row[6] ?? null,
  };
};
