import { type ErrorFacts, HttpError } from "#backend/core/errors.ts";

/**
 * Every refusal of this service that does not come from PostgreSQL: PostgREST's codes with their status
 * and, if it is always the same, their message (https://postgrest.org, "Errors").
 */
const REFUSALS = {
  PGRST000: [503, "Database connection error. Retrying the connection."],
  // PostgREST sends 504. Clients and proxies read `Retry-After` with 503.
  PGRST003: [503, "Timed out acquiring connection from connection pool."],
  PGRST002: [503, "Could not query the database for the schema cache. Retrying."],
  PGRST100: [400, "The query string could not be parsed"],
  PGRST101: [405, "Cannot use this method on RPC"],
  PGRST102: [400, "Empty or invalid json"],
  PGRST103: [416, "Requested range not satisfiable"],
  PGRST105: [405, "Filters must include all and only primary key columns with 'eq' operators"],
  PGRST106: [406, "Invalid schema"],
  PGRST107: [406, "None of these media types are available"],
  PGRST108: [400, "The resource is not embedded in this request"],
  PGRST111: [
    500,
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  ],
  PGRST112: [500, "response.status guc must be a valid status code"],
  PGRST114: [400, "limit/offset querystring parameters are not allowed for PUT"],
  PGRST115: [400, "Payload values do not match URL in primary key column(s)"],
  PGRST116: [406, "Cannot coerce the result to a single JSON object"],
  PGRST117: [405, "Unsupported HTTP method"],
  PGRST118: [400, "A related order is not possible"],
  PGRST120: [400, "Bad operator on the embedded resource"],
  PGRST121: [500, "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error"],
  PGRST122: [400, "Invalid preferences given with handling=strict"],
  PGRST123: [400, "Use of aggregate functions is not allowed"],
  PGRST124: [400, "Query result exceeds max-affected preference constraint"],
  PGRST125: [404, "Invalid path specified in request URL"],
  PGRST126: [404, "Root endpoint metadata is disabled"],
  PGRST127: [400, "Feature not implemented"],
  PGRST128: [
    400,
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  ],
  PGRST200: [400, "Could not find a relationship in the schema cache"],
  PGRST201: [300, "Could not embed because more than one relationship was found"],
  PGRST202: [404, "Could not find the function in the schema cache"],
  PGRST203: [300, "Could not choose the best candidate function"],
  PGRST204: [400, "Could not find the column in the schema cache"],
  PGRST205: [404, "Could not find the table in the schema cache"],
  PGRST301: [401, "JWT couldn't be decoded"],
  PGRST303: [401, "JWT expired"],
  "42703": [400, "column does not exist"],
  "42712": [400, "table name specified more than once"],
  "42704": [400, "type does not exist"],
  "21000": [400, "The statement requires a WHERE clause"],
  operator_denied: [403, "The operator is not available to this role"],
  request_too_large: [413, "The request is too large"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

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
  const [status, message] = REFUSALS[code];
  return new RestError({ status, code, message, ...facts });
};

/** PGRST100: `message` names the parsed text and position, `details` the unexpected part. */
export const unparsable = (what: string, text: string, position: number, details: string) =>
  refuse("PGRST100", {
    message: `"failed to parse ${what} (${text.slice(0, 200)})" (line 1, column ${position + 1})`,
    details,
  });
