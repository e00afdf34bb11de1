import { refuse, unparsable } from "../errors.ts";
import { LIMITS, tooMany } from "./limits.ts";
import { readLogic } from "./logic.ts";
import { isFilter, type ReadOperation, readFilterValue } from "./operators.ts";
import { readOrder } from "./order.ts";
import { fieldAt, names, Scanner } from "./scanner.ts";
import { readSelect } from "./select.ts";
import type { At, Filter, Question, Value } from "./types.ts";

/**
 * A parsed query string. `shape` is everything except the values: two requests with the same shape run the
 * same SQL with other `values`. `read` parses the names, which is only needed for a new shape.
 */
export interface ParsedQuery {
  shape: string;
  values: string[];
  /** Rows of the outermost resource, after the Range header and the limit on rows. */
  offset: number;
  limit: number | null;
  /** The caller gave `limit` or `offset` for the outermost resource. */
  ranged: boolean;
  hasFilters: boolean;
  /** Only `*` is selected. */
  wholeRows: boolean;
  read(): Question;
}

export interface Range {
  lower: number;
  upper: number | null;
}

/** A `%` before anything but two hexadecimal digits is literal; bytes are UTF-8. */
const decodeLeniently = (text: string): string => {
  const escaped = text.replaceAll(/%(?![0-9a-f]{2})/gi, "%25");
  try {
    return decodeURIComponent(escaped);
  } catch {
    throw unparsable("query string", text, 0, "unexpected percent-encoding that is no UTF-8");
  }
};

const decode = (text: string): string => {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeLeniently(spaced);
  }
};

/** A limit or offset; null for a negative offset, which PostgREST ignores. */
const whole = (key: string, word: string, value: string): number | null => {
  if (!/^-?\d{1,15}$/.test(value)) {
    throw unparsable(key, value, 0, "unexpected value expecting a whole number");
  }
  const number = Number(value);
  if (number >= 0) return number;
  if (word === "offset") return null;
  throw refuse("PGRST103", { details: "Limit should be greater than or equal to zero." });
};

interface FilterPart {
  key: string;
  operation: ReadOperation;
  slot: number | null;
}

interface Parts {
  select: string | null;
  columns: string | null;
  onConflict: string | null;
  filters: FilterPart[];
  logic: { key: string; value: string }[];
  orders: { key: string; value: string }[];
  limits: { key: string; slot: number }[];
  offsets: { key: string; slot: number }[];
  args: { name: string; value: Value }[];
}

const pathOf = (key: string): string[] => {
  const dot = key.lastIndexOf(".");
  if (dot < 0) return [];
  const { path, field } = fieldAt(new Scanner("tree path", key.slice(0, dot)));
  return [...path, field.name];
};

const logicAt = (key: string): { path: string[]; not: boolean; connective: "and" | "or" } => {
  const path = pathOf(key);
  const not = path.at(-1) === "not";
  return {
    path: not ? path.slice(0, -1) : path,
    not,
    connective: key.endsWith("or") ? "or" : "and",
  };
};

const filter = ({ key, operation, slot }: FilterPart): At<Filter> => {
  const { path, field } = fieldAt(new Scanner("tree path", key));
  return {
    path,
    it: { field, operation: { ...operation, value: slot === null ? null : { slot } } },
  };
};

const question = (parts: Parts): Question => ({
  select: readSelect(parts.select || "*"),
  filters: parts.filters.map(filter),
  logic: parts.logic.map(({ key, value }) => {
    const { path, not, connective } = logicAt(key);
    return { path, it: readLogic(value, not, connective) };
  }),
  orders: parts.orders.map(({ key, value }) => ({ path: pathOf(key), it: readOrder(value) })),
  limits: parts.limits.map(({ key, slot }) => ({ path: pathOf(key), it: { slot } })),
  offsets: parts.offsets.map(({ key, slot }) => ({ path: pathOf(key), it: { slot } })),
  columns: parts.columns !== null ? names("columns parameter", parts.columns) : null,
  onConflict: parts.onConflict !== null ? names("on_conflict parameter", parts.onConflict) : null,
  args: parts.args,
});

