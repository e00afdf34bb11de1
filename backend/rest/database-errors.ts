import { type Outage, outageFacts, outageOf } from "#backend/core/database/outage.ts";
import { HttpError } from "#backend/core/errors.ts";
import { RestError, refuse } from "./errors.ts";
import { trippedGuard } from "./query/guards.ts";

/** The parts of a PostgreSQL error that its driver reports. */
interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

const isDatabaseError = (error: unknown): error is Error & DatabaseError =>
  error instanceof Error &&
  "severity" in error &&
  "code" in error &&
  typeof error.code === "string";

/** Looked up by whole SQLSTATE, then by class. Any other error is the caller's: 400. */
const STATUS: Record<string, number> = {
  "21000": 500,
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  "55000": 400,
  // Stopped, crashed or not started yet; or another session holds a lock on the target.
  "57P01": 503,
  "57P02": 503,
  "57P03": 503,
  "55P03": 503,
  // PostgREST sends 500. Mostly the statement waited for somebody else's lock, and another attempt helps.
  "57014": 503,
  // PostgREST sends 503, which invites another attempt; that would not help.
  "53100": 507,
  P0001: 400,
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  // PostgREST sends 500, but a statement only gets too complex because of the request.
  "54": 400,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** `raise sqlstate 'PT404'` chooses the status; its message is the reason phrase. */
const chosenStatus = (code: string): number | null => {
  const digits = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  return digits === undefined ? null : Number(digits);
};

const statusOf = ({ code, message }: DatabaseError, anonymous: boolean): number => {
  if (code === "21000" && message.endsWith("requires a WHERE clause")) return 400;
  if (code === "42501") return anonymous ? 401 : 403;
  // The token's role does not exist in this database.
  if (code === "22023" && /^role .* does not exist$/.test(message)) return 401;
  // Only a database built without XML support lacks it.
  if (code === "42883" && message.startsWith("function xmlagg(")) return 406;
  // Only a request, for example nested repetitions in a regular expression, makes PostgreSQL allocate a
  // gigabyte at once.
  if (code === "XX000" && message.startsWith("invalid memory alloc request size")) return 400;
  if (code.startsWith("PT")) return chosenStatus(code) ?? 500;
  return STATUS[code] ?? STATUS[code.slice(0, 2)] ?? 400;
};

const parse = (text: string | undefined): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A function's reason phrase, before it goes into a status line. */
const reason = (detail: string | null): string | undefined =>
  detail !== null && /^[ -~]+$/.test(detail) ? detail : undefined;

/** `raise sqlstate 'PGRST'`: the function sets the whole response, as JSON in message and detail. */
const raisedResponse = (error: DatabaseError): RestError => {
  const response = parse(error.message);
  const control = parse(error.detail);
  const code = text(response?.code);
  const message = text(response?.message);
  if (!response || code === null || message === null) {
    return refuse("PGRST121", {
      details: `Invalid JSON value for MESSAGE: '${error.message}'`,
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    });
  }
  const status = control?.status;
  const headers = control?.headers;
  if (
    !control ||
    typeof status !== "number" ||
    !Number.isInteger(status) ||
    status < 200 ||
    status > 599 ||
    typeof headers !== "object" ||
    headers === null
  ) {
    return refuse("PGRST121", {
      details:
        error.detail === undefined
          ? "DETAIL is missing in the RAISE statement"
          : `Invalid JSON value for DETAIL: '${error.detail}'`,
      hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    });
  }
  return new RestError({
    status,
    statusText: reason(text(control.status_text)),
    code,
    message,
    details: text(response.details),
    hint: text(response.hint),
    headers: Object.fromEntries(Object.entries(headers).map(([name, own]) => [name, String(own)])),
  });
};

const guarded = ({ guard, rows }: NonNullable<ReturnType<typeof trippedGuard>>): RestError => {
  switch (guard) {
    case "single":
      return refuse("PGRST116", { details: `The result contains ${rows} rows` });
    case "put":
      return refuse("PGRST115");
    case "max-affected":
      return refuse("PGRST124", { details: `The query affects ${rows} rows` });
  }
};

const headersFor = (status: number, error: Error): Record<string, string> | undefined => {
  if (status === 401) return { "www-authenticate": "Bearer" };
  if (status !== 503 && status !== 507) return undefined;
  return outageFacts(outageOf(error) ?? "away").headers;
};

/** The response if no server reported the outage, or if its report would reveal the server's folders. */
const ofOutage = (outage: Outage, cause: unknown): RestError => {
  const { message, hint, headers } = outageFacts(outage);
  if (outage === "full") {
    return new RestError({ status: 507, code: "53100", message, hint, headers }, cause);
  }
  const own = refuse(outage === "busy" ? "PGRST003" : "PGRST000", { hint, headers });
  return new RestError(own, cause);
};

/** PostgREST's response to a PostgreSQL error. */
const fromDatabase = (error: Error & DatabaseError, anonymous: boolean): RestError => {
  const tripped = error.code === "22P02" ? trippedGuard(error.message) : null;
  if (tripped) return guarded(tripped);
  if (error.code === "PGRST") return raisedResponse(error);
  const status = statusOf(error, anonymous);
  const outage = outageOf(error);
  return new RestError(
    {
      status,
      statusText: chosenStatus(error.code) ? reason(error.message) : undefined,
      code: error.code,
      message: error.message,
      details: error.detail ?? null,
      hint: error.hint ?? (outage && outageFacts(outage).hint) ?? null,
      headers: headersFor(status, error),
    },
    error,
  );
};

/** Turns anything thrown while serving a request into a response. */
export const toRestError = (error: unknown, anonymous: boolean): RestError => {
  if (error instanceof RestError) return error;
  if (error instanceof HttpError) {
    const { status, code, message, details, hint, headers } = error;
    return new RestError({ status, code, message, details, hint, headers }, error);
  }
  const outage = outageOf(error);
  if (isDatabaseError(error) && outage !== "full") return fromDatabase(error, anonymous);
  return ofOutage(outage ?? "away", error);
};
