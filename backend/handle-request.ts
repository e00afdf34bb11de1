import type { Service } from "./core/core.ts";
import { outageFacts, outageOf } from "./core/database/outage.ts";
import { HttpError, isUnstorable, UNSTORABLE } from "./core/errors.ts";
import {
  type Handler,
  headersOf,
  json,
  preflight,
  splitAddress,
  withCors,
  withHeaders,
} from "./core/http/http.ts";
import { requestIdOf } from "./core/http/request-id.ts";
import type { Upgrade } from "./core/http/upgrade.ts";
import { type Log, logFailure } from "./core/log.ts";
import type { RequestRate } from "./core/request-rate.ts";

const problem = (status: number, code: string, message: string) =>
  json({ code, message, details: null, hint: null }, status);

const failed = (error: unknown, log: Log, facts: Record<string, unknown>): Response => {
  if (error instanceof HttpError) {
    if (error.status >= 500) logFailure(log, "backend.failed", error.cause ?? error, facts);
    const { status, code, message, details, hint, headers } = error;
    return json({ code, message, details, hint }, status, headers);
  }
  if (isUnstorable(error)) return problem(400, "bad_request", UNSTORABLE);
  logFailure(log, "backend.failed", error, facts);
  const outage = outageOf(error);
  if (outage) {
    const { status, code, message, hint, headers } = outageFacts(outage);
    return json({ code, message, details: null, hint: hint ?? null }, status, headers);
  }
  return problem(500, "unexpected_failure", "Something went wrong on our side. Please try again.");
};

/** For a response without cache headers: it is for its caller only and must not be stored. */
const PRIVATE = { "cache-control": "no-store" };

const label = (given: Response, id: string): Response => {
  const response = headersOf(given).has("expires") ? given : withHeaders(given, PRIVATE);
  try {
    headersOf(response).set("sb-request-id", id);
    return response;
  } catch {
    // Headers of a response that came from `fetch` cannot be changed; a copy's can.
    return label(new Response(response.body, response), id);
  }
};

const isPreflight = (request: Request): boolean =>
  request.method === "OPTIONS" &&
  request.headers.has("origin") &&
  request.headers.has("access-control-request-method");

/** The service of a name that config.toml turns off: the response of the CLI's gateway then. */
export const absent: Service = {
  fetch: async () => json({ message: "name resolution failed" }, 503),
  async close() {},
};

/** An issuer's metadata, with `.well-known` before the path (RFC 8414 section 3.1). */
const METADATA_PATH = /^\/\.well-known\/(openid-configuration)(\/\w+\/v1)\/?$/;

interface FetchHandlerOptions {
  services: ReadonlyMap<string, Service>;
  /** Serves `/_mailbox`; null without a mailbox. */
  mailbox: Handler | null;
  /** Counts what is not for auth. */
  otherRequests: RequestRate;
  log: Log;
}

/**
 * Handles every request: adds CORS and a request id, and calls the service whose `/<name>/v1` the path
 * begins with. An error becomes `{code, message, details, hint}`; the cause of a 5xx is only logged. The
 * mailbox is not part of the public API, so it gets no CORS headers.
 */
export const createFetchHandler = ({
  services,
  mailbox,
  otherRequests,
  log,
}: FetchHandlerOptions): Handler => {
  return async (given, info) => {
    const { path: requestedPath } = splitAddress(given.url);
    const pathname = requestedPath.replace(METADATA_PATH, "$2/.well-known/$1");
    const request =
      pathname === requestedPath ? given : new Request(new URL(pathname, given.url), given);
    const [, name = "", version = ""] = pathname.split("/", 3);
    if (name !== "auth") otherRequests.count();
    const local = mailbox && name === "_mailbox" ? mailbox : null;
    if (!local && isPreflight(request)) return preflight(request);
    const id = info.requestId ?? requestIdOf(request);
    const open = local ? label : (response: Response, id: string) => withCors(label(response, id));
    const handler = local ?? (version === "v1" ? services.get(name)?.fetch : undefined);
    if (!handler) return open(problem(404, "not_found", "There is nothing at this address"), id);
    try {
      return open(await handler(request, { ...info, requestId: id }), id);
    } catch (error) {
      const facts = { request: id, method: request.method, path: pathname };
      return open(failed(error, log, facts), id);
    }
  };
};

/** Passes requests for a WebSocket to the service of their path. */
export const createUpgradeHandler =
  (services: ReadonlyMap<string, Service>): Upgrade =>
  (request, socket, head, info) => {
    const [, name = "", version = ""] = (request.url ?? "").split(/[/?]/, 3);
    const upgrade = version === "v1" ? services.get(name)?.upgrade : undefined;
    return upgrade?.(request, socket, head, info) ?? false;
  };