/** The part of a filter that belongs to its shape. */
const shapeOf = ({ not, operator, quantifier, language, word }: ReadOperation): string =>
  `${not ? "not." : ""}${operator}${quantifier ?? ""}${language === null ? "" : `(${language})`}${word ?? ""}`;

/** The requested rows: `limit`/`offset` within the Range header, at most `maxRows`. */
const rows = (
  limit: number | null,
  offset: number | null,
  range: Range | null,
  maxRows: number,
): { offset: number; limit: number | null } => {
  const start = Math.max(offset ?? 0, range?.lower ?? 0);
  const ends = [
    limit === null ? Number.POSITIVE_INFINITY : (offset ?? 0) + limit,
    range?.upper == null ? Number.POSITIVE_INFINITY : range.upper + 1,
    maxRows > 0 ? start + maxRows : Number.POSITIVE_INFINITY,
  ];
  const end = Math.min(...ends);
  return {
    offset: start,
    limit: end === Number.POSITIVE_INFINITY ? null : Math.max(end - start, 0),
  };
};

/**
 * Parses a query string (without its `?`). For `rpc` it separates a function's arguments from filters;
 * elsewhere everything that is not a reserved word must be a filter.
 */
export const parseQuery = (
  query: string,
  { rpc, range, maxRows }: { rpc: boolean; range: Range | null; maxRows: number },
): ParsedQuery => {
  if (query.length > LIMITS.queryString) throw tooMany("characters", LIMITS.queryString);
  const values: string[] = [];
  const parts: Parts = {
    select: null,
    columns: null,
    onConflict: null,
    filters: [],
    logic: [],
    orders: [],
    limits: [],
    offsets: [],
    args: [],
  };
  let shape = "";
  let rootLimit: number | null = null;
  let rootOffset: number | null = null;
  const put = (value: string) => values.push(value) - 1;
  const pairs = query === "" ? [] : query.split("&");
  if (pairs.length > LIMITS.parameters) throw tooMany("parameters", LIMITS.parameters);
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    const key = decode(pair.slice(0, equals));
    const value = decode(pair.slice(equals + 1));
    const word = key.slice(key.lastIndexOf(".") + 1);
    if (key === "apikey") continue;
    if (key === "select") {
      parts.select ??= value;
      shape += `&select=${value}`;
    } else if (key === "columns") {
      parts.columns ??= value;
      shape += `&columns=${value}`;
    } else if (key === "on_conflict") {
      parts.onConflict ??= value;
      shape += `&on_conflict=${value}`;
    } else if (word === "order") {
      if (value !== "") parts.orders.push({ key, value });
      shape += `&${key}=${value}`;
    } else if (word === "and" || word === "or") {
      parts.logic.push({ key, value });
      shape += `&${key}=${value}`;
    } else if (word === "limit" || word === "offset") {
      if (value === "") continue;
      const number = whole(key, word, value);
      if (number === null) continue;
      if (key === "limit") rootLimit = number;
      else if (key === "offset") rootOffset = number;
      else {
        const capped = word === "limit" && maxRows > 0 ? Math.min(number, maxRows) : number;
        const list = word === "limit" ? parts.limits : parts.offsets;
        list.push({ key, slot: put(String(capped)) });
        shape += `&${key}`;
      }
    } else if (!rpc || key.includes(".") || isFilter(value)) {
      const operation = readFilterValue(value);
      const slot = operation.value === null ? null : put(operation.value);
      parts.filters.push({ key, operation, slot });
      shape += `&${key}=${shapeOf(operation)}`;
    } else {
      parts.args.push({ name: key, value: { slot: put(value) } });
      shape += `&${key}:`;
    }
  }
  const requested = rows(rootLimit, rootOffset, range, maxRows);
  if (requested.limit !== null) {
    parts.limits.push({ key: "limit", slot: put(String(requested.limit)) });
    shape += "&L";
  }
  if (requested.offset > 0) {
    parts.offsets.push({ key: "offset", slot: put(String(requested.offset)) });
    shape += "&O";
  }
  return {
    shape,
    values,
    ...requested,
    ranged: rootLimit !== null || rootOffset !== null,
    hasFilters: parts.filters.some(({ key }) => !key.includes(".")) || parts.logic.length > 0,
    wholeRows: parts.select === null || parts.select === "" || parts.select.trim() === "*",
    read: () => question(parts),
  };
};
