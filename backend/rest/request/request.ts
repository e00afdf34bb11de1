import { splitAddress } from "#backend/core/http/http.ts";
import type { BodyLimits } from "#backend/core/http/parse.ts";
import { refuse } from "../errors.ts";
import { fromHeader } from "../header-text.ts";
import { key, type SchemaCache } from "../schema/types.ts";
import { type Payload, readPayload } from "./body.ts";
import { handlersOf } from "./handlers.ts";
import { type Media, readAccept } from "./media.ts";
import { type ParsedQuery, parseQuery, type Range } from "./parsed-query.ts";
import { type Preferences, readPreferences } from "./preferences.ts";

type Method = "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A request's meaning, as far as it is known without the schema. */
export interface ApiRequest {
  method: Method;
  /** A relation, or a function to call. */
  target: Target;
  /** As received, without its question mark. */
  query: string;
  /** A profile header named the schema, so the response names it too. */
  profiled: boolean;
  parsedQuery: ParsedQuery;
  preferences: Preferences;
  media: Media;
  payload: Payload | null;
  /** Requests with the same key have the same plan. */
  planKey: string;
}

interface Target {
  kind: "relation" | "routine";
  schema: string;
  name: string;
}

/** The parts of the schema cache that parsing a request needs. */
type RequestSettings = Pick<
  SchemaCache,
  "settings" | "geoJson" | "routines" | "tables" | "handlers"
>;

const PREFIX = "/rest/v1";

/** The path below the service's own, and the query string. */
export const split = (url: string): { path: string; query: string } => {
  const { path, query } = splitAddress(url);
  return { path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) || "/" : path, query };
};

const decodeName = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse("PGRST125");
  }
};

/** `/films` or `/rpc/name`; deeper paths do not exist, and the root describes nothing. */
export const readTarget = (path: string, schema: string): Target => {
  if (path === "/") throw refuse("PGRST126");
  const trimmed = path.endsWith("/") ? path.slice(1, -1) : path.slice(1);
  const routine = trimmed.startsWith("rpc/");
  const name = decodeName(routine ? trimmed.slice(4) : trimmed);
  if (name === "" || name.includes("/") || name.includes("\0")) throw refuse("PGRST125");
  return { kind: routine ? "routine" : "relation", schema, name };
};

/** The schema that this method's profile header names, or the first exposed one. */
export const readSchema = (
  headers: Headers,
  reading: boolean,
  schemas: readonly string[],
): { schema: string; profiled: boolean } => {
  const header = headers.get(reading ? "accept-profile" : "content-profile");
  const [first = "public"] = schemas;
  if (!header) return { schema: first, profiled: schemas.length > 1 };
  const profile = fromHeader(header);
  if (!schemas.includes(profile)) {
    throw refuse("PGRST106", {
      message: `Invalid schema: ${profile.slice(0, 100)}`,
      hint: `Only the following schemas are exposed: ${schemas.join(", ")}`,
    });
  }
  return { schema: profile, profiled: true };
};

const readRange = (header: string | null): Range | null => {
  const match = header ? /^(\d{1,15})-(\d{0,15})$/.exec(header.trim()) : null;
  if (!match) return null;
  const lower = Number(match[1]);
  const upper = match[2] ? Number(match[2]) : null;
  if (upper !== null && upper < lower) {
    throw refuse("PGRST103", {
      details:
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    });
  }
  return { lower, upper };
};

const NONE: ReadonlySet<string> = new Set();

const variadicOf = ({ routines }: RequestSettings, { kind, schema, name }: Target) => {
  if (kind === "relation") return NONE;
  const parameters = routines.get(key(schema, name))?.flatMap((each) => each.parameters) ?? [];
  return new Set(parameters.filter(({ variadic }) => variadic).map((each) => each.name));
};

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]);
const isMethod = (method: string): method is Method => METHODS.has(method);

/** Parses a request; throws a refusal for anything that has no meaning. */
export const readRequest = async (
  request: Request,
  cache: RequestSettings,
  limits: BodyLimits,
): Promise<ApiRequest> => {
  const { settings, geoJson } = cache;
  const { schemas, maxRows, plans, ending } = settings;
  const { method, headers } = request;
  if (!isMethod(method)) {
    throw refuse("PGRST117", { message: `Unsupported HTTP method: ${method}` });
  }
  const reading = method === "GET" || method === "HEAD";
  const { path, query } = split(request.url);
  const { schema, profiled } = readSchema(headers, reading, schemas);
  const target = readTarget(path, schema);
  const rpc = target.kind === "routine";
  if (rpc && !reading && method !== "POST") {
    throw refuse("PGRST101", { message: `Cannot use the ${method} method on RPC` });
  }
  const prefer = headers.get("prefer");
  const stated = readPreferences(prefer);
  const preferences = ending.override || stated.tx === null ? stated : { ...stated, tx: null };
  if (preferences.handling === "strict" && preferences.unknown.length > 0) {
    throw refuse("PGRST122", {
      details: `Invalid preferences: ${preferences.unknown.join(", ")}`,
    });
  }
  const accept = headers.get("accept");
  const parsedQuery = parseQuery(query, {
    rpc: rpc && reading,
    range: method === "GET" ? readRange(headers.get("range")) : null,
    maxRows: reading || rpc ? maxRows : 0,
  });
  const media = readAccept(
    accept,
    { plans, geoJson: geoJson !== null },
    handlersOf(cache, target, parsedQuery.wholeRows),
  );
  const writing = method === "POST" || method === "PATCH" || method === "PUT";
  const columnsGiven = parsedQuery.shape.includes("&columns=");
  const payload = writing
    ? await readPayload(request, { columnsGiven, rpc, variadic: variadicOf(cache, target), limits })
    : null;
  const body = payload
    ? `${payload.form}${payload.raw ?? ""}${columnsGiven ? "" : payload.keys.map((name) => `\u0001${name}`).join("")}`
    : "";
  return {
    method,
    target,
    profiled,
    query,
    parsedQuery,
    preferences,
    media,
    payload,
    planKey: `${method}\n${rpc ? "rpc" : ""}\n${schema}\n${target.name}\n${media.contentType}\n${prefer ?? ""}\n${parsedQuery.shape}\n${body}`,
  };
};
