import type { Core, Service } from "#backend/core/core.ts";
import type { RequestInfo } from "#backend/core/http/http.ts";
import { withLargeBody } from "#backend/core/http/large-bodies.ts";
import { bodyLimitsOf } from "#backend/core/http/parse.ts";
import { logFailure } from "#backend/core/log.ts";
import { type Caller, identify, shareOf } from "#backend/core/tokens/caller.ts";
import { type Compiled, compile } from "./compile.ts";
import { toRestError } from "./database-errors.ts";
import { batchOptions, type CallerApi, checkOperators } from "./limits.ts";
import { describeTarget } from "./options.ts";
import { resolveTags } from "./plan/cache-tags.ts";
import { redactError } from "./redact-error.ts";
import { LIMITS } from "./request/limits.ts";
import { type ApiRequest, readRequest, split } from "./request/request.ts";
import { respond, respondError } from "./response.ts";
import { createClockEnds } from "./response-cache/clock-ends.ts";
import { createResponseCache, type Loaded } from "./response-cache/response-cache.ts";
import { watchSchema } from "./schema/watch-schema.ts";
import { checkToken, tokenRefusal } from "./tokens.ts";
import { createStatementNames, run, type Transaction } from "./transaction.ts";

/** Request shapes of a role whose plans are cached, and the longest key that is cached. */
const PLANS = 1_000;
const LONGEST_KEY = 8_192;

interface RestService extends Service {
  /** Reads the schema again; otherwise `notify pgrst, 'reload schema'` does it. */
  reloadSchema(): Promise<void>;
}

/**
 * PostgREST's API below `/rest/v1`: tables, views and functions of the exposed schemas over HTTP. Each
 * request runs in its caller's role. Stages: request, plan, query, transaction, response.
 */
export const createRest = async (core: Core): Promise<RestService> => {
  const { api, db, log, tokens, keys, keyless, project, cache: shared, clock } = core;
  const plans = new Map<string, Compiled>();
  const responseCache = createResponseCache({ cache: shared, now: clock.now });
  const { ends } = project.config.api.cache;
  const dependenciesOf = shared && createClockEnds({ db, cache: shared, ends, now: clock.now });
  const schema = await watchSchema(db, project.config.api, log, {
    onReload: () => {
      plans.clear();
      // Responses since then relied on rights that may have been withdrawn.
      shared?.invalidate(null);
    },
    onInvalidate: (tags) => shared?.invalidate(tags),
  });
  shared?.listen(schema.caughtUp);
  const nameOf = createStatementNames();

  const planned = (request: ApiRequest, role: string): Compiled => {
    const planKey = `${role}\n${request.planKey}`;
    const known = plans.get(planKey);
    if (known) return known;
    const compiled = compile(schema.current(), request, role);
    if (planKey.length <= LONGEST_KEY) {
      if (plans.size >= PLANS) {
        const [oldest] = plans.keys();
        if (oldest !== undefined) plans.delete(oldest);
      }
      plans.set(planKey, compiled);
    }
    return compiled;
  };

  /**
   * For one caller: all of their statements wait in their share, and are dropped once they have hung up.
   */
  const apiFor = (caller: Caller, info: RequestInfo): CallerApi => ({
    batch: (statements) =>
      api.batch(statements, batchOptions(schema.current(), caller, info, statements.length)),
  });

  /** With `shares`, it is also known what a visitor's response depends on that may be shared. */
  const serve = async (
    request: Request,
    caller: Caller,
    info: RequestInfo,
    shares: boolean,
  ): Promise<Loaded> => {
    const cache = schema.current();
    const own = apiFor(caller, info);
    const read = await readRequest(request, cache, bodyLimitsOf(caller, LIMITS.body));
    const compiled = planned(read, caller.role);
    checkOperators(project.config.api.roles, caller.role, compiled.operators);
    const tags =
      shares && compiled.cacheTags && resolveTags(compiled.cacheTags, read.parsedQuery.values);
    const dependencies = tags && dependenciesOf ? await dependenciesOf(tags) : null;
    const transaction: Transaction = { api: own, cache: schema.current(), nameOf };
    const outcome = await run(transaction, request, read, compiled, caller, info);
    return { response: respond(read, compiled, outcome), dependencies };
  };

  return {
    async fetch(request, info) {
      let caller: Caller | null = null;
      try {
        if (request.method === "OPTIONS") return describeTarget(schema.current(), request);
        const identity = await identify(request, { tokens, keys, keyless });
        checkToken(request, identity, core);
        caller = identity;
        return await withLargeBody(request, shareOf(identity, info), () =>
          responseCache.get(request, identity, (shares) => serve(request, identity, info, shares), {
            report: info.onDependencies,
            isCaughtUp: info.caughtUp,
          }),
        );
      } catch (error) {
        const refused = toRestError(
          tokenRefusal(error, request),
          caller === null || caller.role === "anon",
        );
        const restError = await redactError(caller && apiFor(caller, info), caller, refused);
        if (restError.status >= 500) {
          logFailure(log, "rest.failed", restError.cause ?? restError, {
            path: split(request.url).path,
            code: restError.code,
          });
        }
        return respondError(restError, request.method);
      }
    },
    reloadSchema: schema.reload,
    close: schema.close,
  };
};
