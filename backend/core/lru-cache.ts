/** The limits of a cache of values by key; the least recently used go first. */
export interface LruLimits {
  bytes: number;
  entries: number;
}

/** The cost of an entry besides its value and key: the maps and small objects. */
const OVERHEAD = 1024;

/** The largest fraction of all bytes that one value may take. */
const LARGEST_PART = 8;

interface Held<Value> {
  value: Value;
  size: number;
  /** Whether it was used since it took its place in the queue. */
  used: boolean;
}

/**
 * A cache of values by key, limited in entries and bytes. When it is full, the head of the queue is
 * removed, but an entry that was used goes to the end instead. Moving an entry at every use would cost more
 * than finding it.
 */
export const createLruCache = <Value>({ bytes: most, entries: many }: LruLimits) => {
  const held = new Map<string, Held<Value>>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= held.get(key)?.size ?? 0;
    held.delete(key);
  };

  return {
    /** Reads without counting as a use. */
    peek: (key: string): Value | undefined => held.get(key)?.value,
    /** Counts as a use. */
    touch(key: string) {
      const entry = held.get(key);
      if (entry) entry.used = true;
    },
    /** Stores a value of so many bytes, unless it is too large a fraction of all. */
    keep(key: string, value: Value, length: number) {
      drop(key);
      const size = length + key.length + OVERHEAD;
      if (size > most / LARGEST_PART) return;
      for (const [first, entry] of held) {
        if (bytes + size <= most && held.size < many) break;
        if (entry.used) {
          entry.used = false;
          held.delete(first);
          held.set(first, entry);
        } else drop(first);
      }
      held.set(key, { value, size, used: false });
      bytes += size;
    },
    drop,
    clear() {
      held.clear();
      bytes = 0;
    },
    size: () => ({ entries: held.size, bytes }),
  };
};
