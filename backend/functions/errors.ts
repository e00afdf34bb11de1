import { HttpError } from "#backend/core/errors.ts";

interface Facts {
  status: number;
  code: string;
  message: string;
  /** True if the function itself never responded: the client then raises a FunctionsRelayError. */
  relay: boolean;
}

/** Every response in place of a function's. Codes are those of Supabase's Edge Functions. */
const REFUSALS = {
  notFound: {
    status: 404,
    code: "NOT_FOUND",
    message: "Requested function was not found",
    relay: false,
  },
  noAuthorization: {
    status: 401,
    code: "UNAUTHORIZED_NO_AUTH_HEADER",
    message: "Missing authorization header",
    relay: false,
  },
  invalidJwt: {
    status: 401,
    code: "UNAUTHORIZED_INVALID_JWT_FORMAT",
    message: "Invalid JWT",
    relay: false,
  },
  tooLarge: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    message: "The request body is too large for a function",
    relay: false,
  },
  bootError: {
    status: 503,
    code: "BOOT_ERROR",
    message: "Function failed to start (please check logs)",
    relay: true,
  },
  workerError: {
    status: 500,
    code: "WORKER_ERROR",
    message: "Function exited due to an error (please check logs)",
    relay: true,
  },
  workerStopped: {
    status: 503,
    code: "WORKER_STOPPED",
    message: "The function's process ended before it could answer; try again",
    relay: true,
  },
  workerLimit: {
    status: 546,
    code: "WORKER_LIMIT",
    message: "Function failed due to not having enough compute resources (please check logs)",
    relay: true,
  },
  idleTimeout: {
    status: 504,
    code: "IDLE_TIMEOUT",
    message: "Function did not answer in time (please check logs)",
    relay: true,
  },
} as const satisfies Record<string, Facts>;

type RefusalName = keyof typeof REFUSALS;

/** A refusal of the record above; `cause` goes to the log only. */
export const refuse = (name: RefusalName, cause?: unknown): HttpError => {
  const { status, code, message } = REFUSALS[name];
  return new HttpError({ status, code, message, details: name }, cause);
};

const factsOf = (error: HttpError): Facts | undefined =>
  Object.entries(REFUSALS).find(([name]) => name === error.details)?.[1];

/** The response in the platform's form `{ code, message }`; null for an error that is not ours. */
export const errorResponse = (error: unknown): Response | null => {
  const facts = error instanceof HttpError ? factsOf(error) : undefined;
  if (!facts) return null;
  const { status, code, message, relay } = facts;
  return Response.json(
    { code, message },
    { status, headers: { "cache-control": "no-store", ...(relay && { "x-relay-error": "true" }) } },
  );
};
