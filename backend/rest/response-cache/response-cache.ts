import { PlainResponse } from "#backend/core/http/plain-response.ts";
import { metrics } from "#backend/core/metrics.ts";
import { createShortLivedMap } from "#backend/core/short-lived-map.ts";
import type { Dependencies, TaggedCache } from "#backend/core/tagged-cache.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { cacheRequestOf, REVALIDATED } from "../cache-control.ts";
import { split } from "../request/request.ts";
import { isShareable, variesBy } from "./freshness.ts";

interface ResponseCacheOptions {
  /** Null switches the cache off. */
  cache: TaggedCache | null;
  /** Milliseconds. */
  now: () => number;
}

export interface Loaded {
  response: Response;
  /** Null for a response that is only for its caller. */
  dependencies: Dependencies | null;
}

const countResponse = metrics.counter(
  "response_cache_requests_total",
  "Requests whose response others may share, by whether it was cached.",
);

/** Queries the database; `shares` if what the response depends on is wanted. */
type Load = (shares: boolean) => Promise<Loaded>;

/** Learns what the response depends on, if it may be cached for everybody. */
type Report = (dependencies: Dependencies) => void;

interface CachedResponse {
  headers: Record<string, string>;
  /** Text until the next request: bytes are written faster, but most responses are sent only once. */
  body: string | Uint8Array<ArrayBuffer>;
  /** When it was requested: nothing in it is newer. */
  born: number;
  dependencies: Dependencies;
}

/** One address may have several responses, by these headers of the request. */
interface Variants {
  varies: string[];
}

