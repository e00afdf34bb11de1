import { AsyncLocalStorage } from "node:async_hooks";
import { combine, type Dependencies } from "supabase-compatible-backend/core";

/** What a page is made from, while it is rendered. */
export interface DependencySet {
  /** Whether every change from before the page's request has been received (`TaggedCache.caughtUp`). */
  current: boolean;
  /** Adds a part; null for one that may change unnoticed, with which the page cannot be cached. */
  add(part: Dependencies | null): void;
  /** Announces a part, to be added by the returned function. */
  expect(): DependencySet["add"];
  /** The dependencies of the whole; null if a part has none, or if nobody waited for it. */
  all(): Dependencies | null;
}

export const createDependencySet = (current = false): DependencySet => {
  const parts: Dependencies[] = [];
  let cacheable = true;
  let missing = 0;
  const add: DependencySet["add"] = (part) => {
    if (part) parts.push(part);
    else cacheable = false;
  };
  return {
    current,
    add,
    expect() {
      missing += 1;
      return (part) => {
        missing -= 1;
        add(part);
      };
    },
    all: () => (cacheable && missing === 0 ? combine(parts) : null),
  };
};

const sets = new AsyncLocalStorage<DependencySet>();

/** Runs `work`; its requests to the backend are added to `set`. */
export const collectDependencies = <T>(set: DependencySet, work: () => T): T => sets.run(set, work);

/** The set of the page that is being rendered, if any. */
export const currentDependencies = (): DependencySet | undefined => sets.getStore();
