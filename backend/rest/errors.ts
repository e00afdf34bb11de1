import { type ErrorFacts, HttpError } from "#backend/core/errors.ts";

/**
 * Every refusal of this service that does not come from PostgreSQL: PostgREST's codes with their status
 * and, if it is always the same, their message (https://postgrest.org, "Errors").
 */
const REFUSALS = {
  PGRST000: {
    status: 503,
    message: "Database connection error. Retrying the connection.",
  },
  // PostgREST sends 504. Clients and proxies read `Retry-After` with 503.
  PGRST003: {
    status: 503,
    message: "Timed out acquiring connection from connection pool.",
  },
  PGRST002: {
    status: 503,
    message: "Could not query the database for the schema cache. Retrying.",
  },
  PGRST100: { status: 400, message: "The query string could not be parsed" },
  PGRST101: { status: 405, message: "Cannot use this method on RPC" },
  PGRST102: { status: 400, message: "Empty or invalid json" },
  PGRST103: { status: 416, message: "Requested range not satisfiable" },
  PGRST105: {
    status: 405,
    message: "Filters must include all and only primary key columns with 'eq' operators",
  },
  PGRST106: { status: 406, message: "Invalid schema" },
  PGRST107: { status: 406, message: "None of these media types are available" },
  PGRST108: { status: 400, message: "The resource is not embedded in this request" },
  PGRST111: {
    status: 500,
    message:
      "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  },
  PGRST112: { status: 500, message: "response.status guc must be a valid status code" },
  PGRST114: {
    status: 400,
    message: "limit/offset querystring parameters are not allowed for PUT",
  },
  PGRST115: { status: 400, message: "Payload values do not match URL in primary key column(s)" },
  PGRST116: { status: 406, message: "Cannot coerce the result to a single JSON object" },
  PGRST117: { status: 405, message: "Unsupported HTTP method" },
  PGRST118: { status: 400, message: "A related order is not possible" },
  PGRST120: { status: 400, message: "Bad operator on the embedded resource" },
  PGRST121: {
    status: 500,
    message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
  },
  PGRST122: { status: 400, message: "Invalid preferences given with handling=strict" },
  PGRST123: { status: 400, message: "Use of aggregate functions is not allowed" },
  PGRST124: { status: 400, message: "Query result exceeds max-affected preference constraint" },
  PGRST125: { status: 404, message: "Invalid path specified in request URL" },
  PGRST126: { status: 404, message: "Root endpoint metadata is disabled" },
  PGRST127: { status: 400, message: "Feature not implemented" },
  PGRST128: {
    status: 400,
    message:
      "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  },
  PGRST200: { status: 400, message: "Could not find a relationship in the schema cache" },
  PGRST201: {
    status: 300,
    message: "Could not embed because more than one relationship was found",
  },
  PGRST202: { status: 404, message: "Could not find the function in the schema cache" },
  PGRST203: { status: 300, message: "Could not choose the best candidate function" },
  PGRST204: { status: 400, message: "Could not find the column in the schema cache" },
  PGRST205: { status: 404, message: "Could not find the table in the schema cache" },
  PGRST301: { status: 401, message: "JWT couldn't be decoded" },
  PGRST303: { status: 401, message: "JWT expired" },
  "42703": { status: 400, message: "column does not exist" },
  "42712": { status: 400, message: "table name specified more than once" },
  "42704": { status: 400, message: "type does not exist" },
  "21000": { status: 400, message: "The statement requires a WHERE clause" },
  operator_denied: { status: 403, message: "The operator is not available to this role" },
  schema_forbidden: { status: 403, message: "Access to schema is forbidden" },
  request_too_large: { status: 413, message: "The request is too large" },
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** A relation, a column of it, or a function that an error names although the request did not. */
export interface Named {
  kind: "relation" | "function";
  schema: string;
  name: string;
  column?: string;
}

/** A refusal in PostgREST's shape; `details` may be any JSON (PGRST201 lists the candidates there). */
export class RestError extends HttpError {
  /** The reason phrase, if a function sets one. */
  readonly statusText: string | undefined;
  /**
   * Names in hint and details that the request did not contain. Only callers with rights on all of them see
   * these.
   */
  readonly names: readonly Named[];
  readonly payload: { code: string; message: string; details: unknown; hint: string | null };

  constructor(
    facts: Omit<ErrorFacts, "details"> & {
      details?: unknown;
      statusText?: string | undefined;
      names?: readonly Named[];
    },
    cause?: unknown,
  ) {
    super({ ...facts, details: typeof facts.details === "string" ? facts.details : null }, cause);
    this.statusText = facts.statusText;
    this.names = facts.names ?? [];
    this.payload = {
      code: facts.code,
      message: facts.message,
      details: facts.details ?? null,
      hint: facts.hint ?? null,
    };
  }
}

/** A refusal by its code; `facts` replace the record's general message. */
export const refuse = (
  code: RefusalCode,
  facts: {
    message?: string;
    details?: unknown;
    hint?: string | null;
    headers?: Record<string, string>;
    names?: readonly Named[];
  } = {},
): RestError => {
  const { status, message } = REFUSALS[code];
  return new RestError({ status, code, message, ...facts });
};

/** PGRST100: `message` names the parsed text and position, `details` the unexpected part. */
export const unparsable = (what: string, text: string, position: number, details: string) =>
  refuse("PGRST100", {
    message: `"failed to parse ${what} (${text.slice(0, 200)})" (line 1, column ${position + 1})`,
    details,
  });
