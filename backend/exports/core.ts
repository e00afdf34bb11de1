/** What a server around the backend shares with it: HTTP, errors, log, metrics, clock, caches, limits. */
export { type Clock, seconds, systemClock } from "../core/clock.ts";
export { type CallerOptions, createConcurrencyLimit } from "../core/concurrency-limit.ts";
export { ClientDisconnected, HttpError } from "../core/errors.ts";
export { closest } from "../core/fuzzy.ts";
export { recycle } from "../core/http/body.ts";
export {
  type Handler,
  json,
  type RequestInfo,
  readBody,
  splitAddress,
  untilAborted,
} from "../core/http/http.ts";
export { networkOf, subnetOf } from "../core/http/network.ts";
export { parseForm } from "../core/http/parse.ts";
export { PlainResponse } from "../core/http/plain-response.ts";
export { requestIdOf } from "../core/http/request-id.ts";
export type { Upgrade } from "../core/http/upgrade.ts";
export { jsonLog, type Log, logFailure, silentLog } from "../core/log.ts";
export { createLruCache } from "../core/lru-cache.ts";
export { metrics, textOf } from "../core/metrics.ts";
export { createSharedWork } from "../core/shared-work.ts";
export {
  combine,
  createTaggedCache,
  type Dependencies,
  type TaggedCache,
} from "../core/tagged-cache.ts";
export { createTimedTurns } from "../core/turns.ts";
