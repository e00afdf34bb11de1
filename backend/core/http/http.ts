import { HttpError } from "../errors.ts";
import type { Dependencies } from "../tagged-cache.ts";
import { createTurns } from "../turns.ts";
import { piecesOf } from "./body.ts";
import { PlainResponse } from "./plain-response.ts";

/** What the server knows about a request beyond the request itself. */
export interface RequestInfo {
  /** The caller's address: the socket's, or the first trusted forwarded one. */
  ip: string;
  /** Names the request in logs, here and in functions. */
  requestId?: string;
  /** Whether the caller has hung up, so that no new work need begin. */
  isDisconnected?: () => boolean;
  /** This process requests its own pages, on behalf of many people, so limits by caller do not apply. */
  shared?: boolean;
  /**
   * Learns what a response was made from, before it is returned; not called for one that may not be cached
   * for everybody. Such a caller caches what it makes of the response, so responses about single rows are
   * not stored for it.
   */
  onDependencies?: (dependencies: Dependencies) => void;
  /** The caller's own request began before the cache was last caught up (`TaggedCache.caughtUp`). */
  caughtUp?: boolean;
}

/** A service: responds to requests below its own `/<name>/v1`. */
export type Handler = (request: Request, info: RequestInfo) => Promise<Response>;

/**
 * The path and the query string of a request's address. `Request` has normalised it already, and splitting
 * it costs a tenth of parsing it again.
 */
export const splitAddress = (url: string): { path: string; query: string } => {
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  const scheme = address.indexOf("://");
  const slash = address.indexOf("/", scheme + 3);
  const mark = address.indexOf("?", scheme + 3);
  const end = mark < 0 ? address.length : mark;
  const path = slash < 0 || slash > end ? "/" : address.slice(slash, end);
  return { path, query: mark < 0 ? "" : address.slice(mark + 1) };
};

const tooLarge = (limit: number) =>
  new HttpError({
    status: 413,
    code: "request_too_large",
    message: `The request body is larger than ${limit} bytes`,
    hint: "Send less in one request.",
  });

const nextTurn = createTurns();

/** Bytes that take long enough to parse for others to be served before the next are. */
const LONG = 16_384;

/**
 * The whole body of a request (or of a response to one of ours). Refused with 413 as soon as it exceeds
 * `limit` bytes, whatever length it announced. Of long ones, each turn of the event loop returns one.
 */
export const readBody = async (
  message: Pick<Request | Response, "headers" | "body">,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (Number(message.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const pieces = await piecesOf(message, limit);
  if (!pieces) throw tooLarge(limit);
  const body = Buffer.concat(pieces);
  if (body.length > LONG) await nextTurn();
  return body;
};

/**
 * Waits for `work` until `signal` is aborted, then rejects with the signal's reason. This does not stop the
 * work; give it the signal too.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      work.catch(() => {});
      return reject(signal.reason);
    }
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });

/** JSON responses; `undefined` members are left out as in `JSON.stringify`. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new PlainResponse(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "content-range, content-location, content-profile, range-unit, location, preference-applied, proxy-status, x-supabase-api-version, x-total-count, link, etag, sb-request-id, x-relay-error",
  "access-control-max-age": "3600",
};

/** The response to a CORS preflight. Keys travel in headers, never in cookies, so any origin is allowed. */
export const preflight = (request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
    },
  });

/** The headers of a response, created only if needed. */
export const headersOf = (response: Response): Pick<Headers, "get" | "has" | "set"> =>
  response instanceof PlainResponse ? response : response.headers;

/** Headers of every response: browsers must not guess another content type. */
export const ALWAYS: Readonly<Record<string, string>> = { "x-content-type-options": "nosniff" };

const add = (response: Response, more: Record<string, string>): Response => {
  const headers = headersOf(response);
  for (const name in more) if (!headers.has(name)) headers.set(name, more[name] ?? "");
  return response;
};

/** Adds headers that the response does not set itself. */
export const withHeaders = (response: Response, more: Record<string, string>): Response => {
  try {
    return add(response, more);
  } catch {
    // Headers of a response from `fetch` are read-only; a copy's are not.
    return add(new Response(response.body, response), more);
  }
};

export const withCors = (response: Response): Response => withHeaders(response, CORS);
