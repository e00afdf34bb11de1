import type { Service } from "./core/core.ts";
import { outageFacts, outageOf } from "./core/database/outage.ts";
import { HttpError } from "./core/errors.ts";
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
import type { Log } from "./core/log.ts";

const problem = (status: number, code: string, message: string, headers?: Record<string, string>) =>
  json({ code, message, details: null, hint: null }, status, headers);

const failed = (error: unknown, log: Log, facts: Record<string, unknown>): Response => {
  if (error instanceof HttpError) {
    if (error.status >= 500) log.error("backend.failed", { ...facts, error: error.cause ?? error });
    const { status, code, message, details, hint, headers } = error;
    return json({ code, message, details, hint }, status, headers);
  }
  log.error("backend.failed", { ...facts, error });
  const outage = outageOf(error);
  if (outage) {
    const { status, code, message, hint, headers } = outageFacts(outage);
    return json({ code, message, details: null, hint: hint ?? null }, status, headers);
  }
  return problem(500, "unexpected_failure", "Something went wrong on our side. Please try again.");
};

/** Of an answer that says nothing of caches: it is for its caller alone, and nobody keeps it. */
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

/** Stands for a service that config.toml turns off: what the CLI's gateway says when it finds nobody there. */
export const absent: Service = {
  fetch: async () => json({ message: "name resolution failed" }, 503),
  async close() {},
};

/** What describes an issuer may be asked for before its path, too: RFC 8414 section 3.1. */
const DESCRIPTION =
  /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(\/\w+\/v1)\/?$/;

interface Rooms {
  services: ReadonlyMap<string, Service>;
  /** Serves `/_mailbox`, where there is one. */
  mailbox: Handler | null;
  log: Log;
}

/**
 * The backend's one door: CORS, a request id, and the service whose `/<name>/v1` the path begins
 * with. What a service throws is answered in the house's JSON; the cause of a 5xx is logged only.
 * The mailbox is no part of the public API: no other origin may read it.
 */
export const createFetchHandler = ({ services, mailbox, log }: Rooms): Handler => {
  return async (given, info) => {
    const { path: requestedPath } = splitAddress(given.url);
    const pathname = requestedPath.replace(DESCRIPTION, "$2/.well-known/$1");
    const request =
      pathname === requestedPath ? given : new Request(new URL(pathname, given.url), given);
    const [, name = "", version = ""] = pathname.split("/", 3);
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

/** The same for connections that ask to become WebSockets. */
export const createUpgradeHandler =
  (services: ReadonlyMap<string, Service>): Upgrade =>
  (request, socket, head, info) => {
    const [, name = "", version = ""] = (request.url ?? "").split(/[/?]/, 3);
    const upgrade = version === "v1" ? services.get(name)?.upgrade : undefined;
    return upgrade?.(request, socket, head, info) ?? false;
  };
