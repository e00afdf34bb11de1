import { join } from "node:path";
import type { Core, Service } from "#backend/core/core.ts";
import { HttpError } from "#backend/core/errors.ts";
import type { RequestInfo } from "#backend/core/http/http.ts";
import { withLargeBody } from "#backend/core/http/large-bodies.ts";
import { networkOf } from "#backend/core/http/network.ts";
import { metrics } from "#backend/core/metrics.ts";
import { removeLeftFolders } from "#backend/core/process/own-folder.ts";
import { identify } from "#backend/core/tokens/caller.ts";
import { boundCodeCache } from "./code-cache.ts";
import { functionEnvironment } from "./environment.ts";
import { errorResponse, refuse } from "./errors.ts";
import { createKeeper, type Keeper } from "./keeper.ts";
import { type FunctionProcess, SOCKET_FOLDER } from "./process.ts";
import { pass } from "./proxy.ts";

const PREFIX = "/functions/v1";

const countFailure = metrics.counter(
  "function_failures_total",
  "Responses of functions that failed, or refused a caller who needs no key.",
);

interface FunctionsOptions {
  /** The variables of functions, besides the platform's names and the project's `functions/.env`. */
  env?: Record<string, string | undefined>;
  /** Seconds in which a function must begin its response, and between two pieces of it. */
  timeLimit?: number;
  /** MiB of JavaScript heap for each function; its process may use twice as much in total. */
  memoryLimit?: number;
}

/** As on the platform's gateway: a valid token or key, except for a preflight, which cannot carry one. */
const verify = async (core: Core, request: Request): Promise<void> => {
  if (request.method === "OPTIONS") return;
  try {
    await identify(request, { tokens: core.tokens, keys: core.keys });
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    throw refuse(cause.code === "no_api_key" ? "noAuthorization" : "invalidJwt", cause);
  }
};

/** The error of connecting to a process that has just ended: the function never saw the request. */
const NOT_REACHED = new Set(["ECONNREFUSED", "ENOENT"]);
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/** The response when a process gave none: it was too slow, reached its limits, or crashed. */
const afterFailure = async (
  error: unknown,
  running: FunctionProcess,
  keeper: Keeper,
): Promise<HttpError> => {
  if (error instanceof HttpError && error.details === "idleTimeout") {
    if (await running.isResponsive()) return error;
    await keeper.discard(running);
    return refuse("workerLimit", error);
  }
  if (error instanceof HttpError) return error;
  // The connection broke: check whether the process is ending, and why.
  const ending = await Promise.race([
    running.ended,
    new Promise<null>((resolve) => setTimeout(resolve, 1000, null)),
  ]);
  if (ending === "stopped" || NOT_REACHED.has(codeOf(error))) return refuse("workerStopped", error);
  return refuse(ending === "limit" ? "workerLimit" : "workerError", error);
};

/**
 * Supabase's Edge Functions at `/functions/v1/<name>`. Each function of the project runs in its own
 * process, started at its first request and again when its files change. A crash, an endless loop or a leak
 * of one therefore affects no other. CORS is the function's own responsibility.
 */
export const createFunctions = async (
  core: Core,
  { env = {}, timeLimit = 30, memoryLimit = 256 }: FunctionsOptions = {},
): Promise<Service> => {
  const keepers = new Map<string, Keeper>();
  const codeCache = join(core.dataDir, "code-cache");
  await boundCodeCache(codeCache);
  removeLeftFolders(SOCKET_FOLDER);
  const configOf = (name: string) => {
    const { functions } = core.project.config;
    const config = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!config?.enabled) throw refuse("notFound");
    return config;
  };
  const keeperOf = (name: string): Keeper => {
    const existing = keepers.get(name);
    if (existing) return existing;
    const keeper = createKeeper({
      name,
      config: configOf(name),
      folder: join(core.project.folder, "functions"),
      env: functionEnvironment(core, env),
      apiUrl: core.apiUrl,
      memory: memoryLimit,
      codeCache,
      log: core.log,
    });
    keepers.set(name, keeper);
    return keeper;
  };

  /**
   * Logs what a function could not do: its own failures, and callers that a public one (a webhook) refused. A caller who
   * hung up is neither.
   */
  const report = (
    name: string,
    status: number,
    requestId: string | undefined,
    { aborted }: AbortSignal,
  ): void => {
    if (aborted) return;
    const isPublic = core.project.config.functions[name]?.verifyJwt === false;
    if (status < 500 && !(isPublic && [400, 401, 403, 413].includes(status))) return;
    countFailure({ function: name, status: String(status) });
    const event = status < 500 ? "function.refused" : "function.failed";
    core.log.warn(event, { function: name, status, request: requestId });
  };

  const serve = async (request: Request, { ip, requestId }: RequestInfo): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.slice(PREFIX.length);
    const name = decodeURIComponent(path.split("/")[1] ?? "");
    if (configOf(name).verifyJwt) await verify(core, request);
    const keeper = keeperOf(name);
    const passage = {
      path: `${path}${search}`,
      host: new URL(core.apiUrl).host,
      ip,
      requestId,
      timeLimit,
    };
    const call = () =>
      keeper.use(async (running) => {
        try {
          const response = await pass(request, running, passage);
          report(name, response.status, requestId, request.signal);
          return response;
        } catch (error) {
          const failure = await afterFailure(error, running, keeper);
          report(name, failure.status, requestId, request.signal);
          throw failure;
        }
      });
    return withLargeBody(request, networkOf(ip), call);
  };

  return {
    async fetch(request, info) {
      try {
        return await serve(request, info);
      } catch (error) {
        const response = errorResponse(error instanceof URIError ? refuse("notFound") : error);
        if (!response) throw error;
        return response;
      }
    },
    async close() {
      await Promise.all([...keepers.values()].map((keeper) => keeper.close()));
    },
  };
};
