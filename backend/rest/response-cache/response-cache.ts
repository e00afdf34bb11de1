import { headersOf } from "#backend/core/http/http.ts";
import { PlainResponse } from "#backend/core/http/plain-response.ts";
import { createLruCache, type LruLimits } from "#backend/core/lru-cache.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { cacheRequestOf, withoutSharedMaxAge } from "../cache-control.ts";
import { split } from "../request/request.ts";
import { sharedMaxAgeOf, variesBy } from "./freshness.ts";

interface ResponseCacheOptions {
  /** Null switches the cache off. */
  limits: LruLimits | null;
  /** Milliseconds. */
  now: () => number;
  /** Whether everything announced before this call has been received, and `forget` called for it. */
  caughtUp: () => Promise<boolean>;
}

/** Queries the database; `shares` if a response that may be cached for everybody should say so. */
type Load = (shares: boolean) => Promise<Response>;

interface CachedResponse {
  headers: Record<string, string>;
  /** Text until the next request: bytes are written faster, but most responses are sent only once. */
  body: string | Uint8Array<ArrayBuffer>;
  /** When it was requested: nothing in it is newer. */
  born: number;
  seconds: number;
}

/** One address may have several responses, by these headers of the request. */
interface Variants {
  varies: string[];
}

/** A request that is running. */
interface Run {
  /** The number of invalidations when it began; it may not reflect later ones. */
  generation: number;
  /** Null when the response is only for its caller. */
  cached: Promise<CachedResponse | null>;
}

/** Longer addresses always run, so that nobody can fill the memory with them. */
const LONGEST_KEY = 2_000;

/**
 * Addresses whose responses are known to be for everybody. Any more are other spellings of the same ones.
 */
const KNOWN = 500;

/** The headers that the API itself reads (`request/`), by which responses differ. */
const READ = ["accept", "accept-profile", "prefer", "range", "range-unit"];

const isAnonymous = ({ role, claims }: Caller): boolean =>
  role === "anon" && claims.sub === undefined && claims.session_id === undefined;

/** Bytes of a body in memory: text beyond Latin-1 takes two for each character. */
const sizeOf = (body: CachedResponse["body"]): number => {
  const bytes = Buffer.byteLength(body);
  return bytes === body.length ? bytes : Math.max(bytes, 2 * body.length);
};

const contentOf = async (response: Response): Promise<Pick<CachedResponse, "headers" | "body">> => {
  const parts = response instanceof PlainResponse ? response.parts : null;
  return parts
    ? { headers: { ...parts.headers }, body: parts.body ?? "" }
    : {
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
      };
};

/**
 * A response that is not cached, without the directives for caches like ours: those further out cannot be
 * invalidated.
 */
const unshared = (response: Response): Response => {
  const headers = headersOf(response);
  const control = headers.get("cache-control");
  if (control && /s-maxage/i.test(control))
    headers.set("cache-control", withoutSharedMaxAge(control));
  return response;
};

/**
 * A cache for everybody in front of the database, as a CDN in front of the hosted platform. It stores
 * responses to anonymous reads that say `Cache-Control: public, s-maxage=…` (functions say so in
 * `response.headers`; tables and views in a line of their comment, `plan/max-age.ts`).
 *
 * A cached response is sent only once the listening connection has confirmed that nothing it was made from
 * changed before the request (`forget answers`, see `core/database/schema-channel.ts`). It is therefore
 * never older than the request, whichever process wrote. `s-maxage` limits changes that come with time
 * alone. The same holds for a running request that others wait for.
 */
