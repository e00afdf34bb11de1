import { createLruCache } from "#backend/core/lru-cache.ts";
import { createSharedWork } from "#backend/core/shared-work.ts";

/** A cached page: the part that is the same for everybody at this address. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  /** Compressed with brotli; other codings are made from it on demand. */
  body: Uint8Array<ArrayBuffer>;
  /**
   * Seconds for which the page itself says that it is valid, whatever is written; null if it does not say.
   */
  ttl: number | null;
}

interface PageCacheOptions {
  /** Bytes of cached bodies; the least recently used go first. */
  limit: number;
  /** Milliseconds in which a page is sent unchanged. */
  fresh: number;
  /** Further milliseconds in which it is still sent while a new one is rendered. */
  stale: number;
  now?: () => number;
}

interface Entry {
  page: Page;
  born: number;
  generation: number;
}

/** Renders a page; `signal` says that nobody waits for it any more. */
export type MakePage = (signal: AbortSignal) => Promise<{ page: Page; mayStore: boolean }>;

/** The most pages: the smallest has some kilobytes. */
const ENTRIES = 50_000;
const SECOND = 1000;

/**
 * Caches rendered pages in memory for seconds. One render serves everybody who requests the page meanwhile.
 * `forget` (a write was seen) makes every page old at once: a render that began earlier is sent to those
 * who waited for it, but not cached. A render whose callers have all left is stopped.
 */
export const createPageCache = ({ limit, fresh, stale, now = Date.now }: PageCacheOptions) => {
  const entries = createLruCache<Entry>({ bytes: limit, entries: ENTRIES });
  const share = createSharedWork<Page>();
  let generation = 0;

  const put = (key: string, page: Page, from: number) => {
    // Overtaken by a write: the cached page may be newer by now.
    if (from !== generation && page.ttl === null) return;
    entries.set(key, { page, born: now(), generation: from }, page.body.length);
  };

  const render = (key: string, make: MakePage, caller?: AbortSignal): Promise<Page> => {
    const from = generation;
    const work = async (signal: AbortSignal) => {
      const made = await make(signal);
      if (made.mayStore) put(key, made.page, from);
      return made.page;
    };
    return share(`${from} ${key}`, work, caller);
  };

  return {
    /** The page under this key, rendered if no cached one may be sent. */
    async get(key: string, make: MakePage, caller?: AbortSignal): Promise<Page> {
      const entry = entries.peek(key);
      if (!entry) return render(key, make, caller);
      const { page } = entry;
      const age = now() - entry.born;
      const current = page.ttl !== null || entry.generation === generation;
      const span = page.ttl === null ? fresh : page.ttl * SECOND;
      if (!current || age >= span + stale) return render(key, make, caller);
      entries.touch(key);
      // The caller already has a response, and the next one tries again.
      if (age >= span) render(key, make).catch(() => {});
      return page;
    },
    /** Something was written: no earlier page is sent any more. */
    invalidate() {
      generation += 1;
    },
    size: () => {
      const { entries: pages, bytes } = entries.size();
      return { pages, bytes };
    },
  };
};
