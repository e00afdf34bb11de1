import { createLruCache } from "#backend/core/lru-cache.ts";
import { createSharedWork } from "#backend/core/shared-work.ts";

/** A page as it is kept: what is the same for everybody who asks for this address. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  /** Compressed with brotli; the other codings are made from it when they are asked for. */
  body: Uint8Array<ArrayBuffer>;
  /** Seconds for which the page itself says that it holds, whatever is written; null when it says nothing. */
  holds: number | null;
}

interface PageCacheOptions {
  /** Bytes of bodies that are kept; what was asked for longest ago goes first. */
  limit: number;
  /** Milliseconds in which a page is sent as it is. */
  fresh: number;
  /** Milliseconds after those in which it is still sent, while a new one is rendered. */
  stale: number;
  now?: () => number;
}

interface Entry {
  page: Page;
  born: number;
  generation: number;
}

/** Renders a page; `signal` says that nobody waits for it any more. */
export type MakePage = (signal: AbortSignal) => Promise<{ page: Page; keep: boolean }>;

/** More are kept nowhere: the smallest page is some kilobytes. */
const ENTRIES = 50_000;
const SECOND = 1000;

/**
 * Keeps rendered pages in memory for seconds. One render serves everybody who asks meanwhile, and
 * `forget` (a write was seen) makes every page old at once: a render that began before it is given to
 * those who waited for it, but not kept. One whose callers have all left is ended.
 */
export const createPageCache = ({ limit, fresh, stale, now = Date.now }: PageCacheOptions) => {
  const entries = createLruCache<Entry>({ bytes: limit, entries: ENTRIES });
  const share = createSharedWork<Page>();
  let generation = 0;

  const keep = (key: string, page: Page, from: number) => {
    // Overtaken by a write: what is kept by now may be newer.
    if (from !== generation && page.holds === null) return;
    entries.keep(key, { page, born: now(), generation: from }, page.body.length);
  };

  const render = (key: string, make: MakePage, caller?: AbortSignal): Promise<Page> => {
    const from = generation;
    const work = async (signal: AbortSignal) => {
      const answer = await make(signal);
      if (answer.keep) keep(key, answer.page, from);
      return answer.page;
    };
    return share(`${from} ${key}`, work, caller);
  };

  return {
    /** The page under this key, rendered when there is none that may be sent. */
    async get(key: string, make: MakePage, caller?: AbortSignal): Promise<Page> {
      const entry = entries.peek(key);
      if (!entry) return render(key, make, caller);
      const { page } = entry;
      const age = now() - entry.born;
      const current = page.holds !== null || entry.generation === generation;
      const span = page.holds === null ? fresh : page.holds * SECOND;
      if (!current || age >= span + stale) return render(key, make, caller);
      entries.touch(key);
      // Whoever asked has an answer already, and the next one asks again.
      if (age >= span) render(key, make).catch(() => {});
      return page;
    },
    /** Something was written: no page from before is sent any more. */
    forget() {
      generation += 1;
    },
    size: () => {
      const { entries: pages, bytes } = entries.size();
      return { pages, bytes };
    },
  };
};
