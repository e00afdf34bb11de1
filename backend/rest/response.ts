import { PlainResponse } from "#backend/core/http/plain-response.ts";
import type { Compiled } from "./compile.ts";
import { type RestError, refuse } from "./errors.ts";
import { toHeader } from "./header-text.ts";
import { canonicalQuery } from "./request/canonical.ts";
import { applied, type Preferences } from "./request/preferences.ts";
import type { ApiRequest } from "./request/request.ts";
import type { Outcome } from "./transaction.ts";

const contentRange = (lower: number, rows: number, total: number | null): string => {
  const part = rows > 0 && total !== 0 ? `${lower}-${lower + rows - 1}` : "*";
  return `${part}/${total ?? "*"}`;
};

/** The counted total, if the caller wanted an exact or estimated count of changed rows. */
const changedTotal = ({ count }: Preferences, rows: number): number | null =>
  count === "exact" || count === "estimated" ? rows : null;

interface Draft {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

const rangeStatus = (lower: number, rows: number, total: number | null): number => {
  if (total === null) return 200;
  if (lower > total) {
    throw refuse("PGRST103", {
      details: `An offset of ${lower} was requested, but there are only ${total} rows.`,
      headers: { "content-range": `*/${total}` },
    });
  }
  return rows < total ? 206 : 200;
};

const single = ({ media }: ApiRequest, rows: number): void => {
  if (media.single && rows !== 1) {
    throw refuse("PGRST116", { details: `The result contains ${rows} rows` });
  }
};

/**
 * Proxies and clients refuse a response whose headers are too long: many at eight kilobytes, Node at
 * sixteen.
 */
const LONGEST_LOCATION = 4_000;

/** The address of a read's result, in one form for all spellings of the request; left out if too long. */
const contentLocation = ({ target: { name }, query }: ApiRequest): Record<string, string> => {
  const path = /^[\x20-\x7e]+$/.test(name) ? name : encodeURIComponent(name);
  const address = query === "" ? `/${path}` : `/${path}?${canonicalQuery(query)}`;
  return address.length > LONGEST_LOCATION ? {} : { "content-location": address };
};

const read = (request: ApiRequest, { body, rows, total }: Outcome): Draft => {
  const { parsedQuery, media } = request;
  single(request, rows);
  return {
    status: rangeStatus(parsedQuery.offset, rows, total),
    headers: {
      "content-type": media.contentType,
      "content-range": contentRange(parsedQuery.offset, rows, total),
      ...contentLocation(request),
    },
    body,
  };
};

const call = (request: ApiRequest, compiled: Compiled, outcome: Outcome): Draft => {
  const { rows, total, body } = outcome;
  const { parsedQuery, media, method, preferences } = request;
  const range = { "content-range": contentRange(parsedQuery.offset, rows, total) };
  if (compiled.routine?.returns === "void") return { status: 204, headers: range, body: null };
  single(request, rows);
  if (preferences.return === "minimal") return { status: 204, headers: range, body: null };
  return {
    status: rangeStatus(parsedQuery.offset, rows, total),
    headers: { "content-type": media.contentType, ...range },
    body: method === "HEAD" ? null : body,
  };
};

const location = (
  { target }: ApiRequest,
  names: readonly string[],
  values: readonly (string | null)[],
): string => {
  const keys = names.map((name, index) => {
    const value = values[index];
    const condition = value == null ? "is.null" : `eq.${encodeURIComponent(value)}`;
    return `${encodeURIComponent(name)}=${condition}`;
  });
  return `/${encodeURIComponent(target.name)}?${keys.join("&")}`;
};

const change = (request: ApiRequest, compiled: Compiled, outcome: Outcome): Draft => {
  const { preferences, media } = request;
  const { rows, body, inserted } = outcome;
  const full = preferences.return === "representation";
  const total = changedTotal(preferences, rows);
  const headers: Record<string, string> = full ? { "content-type": media.contentType } : {};
  switch (compiled.kind) {
    case "insert": {
      headers["content-range"] = `*/${total ?? "*"}`;
      if (outcome.location) {
        headers.location = location(request, compiled.located, outcome.location);
      }
      return {
        status: inserted !== null && inserted <= 0 ? 200 : 201,
        headers,
        body: full ? body : null,
      };
    }
    case "put":
      if (!full) return { status: 204, headers, body: null };
      return { status: (inserted ?? 0) > 0 ? 201 : 200, headers, body };
    case "update":
      headers["content-range"] = contentRange(0, rows, total);
      return { status: full ? 200 : 204, headers, body: full ? body : null };
    default:
      headers["content-range"] = `*/${total ?? "*"}`;
      return { status: full ? 200 : 204, headers, body: full ? body : null };
  }
};

const APPLIED: Record<Compiled["kind"], readonly (keyof Preferences)[]> = {
  read: ["count", "tx", "handling", "timezone"],
  call: ["count", "tx", "handling", "timezone", "maxAffected"],
  insert: ["missing", "return", "count", "tx", "handling", "timezone"],
  put: ["return", "count", "tx", "handling", "timezone"],
  update: ["missing", "return", "count", "tx", "handling", "timezone", "maxAffected"],
  delete: ["return", "count", "tx", "handling", "timezone", "maxAffected"],
};

/**
 * `response.headers` as functions set it: `[{"Cache-Control": "public"}, …]`. Throws if these are not
 * headers.
 */
const setHeaders = (text: string): Headers => {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw new TypeError("no list");
    const headers = new Headers();
    for (const item of list as unknown[]) {
      const [entry, more] = typeof item === "object" && item !== null ? Object.entries(item) : [];
      if (!entry || more || typeof entry[1] !== "string") throw new TypeError("no header");
      headers.append(entry[0], toHeader(entry[1]));
    }
    return headers;
  } catch {
    throw refuse("PGRST111");
  }
};

