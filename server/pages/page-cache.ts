import {
  createSharedWork,
  type Dependencies,
  type TaggedCache,
} from "supabase-compatible-backend/core";
import type { Page } from "./page.ts";

interface Made {
  page: Page;
  /** What it was made from; null if it is for one caller only. */
  dependencies: Dependencies | null;
}

/**
 * Renders a page; `signal` says that nobody waits for it any more, and `current` that every change from
 * before the request is known.
 */
export type MakePage = (signal: AbortSignal, current: boolean) => Promise<Made>;

interface Caller {
  readonly signal?: AbortSignal;
}

/** Bytes of a page in memory. */
const sizeOf = ({ body, headers }: Pick<Page, "body" | "headers">): number =>
  body.length + Object.entries(headers).reduce((sum, part) => sum + part.join("").length, 0);

/**
 * Caches rendered pages until something that they were made from changes. A cached page is sent only once
 * the database has confirmed that nothing did before the request. One render serves everybody who
 * requests the page meanwhile, while nothing changes. A render whose callers have all left is stopped.
 * Without a cache, each request is rendered.
 */
export const createPageCache = (cache: TaggedCache | null) => {
  const share = createSharedWork<Page>();
  /** Pages made from no data, which no change can end: they need no confirmation, nor a database. */
  const restingOnNothing = new WeakSet<Page>();

  const render = async (
    store: TaggedCache,
    key: string,
    make: MakePage,
    caller?: AbortSignal,
  ): Promise<Page> => {
    const since = store.position();
    let own = false;
    const work = async (signal: AbortSignal) => {
      own = true;
      const { page, dependencies } = await make(signal, true);
      if (dependencies?.tags.length === 0) restingOnNothing.add(page);
      if (dependencies) store.set(key, page, sizeOf(page), dependencies, since);
      return page;
    };
    const rendered = () => share(`${since} ${key}`, work, caller);
    try {
      return await rendered();
    } catch (error) {
      // Another caller's render counts as theirs, and is refused if they have too many. The next try is one
      // of those who waited for it.
      if (own || caller?.aborted) throw error;
      return rendered();
    }
  };

  const alone = async (make: MakePage, { signal = new AbortController().signal }: Caller) => ({
    page: (await make(signal, false)).page,
    cached: false,
  });

  return {
    /** The page under this key, rendered if no cached one may be sent. */
    async get(
      name: string,
      make: MakePage,
      /** Its signal is read only if the page is rendered: making one costs as much as sending a cached page. */
      caller: Caller = {},
    ): Promise<{ page: Page; cached: boolean }> {
      if (!cache) return alone(make, caller);
      const key = `page ${name}`;
      const known = cache.get<Page>(key);
      if (known && restingOnNothing.has(known)) {
        cache.touch(key);
        return { page: known, cached: true };
      }
      // Also before a render: a change received only during it would invalidate the page at once.
      if (!(await cache.caughtUp())) return alone(make, caller);
      const page = cache.get<Page>(key);
      if (!page) return { page: await render(cache, key, make, caller.signal), cached: false };
      cache.touch(key);
      return { page, cached: true };
    },
  };
};
