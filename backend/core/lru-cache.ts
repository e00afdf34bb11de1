/** What a bounded memory of values by key may hold; what nobody asked for lately goes first. */
export interface LruLimits {
  bytes: number;
  entries: number;
}

/** What an entry costs beside its own size and its key: the maps and small things. */
const OVERHEAD = 1024;

/** No single value may take more than this part of the bytes. */
const LARGEST_PART = 8;

interface Held<Value> {
  value: Value;
  size: number;
  /** Whether it was asked for since it came to stand where it stands in the queue. */
  used: boolean;
}

/**
 * A memory of values by key, bounded in entries and in bytes. When it is full, the head of the queue goes, but what
 * was asked for meanwhile queues once more: to move it whenever it is asked for would cost more than to find it.
 */
export const createLruCache = <Value>({ bytes: most, entries: many }: LruLimits) => {
  const held = new Map<string, Held<Value>>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= held.get(key)?.size ?? 0;
    held.delete(key);
  };

  return {
    /** Looks without counting as asked for. */
    peek: (key: string): Value | undefined => held.get(key)?.value,
    /** Counts as asked for. */
    touch(key: string) {
      const entry = held.get(key);
      if (entry) entry.used = true;
    },
    /** Keeps a value of so many bytes, unless it is too large a part of all. */
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
