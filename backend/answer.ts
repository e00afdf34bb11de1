import { randomUUID } from "node:crypto";
import { HttpError } from "./kernel/errors.ts";
import { json, preflight, type RequestInfo, withCors } from "./kernel/http.ts";
import type { Service } from "./kernel/kernel.ts";
import type { Log } from "./kernel/log.ts";

/** A caller's own request id is kept when it cannot upset a log. */
const requestId = (request: Request): string => {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
};

const problem = (status: number, code: string, message: string, headers?: Record<string, string>) =>
  json({ code, message, details: null, hint: null }, status, headers);

const failed = (error: unknown, log: Log, facts: Record<string, unknown>): Response => {
  if (error instanceof HttpError) {
    if (error.status >= 500) log.error("backend.failed", { ...facts, error: error.cause ?? error });
    const { status, code, message, details, hint, headers } = error;
    return json({ code, message, details, hint }, status, headers);
  }
  log.error("backend.failed", { ...facts, error });
  return problem(500, "unexpected_failure", "Something went wrong on our side. Please try again.");
};

/** Headers of a response that came from `fetch` cannot be changed; a copy's can. */
const finish = (response: Response, id: string): Response => {
  try {
    response.headers.set("sb-request-id", id);
    return withCors(response);
  } catch {
    return finish(new Response(response.body, response), id);
  }
};

/**
 * The backend's one door: CORS, a request id, and the service whose `/<name>/v1` the path begins
 * with. What a service throws is answered in the house's JSON; the cause of a 5xx is logged only.
 */
export const createDoor = (
  services: ReadonlyMap<string, Service>,
  log: Log,
): ((request: Request, info: RequestInfo) => Promise<Response>) => {
  return async (request, info) => {
    if (
      request.method === "OPTIONS" &&
      request.headers.has("origin") &&
      request.headers.has("access-control-request-method")
    )
      return preflight(request);
    const id = requestId(request);
    const { pathname } = new URL(request.url);
    const [, name = "", version = ""] = pathname.split("/", 3);
    const service = version === "v1" ? services.get(name) : undefined;
    if (!service) return finish(problem(404, "not_found", "There is nothing at this address"), id);
    try {
      return finish(await service.fetch(request, info), id);
    } catch (error) {
      const facts = { request: id, method: request.method, path: pathname };
      return finish(failed(error, log, facts), id);
    }
  };
};
