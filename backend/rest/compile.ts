import { identifier, qualified } from "./identifiers.ts";
import { operatorsOf } from "./limits.ts";
import { type CacheTags, tagsOfCall, tagsOfRead } from "./plan/cache-tags.ts";
import { planCall } from "./plan/call.ts";
import { findTable, tableSource } from "./plan/names.ts";
import { planRead } from "./plan/read.ts";
import { planWrite } from "./plan/write.ts";
import { callRowsSql } from "./query/call.ts";
import { bodySql, envelopeSql, type RowForm } from "./query/envelope.ts";
import type { Guard } from "./query/guards.ts";
import { type Binding, parameters } from "./query/parameters.ts";
import { countedSql, rowsSql } from "./query/read.ts";
import { INSERTED, writeSql } from "./query/write.ts";
import type { ApiRequest } from "./request/request.ts";
import type { Routine, SchemaCache } from "./schema/types.ts";

/**
 * A request's plan as SQL: everything except its values, and so the same for every request of its shape.
 */
export interface Compiled {
  kind: "read" | "insert" | "update" | "delete" | "put" | "call";
  text: string;
  bindings: Binding[];
  readOnly: boolean;
  /** `explain` of the counted rows, for planned and estimated counts. */
  explain: { text: string; bindings: Binding[] } | null;
  /** The operators of all filters. */
  operators: ReadonlySet<string>;
  /** The called function, if any. */
  routine: Routine | null;
  /** The names of the columns of `location`. */
  located: readonly string[];
  /** Upserts by primary key or `on_conflict` really applied the preference. */
  resolved: boolean;
  /** What a visitor's response rests on, if it may be cached for all visitors. */
  cacheTags: CacheTags | null;
}

type Counted = Pick<Compiled, "explain"> & { total: string | undefined };

/** The total of a read: an exact one in the statement itself, a planned one beside it. */
const counting = (
  request: ApiRequest,
  maxRows: number,
  exact: () => string,
  explained: () => { text: string; bindings: Binding[] },
): Counted => {
  switch (request.preferences.count) {
    case "exact":
      return { total: `(select count(*) from (${exact()}) as n)`, explain: null };
    case "planned":
      return { total: undefined, explain: explained() };
    case "estimated":
      return {
        total: `(select count(*) from (${exact()} limit ${Math.max(maxRows, 1) + 1}) as n)`,
        explain: explained(),
      };
    default:
      return { total: undefined, explain: null };
  }
};

const compileRead = (cache: SchemaCache, request: ApiRequest, role: string): Compiled => {
  const { target, media, method } = request;
  const { maxRows } = cache.settings;
  const table = findTable(cache, target.schema, target.name);
  const question = request.parsedQuery.read();
  const operators = operatorsOf(question);
  const node = planRead(cache, target.schema, tableSource(table, role), question, {
    role,
    maxRows,
    changed: false,
  });
  const p = parameters();
  const from = `${qualified(table)} as ${node.id}`;
  const rows = rowsSql(p, node, from);
  const counts = counting(
    request,
    maxRows,
    () => countedSql(p, node, from),
    () => {
      const own = parameters();
      return {
        text: `explain (format json) ${countedSql(own, node, from)}`,
        bindings: own.bindings,
      };
    },
  );
  const text = envelopeSql(
    {
      body: method === "HEAD" ? null : bodySql(media, "r", "rows", cache.geoJson),
      whole: method === "HEAD" ? "r" : undefined,
      total: counts.total,
      setsResponse: cache.setsResponse,
    },
    `(${rows}) as r`,
  );
  return {
    kind: "read",
    text,
    bindings: p.bindings,
    readOnly: true,
    explain: counts.explain,
    operators,
    routine: null,
    located: [],
    resolved: false,
    // A function gives the type of the database's own media types; statistics give the planner's estimate.
    cacheTags: counts.explain || media.handler ? null : tagsOfRead(cache, node),
  };
};

const maxAffected = ({ preferences }: ApiRequest): { guard: Guard; limit: string }[] =>
  preferences.handling === "strict" && preferences.maxAffected !== null
    ? [{ guard: "max-affected", limit: String(preferences.maxAffected) }]
    : [];