const setStatus = (text: string): number => {
  if (!/^[2-5]\d\d$/.test(text)) throw refuse("PGRST112");
  return Number(text);
};

const BODYLESS = new Set([204, 205, 304]);

/** Node writes a text together with the headers before it, and encodes all of it as the text. */
const besideBytes = <Body>(body: Body | string, headers: Record<string, string>) =>
  typeof body === "string" && Object.values(headers).some((value) => /[\x80-\xff]/.test(value))
    ? Buffer.from(body)
    : body;

const finish = (draft: Draft, { media }: ApiRequest, outcome: Outcome): Response => {
  const { status, headers, body } = draft;
  const final = outcome.status === null ? status : setStatus(outcome.status);
  const made = media.handler?.binary && body !== null ? Buffer.from(body, "hex") : body;
  const content = BODYLESS.has(final) ? null : made;
  if (outcome.headers === null) {
    const { "content-profile": profile = "" } = headers;
    return new PlainResponse(besideBytes(content, { profile }), { status: final, headers });
  }
  const own = setHeaders(outcome.headers);
  const { "set-cookie": _, ...single } = Object.fromEntries(own);
  const all = { ...headers, ...single };
  const response = new PlainResponse(besideBytes(content, all), { status: final, headers: all });
  for (const cookie of own.getSetCookie()) response.headers.append("set-cookie", cookie);
  return response;
};

/** The response to a request that the database has completed. */
export const respond = (request: ApiRequest, compiled: Compiled, outcome: Outcome): Response => {
  const draft: Draft = request.media.plan
    ? { status: 200, headers: { "content-type": request.media.contentType }, body: outcome.body }
    : compiled.kind === "read"
      ? read(request, outcome)
      : compiled.kind === "call"
        ? call(request, compiled, outcome)
        : change(request, compiled, outcome);
  const { preferences, target, profiled } = request;
  const names = [...APPLIED[compiled.kind]];
  if (compiled.resolved) names.unshift("resolution");
  if (compiled.kind === "call" && preferences.return === "minimal") names.unshift("return");
  const preferenceApplied = applied(preferences, names);
  if (preferenceApplied !== null) draft.headers["preference-applied"] = preferenceApplied;
  if (profiled && draft.headers["content-type"]) {
    draft.headers["content-profile"] = toHeader(target.schema);
  }
  return finish(draft, request, outcome);
};

/** A text in a structured header (RFC 8941), which is printable ASCII. */
const quoted = (text: string): string =>
  `"${text
    .slice(0, 300)
    .replace(/[^ -~]/g, "?")
    .replace(/["\\]/g, "\\$&")}"`;

/** A refusal in PostgREST's form. A HEAD has no body for it, so its message is in the header (RFC 9209). */
export const respondError = (
  { status, statusText, payload, headers }: RestError,
  method: string,
): Response => {
  const silent = method === "HEAD" || BODYLESS.has(status);
  const final = {
    "content-type": "application/json; charset=utf-8",
    "proxy-status": `PostgREST; error=${payload.code}${silent ? `; details=${quoted(payload.message)}` : ""}`,
    ...headers,
  };
  const body = silent ? null : JSON.stringify(payload);
  return new PlainResponse(body, { status, statusText, headers: final });
};
