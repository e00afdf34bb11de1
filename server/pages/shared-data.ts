import type { Dependencies, TaggedCache } from "supabase-compatible-backend/core";
import type { LoadShared } from "#web/session/site.ts";
import {
  collectDependencies,
  createDependencySet,
  currentDependencies,
} from "./page-dependencies.ts";

interface Loaded {
  data: object;
  dependencies: Dependencies;
}

/**
 * Loads data that many pages share, and caches them until something that they were made from changes: a page
 * then neither calls the API for them nor parses its JSON again. Without a cache they are loaded each time.
 */
export const createSharedData =
  (cache: TaggedCache | null): LoadShared =>
  async <Data extends object>(name: string, load: () => Promise<Data>): Promise<Data> => {
    const key = `data ${name}`;
    const page = currentDependencies();
    const isCurrent = page?.current || ((await cache?.caughtUp()) ?? false);
    const known = isCurrent ? cache?.get<Loaded>(key) : null;
    if (known) {
      cache?.touch(key);
      page?.add(known.dependencies);
      return known.data as Data;
    }
    const since = cache?.position() ?? 0;
    const own = createDependencySet(isCurrent);
    const data = await collectDependencies(own, load).catch((error: unknown) => {
      // What the page shows in their place must not outlive the fault.
      page?.add(null);
      throw error;
    });
    const dependencies = own.all();
    page?.add(dependencies);
    if (dependencies)
      cache?.set(key, { data, dependencies }, JSON.stringify(data).length, dependencies, since);
    return data;
  };
