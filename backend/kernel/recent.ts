/** What a bounded memory of values by key may hold; what was asked for longest ago goes first. */
export interface RecentLimits {
  bytes: number;
  entries: number;
}

/** What an entry costs beside its own size and its key: the maps and small things. */
const OVERHEAD = 1024;

/** No single value may take more than this part of the bytes. */
const LARGEST_PART = 8;

/** A memory of values by key, bounded in entries and in bytes. */
export const createRecent = <Value>({ bytes: most, entries: many }: RecentLimits) => {
  const held = new Map<string, { value: Value; size: number }>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= held.get(key)?.size ?? 0;
    held.delete(key);
  };

  return {
    /** Looks without counting as asked for. */
    peek: (key: string): Value | undefined => held.get(key)?.value,
    /** Asked for last, dropped last. */
    touch(key: string) {
      const entry = held.get(key);
      if (!entry) return;
      held.delete(key);
      held.set(key, entry);
    },
    /** Keeps a value of so many bytes, unless it is too large a part of all. */
    keep(key: string, value: Value, length: number) {
      drop(key);
      const size = length + key.length + OVERHEAD;
      if (size > most / LARGEST_PART) return;
      held.set(key, { value, size });
      bytes += size;
      for (const oldest of held.keys()) {
        if (bytes <= most && held.size <= many) break;
        drop(oldest);
      }
    },
    drop,
    clear() {
      held.clear();
      bytes = 0;
    },
    size: () => ({ entries: held.size, bytes }),
  };
};