export const createResponseCache = ({ limits, now, caughtUp }: ResponseCacheOptions) => {
  const store = createLruCache<CachedResponse | Variants>(limits ?? { bytes: 0, entries: 0 });
  const underWay = new Map<string, Run>();
  const known = new Set<string>();
  let generation = 0;

  const keyOf = (request: Request, caller: Caller): string | null => {
    const { method, headers, url } = request;
    if ((method !== "GET" && method !== "HEAD") || !isAnonymous(caller)) return null;
    const { path, query } = split(url);
    const read = READ.map((name) => headers.get(name) ?? "");
    const key = [method, path, query, JSON.stringify(caller.claims), ...read].join("\n");
    return key.length > LONGEST_KEY ? null : key;
  };

  const variantKey = (key: string, names: readonly string[], headers: Headers): string =>
    [key, ...names.map((name) => `${name}: ${headers.get(name) ?? ""}`)].join("\n");

  /** The key among the variants, if there are several. */
  const variantOf = (key: string, headers: Headers): string => {
    const found = store.peek(key);
    return found && "varies" in found ? variantKey(key, found.varies, headers) : key;
  };

  const freshAt = (key: string, oldest: number): CachedResponse | null => {
    const found = store.peek(key);
    if (!found || "varies" in found) return null;
    const age = now() - found.born;
    return age < Math.min(found.seconds, oldest) * 1000 ? found : null;
  };

  const send = (cached: CachedResponse): Response => {
    if (typeof cached.body === "string") cached.body = Buffer.from(cached.body);
    const { headers, body, born } = cached;
    const age = Math.max(0, Math.floor((now() - born) / 1000));
    return new PlainResponse(body.length > 0 ? body : null, {
      headers: { ...headers, age: String(age) },
    });
  };

  const put = (key: string, request: Request, cached: CachedResponse, varies: string[]) => {
    const size = sizeOf(cached.body);
    if (varies.length === 0) return store.set(key, cached, size);
    store.set(key, { varies }, 0);
    store.set(variantKey(key, varies, request.headers), cached, size);
  };

  /** Runs the request, and caches the response if its headers allow it. */
  const load = async (
    key: string,
    request: Request,
    run: Load,
  ): Promise<{ response: Response; cached: CachedResponse | null }> => {
    const born = now();
    const startedAt = generation;
    const response = await run(true);
    const seconds = sharedMaxAgeOf(response);
    if (seconds === 0) return { response: unshared(response), cached: null };
    const { path } = split(request.url);
    if (known.size >= KNOWN) known.clear();
    known.add(path);
    const { headers, body } = await contentOf(response);
    headers["cache-control"] = withoutSharedMaxAge(headers["cache-control"] ?? "");
    const cached = { born, seconds, headers, body };
    const varies = variesBy(headers.vary);
    if (startedAt === generation) put(key, request, cached, varies);
    const own = new PlainResponse(body.length > 0 ? body : null, { headers });
    // Callers who wait may differ in a header that the response varies by; these run their own request.
    return { response: own, cached: varies.length > 0 ? null : cached };
  };

  /** The first of several identical requests runs for all of them. */
  const lead = async (key: string, request: Request, run: Load) => {
    const loading = load(key, request, run);
    const own: Run = {
      generation,
      cached: loading.then(
        ({ cached }) => cached,
        () => null,
      ),
    };
    underWay.set(key, own);
    try {
      return (await loading).response;
    } finally {
      if (underWay.get(key) === own) underWay.delete(key);
    }
  };

  return {
    /** The response to a request: a cached one, that of an identical running request, or `run`'s. */
    async get(request: Request, caller: Caller, run: Load): Promise<Response> {
      if (limits === null) return run(false);
      const key = keyOf(request, caller);
      const { oldest, mayStore } = cacheRequestOf(request.headers);
      if (key === null || !mayStore) return unshared(await run(false));
      const anew = async () => (await load(key, request, run)).response;
      const variant = variantOf(key, request.headers);
      const mayShare = oldest > 0 && (freshAt(variant, oldest) !== null || underWay.has(key));
      if (mayShare && (await caughtUp())) {
        const found = freshAt(variant, oldest);
        if (found) {
          store.touch(key);
          if (variant !== key) store.touch(variant);
          return send(found);
        }
        const running = underWay.get(key);
        if (running?.generation === generation) {
          const cached = await running.cached;
          return cached ? send(cached) : anew();
        }
      }
      // A request that nobody else can share makes nobody wait.
      return known.has(split(request.url).path) ? lead(key, request, run) : anew();
    },
    /** The data behind the responses changed: cached ones are no longer sent. */
    invalidate() {
      generation += 1;
      store.clear();
    },
    size: store.size,
  };
};
