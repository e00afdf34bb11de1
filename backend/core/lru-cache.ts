import { LRUCache } from "lru-cache";

/** The limits of a cache of values by key; the least recently used go first. */
export interface LruLimits {
  bytes: number;
  entries: number;
}

/** The cost of an entry besides its value and key: the maps and small objects. */
const OVERHEAD = 1024;

/** The largest fraction of all bytes that one value may take. */
const LARGEST_PART = 8;

/**
 * A cache of values by key, limited in entries and bytes; a limit of nothing stores nothing.
 */
export const createLruCache = <Value extends object>({ bytes, entries }: LruLimits) => {
  const cache = new LRUCache<string, Value>({
    max: Math.max(1, entries),
    // To the library a limit of 0 is none.
    maxSize: Math.max(1, bytes),
    maxEntrySize: Math.max(1, Math.floor(bytes / LARGEST_PART)),
  });
  return {
    /** Reads without counting as a use. */
    peek: (key: string): Value | undefined => cache.peek(key),
    /** Counts as a use. */
    touch: (key: string): void => void cache.get(key),
    /** Stores a value of so many bytes, unless it is too large a fraction of all. */
    set(key: string, value: Value, length: number): void {
      cache.set(key, value, { size: length + key.length + OVERHEAD });
    },
    delete: (key: string): void => void cache.delete(key),
    /** Removes the values that are no longer wanted. */
    sweep(isUnwanted: (value: Value) => boolean): void {
      for (const [key, value] of cache.entries()) if (isUnwanted(value)) cache.delete(key);
    },
    clear: () => cache.clear(),
    size: () => ({ entries: cache.size, bytes: cache.calculatedSize }),
  };
};