/** A request that is running. */
interface Run {
  /** The cache's position when it began; it may not reflect later invalidations. */
  since: number;
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

/** Whether it has no tag of a list: what is made of it has its place in the cache, and little else is. */
const isOfSingleRows = ({ tags }: Dependencies): boolean => tags.every((tag) => tag.includes(":"));

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
 * A cache for everybody in front of the database, as a CDN in front of the hosted platform. It stores
 * responses to anonymous reads of what the project declares the same for all visitors
 * (`plan/cache-tags.ts`), until the database invalidates one of their tags or the clock alone ends them.
 *
 * A cached response is sent only once the listening connection has confirmed that nothing it was made from
 * changed before the request. It is therefore never older than the request, whichever process wrote. The
 * same holds for a running request that others wait for.
 */
export const createResponseCache = ({ cache, now }: ResponseCacheOptions) => {
  const underWay = createShortLivedMap<string, Run>();
  const known = new Set<string>();

  const keyOf = (request: Request, caller: Caller): string | null => {
    const { method, headers, url } = request;
    if ((method !== "GET" && method !== "HEAD") || !isAnonymous(caller)) return null;
    const { path, query } = split(url);
    const read = READ.map((name) => headers.get(name) ?? "");
    const key = ["rest", method, path, query, JSON.stringify(caller.claims), ...read].join("\n");
    return key.length > LONGEST_KEY ? null : key;
  };

  const variantKey = (key: string, names: readonly string[], headers: Headers): string =>
    [key, ...names.map((name) => `${name}: ${headers.get(name) ?? ""}`)].join("\n");

  const through = (store: TaggedCache) => {
    /** The key among the variants, if there are several. */
    const variantOf = (key: string, headers: Headers): string => {
      const found = store.get<CachedResponse | Variants>(key);
      return found && "varies" in found ? variantKey(key, found.varies, headers) : key;
    };

    const freshAt = (key: string, oldest: number): CachedResponse | null => {
      const found = store.get<CachedResponse | Variants>(key);
      if (!found || "varies" in found) return null;
      return now() - found.born < oldest * 1000 ? found : null;
    };

    const send = (cached: CachedResponse, report: Report | null): Response => {
      report?.(cached.dependencies);
      if (typeof cached.body === "string") cached.body = Buffer.from(cached.body);
      const { headers, body, born } = cached;
      const age = Math.max(0, Math.floor((now() - born) / 1000));
      return new PlainResponse(body.length > 0 ? body : null, {
        headers: { ...headers, age: String(age) },
      });
    };

    const put = (
      key: string,
      request: Request,
      cached: CachedResponse,
      varies: string[],
      since: number,
    ) => {
      const size = sizeOf(cached.body);
      const { dependencies } = cached;
      if (varies.length === 0) return store.set(key, cached, size, dependencies, since);
      store.set(key, { varies }, 0, { tags: [], until: Infinity }, since);
      const variant = variantKey(key, varies, request.headers);
      store.set(variant, cached, size, dependencies, since);
    };

    /** Runs the request, and caches the response if it is the same for everybody. */
    const load = async (
      key: string,
      request: Request,
      run: Load,
      report: Report | null,
    ): Promise<{ response: Response; cached: CachedResponse | null }> => {
      const born = now();
      const since = store.position();
      const { response, dependencies } = await run(true);
      if (dependencies === null || !isShareable(response)) return { response, cached: null };
      report?.(dependencies);
      const { path } = split(request.url);
      if (known.size >= KNOWN) known.clear();
      known.add(path);
      const { headers, body } = await contentOf(response);
      headers["cache-control"] ??= REVALIDATED;
      const cached = { born, dependencies, headers, body };
      const varies = variesBy(headers.vary);
      if (report === null || !isOfSingleRows(dependencies))
        put(key, request, cached, varies, since);
      const own = new PlainResponse(body.length > 0 ? body : null, { headers });
      // Callers who wait may differ in a header that the response varies by; these run their own request.
      return { response: own, cached: varies.length > 0 ? null : cached };
    };

    /** The first of several identical requests runs for all of them. */
    const lead = async (key: string, request: Request, run: Load, report: Report | null) => {
      const since = store.position();
      const loading = load(key, request, run, report);
      const own: Run = {
        since,
        cached: loading.then(
          ({ cached }) => cached,
          () => null,
        ),
      };
      underWay.set(key, own);
      try {
        return (await loading).response;
      } finally {
        underWay.delete(key, own);
      }
    };

    return async (
      key: string,
      request: Request,
      run: Load,
      report: Report | null,
      oldest: number,
      isCaughtUp: boolean,
    ): Promise<Response> => {
      const loadForCaller = async () => (await load(key, request, run, report)).response;
      const variant = variantOf(key, request.headers);
      const mayShare =
        oldest > 0 && (freshAt(variant, oldest) !== null || underWay.get(key) !== null);
      if (mayShare && (isCaughtUp || (await store.caughtUp()))) {
        const found = freshAt(variant, oldest);
        if (found) {
          store.touch(key);
          if (variant !== key) store.touch(variant);
          return send(found, report);
        }
        const going = underWay.get(key);
        if (going?.since === store.position()) {
          const cached = await going.cached;
          return cached ? send(cached, report) : loadForCaller();
        }
      }
      // A request that nobody else can share makes nobody wait.
      return known.has(split(request.url).path) ? lead(key, request, run, report) : loadForCaller();
    };
  };
  const getThrough = cache && through(cache);

  return {
    /** The response to a request: a cached one, that of an identical running request, or `run`'s. */
    async get(
      request: Request,
      caller: Caller,
      run: Load,
      { report = null, isCaughtUp = false }: { report?: Report | null; isCaughtUp?: boolean } = {},
    ): Promise<Response> {
      const key = keyOf(request, caller);
      const { oldest, mayStore } = cacheRequestOf(request.headers);
      if (!getThrough || key === null || !mayStore) return (await run(false)).response;
      let ran = false;
      const watched: Load = (...given) => {
        ran = true;
        return run(...given);
      };
      const response = await getThrough(key, request, watched, report, oldest, isCaughtUp);
      countResponse({ cache: ran ? "miss" : "hit" });
      return response;
    },
  };
};
