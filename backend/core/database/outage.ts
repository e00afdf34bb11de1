import type { ErrorFacts } from "../errors.ts";

/**
 * Why the database did not do its work, for a reason that passes by itself or that the operator can remove.
 * It cannot be reached or does not respond, no connection was free in time, a statement did not get its lock or
 * its result in time, or its disk is full.
 */
export type Outage = "away" | "busy" | "slow" | "full";

/** An outage that the server did not report itself. */
export class DatabaseOutage extends Error {
  readonly outage: Outage;

  constructor(outage: Outage, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DatabaseOutage";
    this.outage = outage;
  }
}

/** By whole SQLSTATE first, then by class. */
const BY_STATE: Record<string, Outage> = {
  "08": "away",
  "53100": "full",
  // More connections than the server takes.
  "53300": "busy",
  "55P03": "slow",
  "57014": "slow",
  // It was stopped, has crashed, or does not accept connections yet.
  "57P01": "away",
  "57P02": "away",
  "57P03": "away",
};

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
};

/** Whether an error from Node or PostgreSQL means that a disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT", "53100"].includes(codeOf(error));

/** The outage that an error reports, or null. */
export const outageOf = (error: unknown): Outage | null => {
  if (error instanceof DatabaseOutage) return error.outage;
  if (isDiskFull(error)) return "full";
  if (typeof error !== "object" || error === null || !("severity" in error)) return null;
  const code = codeOf(error);
  return BY_STATE[code] ?? BY_STATE[code.slice(0, 2)] ?? null;
};

const FACTS: Record<Outage, ErrorFacts & { headers: { "retry-after": string } }> = {
  away: {
    status: 503,
    code: "database_unavailable",
    message: "The database cannot be reached at the moment",
    hint: "Try again shortly.",
    headers: { "retry-after": "2" },
  },
  busy: {
    status: 503,
    code: "database_busy",
    message: "No connection to the database became free in time",
    hint: "Try again shortly.",
    headers: { "retry-after": "5" },
  },
  slow: {
    status: 503,
    code: "database_busy",
    message: "The database is too busy to answer in time",
    hint: "Try again shortly.",
    headers: { "retry-after": "2" },
  },
  full: {
    status: 507,
    code: "storage_full",
    message: "Storage is full",
    hint: "Nothing can be saved until the operator has made room.",
    headers: { "retry-after": "60" },
  },
};

/** The response to an outage; a service may replace its code and message. */
export const outageFacts = (outage: Outage) => FACTS[outage];

/** Errors of pg and of sockets that mean the connection is lost. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Client has encountered|Client was closed|Cannot use a pool after|timeout expired|The server does not support SSL)/;
const LOST_CONNECTION_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)$/;

/** The error of a query on a connection, with a lost connection as an outage. */
export const asOutage = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseOutage || "severity" in error)
    return error;
  return LOST_CONNECTION.test(error.message) || LOST_CONNECTION_CODES.test(codeOf(error))
    ? new DatabaseOutage("away", error.message, error)
    : error;
};

/** The error of opening a connection. Unless the server itself refused, it is an outage. */
export const asConnectOutage = (error: unknown): unknown => {
  if (error instanceof DatabaseOutage || !(error instanceof Error) || "severity" in error)
    return error;
  const waited = error.message === "timeout exceeded when trying to connect";
  return waited
    ? new DatabaseOutage("busy", "No connection to the database became free in time", error)
    : new DatabaseOutage("away", `The database cannot be reached: ${error.message}`, error);
};
