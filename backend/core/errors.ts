export interface ErrorFacts {
  status: number;
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
  headers?: Record<string, string>;
}

/**
 * A refusal whose message the caller may read. Each service has one closed record of its refusals and
 * formats them in its own way. `cause` is for the log only.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(facts: ErrorFacts, cause?: unknown) {
    super(facts.message, cause === undefined ? undefined : { cause });
    this.name = "HttpError";
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? null;
    this.hint = facts.hint ?? null;
    this.headers = facts.headers ?? {};
  }
}

/** The caller has hung up, so nobody reads this response; 499 is what proxies log for it. */
export class ClientDisconnected extends HttpError {
  constructor(cause?: unknown) {
    super(
      {
        status: 499,
        code: "client_closed_request",
        message: "The caller closed the connection before the answer",
      },
      cause,
    );
    this.name = "ClientDisconnected";
  }
}

/** The response to `isUnstorable`. */
export const UNSTORABLE = "The request has text that cannot be stored";

/** Whether the database refused a text for U+0000 or half a surrogate pair, which no honest caller sends. */
export const isUnstorable = (error: unknown): boolean =>
  ["22021", "22P05"].includes(String((error as { code?: unknown } | null)?.code));