const compileWrite = (cache: SchemaCache, request: ApiRequest, role: string): Compiled => {
  const question = request.parsedQuery.read();
  const operators = operatorsOf(question);
  const plan = planWrite(cache, request, question, role);
  const p = parameters();
  const change = writeSql(p, plan);
  const rows = plan.read ? `(${rowsSql(p, plan.read, `src as ${plan.read.id}`)}) as r` : "src as r";
  const keys = plan.table.primaryKey.map((name) => `r.${identifier(name)}::text`);
  const merges = plan.conflict?.merge === true && plan.columns.length > 0;
  const text = `with src as (${change}) ${envelopeSql(
    {
      body: plan.read ? bodySql(request.media, "r", "rows", cache.geoJson) : null,
      location: plan.located
        ? `case when count(*) = 1 then (json_agg(json_build_array(${keys.join(", ")}))->0)::text end`
        : undefined,
      inserted: merges ? INSERTED : plan.conflict?.merge ? "0" : undefined,
      guards: [
        ...(request.media.single ? [{ guard: "single" as const }] : []),
        ...(plan.kind === "put" ? [{ guard: "put" as const }] : []),
        ...(plan.kind === "insert" || plan.kind === "put" ? [] : maxAffected(request)),
      ],
      setsResponse: cache.setsResponse,
    },
    rows,
  )}`;
  return {
    kind: plan.kind,
    text,
    bindings: p.bindings,
    readOnly: false,
    explain: null,
    operators,
    routine: null,
    located: plan.located ? plan.table.primaryKey : [],
    resolved: plan.conflict !== null,
    cacheTags: null,
  };
};

const resultForm = ({ returns, returnsSet }: Routine): RowForm => {
  if (returns === "composite") return returnsSet ? "rows" : "object";
  return returnsSet ? "scalars" : "scalar";
};

const compileCall = (cache: SchemaCache, request: ApiRequest, role: string): Compiled => {
  const question = request.parsedQuery.read();
  const operators = operatorsOf(question);
  const plan = planCall(cache, request, question, { role, maxRows: cache.settings.maxRows });
  const { routine, read } = plan;
  const p = parameters();
  const call = callRowsSql(p, plan);
  const from = `src as ${read.id}`;
  const form = resultForm(routine);
  const silent =
    routine.returns === "void" ||
    request.method === "HEAD" ||
    request.preferences.return === "minimal";
  const rows = routine.returns === "void" ? "src" : `(${rowsSql(p, read, from)}) as r`;
  const exact = request.preferences.count === null ? "" : countedSql(p, read, from);
  const cacheTags =
    request.method === "POST" || request.media.handler
      ? null
      : tagsOfCall(cache, routine, read, question.args);
  const text = `with src as ${silent ? "materialized " : ""}(${call}) ${envelopeSql(
    {
      body: silent ? null : bodySql(request.media, "r", form, cache.geoJson),
      whole: silent && routine.returns !== "void" ? "r" : undefined,
      total: exact === "" ? undefined : `(select count(*) from (${exact}) as n)`,
      guards: [
        ...(request.media.single && !plan.readOnly ? [{ guard: "single" as const }] : []),
        ...maxAffected(request),
      ],
      setsResponse: cache.setsResponse,
    },
    rows,
  )}`;
  return {
    kind: "call",
    text,
    bindings: p.bindings,
    readOnly: plan.readOnly,
    explain: null,
    operators,
    routine,
    located: [],
    resolved: false,
    cacheTags,
  };
};

const compileStatement = (cache: SchemaCache, request: ApiRequest, role: string): Compiled => {
  if (request.target.kind === "routine") return compileCall(cache, request, role);
  if (request.method === "GET" || request.method === "HEAD") {
    return compileRead(cache, request, role);
  }
  return compileWrite(cache, request, role);
};

/** Plans a role's request and writes its SQL; throws a refusal for anything that the schema lacks. */
export const compile = (cache: SchemaCache, request: ApiRequest, role: string): Compiled => {
  const compiled = compileStatement(cache, request, role);
  const { plan } = request.media;
  if (!plan) return compiled;
  const options = [`format ${plan.format}`, ...plan.options].join(", ");
  return {
    ...compiled,
    text: `explain (${options}) ${compiled.text}`,
    explain: null,
    cacheTags: null,
  };
};
