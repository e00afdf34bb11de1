import { createLruCache, type LruLimits } from "./lru-cache.ts";

/** What a value was made from. */
export interface Dependencies {
  /** Names of data; a change of any ends the value. */
  tags: readonly string[];
  /** The time at which the clock alone ends it, in milliseconds; Infinity for never. */
  until: number;
}

/** The dependencies of a value made from several others. */
export const combine = (parts: readonly Dependencies[]): Dependencies => ({
  tags: [...new Set(parts.flatMap(({ tags }) => tags))],
  until: Math.min(Infinity, ...parts.map(({ until }) => until)),
});

interface Entry {
  value: object;
  dependencies: Dependencies;
  /** The position at which making it began: it reflects every invalidation up to there. */
  since: number;
  /** The last position at which none of its tags had changed. */
  checked: number;
}

interface TaggedCacheOptions {
  limits: LruLimits;
  /** Milliseconds. */
  now: () => number;
}

export interface TaggedCache {
  /** Counts invalidations. Read before a value's data are, and handed to `set` with it. */
  position(): number;
  /** The value under this key, if nothing received so far has ended it. */
  get<Value extends object>(key: string): Value | null;
  /** Counts as a use. */
  touch(key: string): void;
  /** Stores a value of so many bytes, unless something ended it while it was made. */
  set(key: string, value: object, bytes: number, dependencies: Dependencies, since: number): void;
  /** Data changed: values with one of these tags end; null ends all. */
  invalidate(tags: readonly string[] | null): void;
  /**
   * Whether every change committed before this call has been received. A value may only be sent after true.
   * False while nobody listens to the database.
   */
  caughtUp(): Promise<boolean>;
  /** Sets what answers `caughtUp`: the connection that listens to the database. */
  listen(caughtUp: () => Promise<boolean>): void;
  size(): { entries: number; bytes: number };
  close(): void;
}

/**
 * Tags whose last invalidation is remembered. Beyond these, values that are older than the oldest
 * remembered one end, whatever their tags.
 */
const REMEMBERED = 20_000;

/** Milliseconds between two searches for values that have ended. */
const SWEEP_EVERY = 60_000;

/**
 * A cache of values that the database can end: each carries tags, and `invalidate` ends all values with
 * a tag. It is limited in bytes and gives back the memory of values that ended.
 */
export const createTaggedCache = ({ limits, now }: TaggedCacheOptions): TaggedCache => {
  const store = createLruCache<Entry>(limits);
  /** By tag, the position of its last invalidation, in the order of these. */
  const changed = new Map<string, number>();
  let position = 0;
  /** Values made before this position have ended. */
  let floor = 0;
  let listening = async () => false;

  const isUnchanged = ({ tags }: Dependencies, since: number): boolean =>
    since >= floor && tags.every((tag) => (changed.get(tag) ?? 0) <= since);

  /** Looks up an entry's tags once for each position. */
  const holds = (entry: Entry): boolean => {
    const { dependencies, since } = entry;
    if (dependencies.until <= now()) return false;
    if (entry.checked !== position && !isUnchanged(dependencies, since)) return false;
    entry.checked = position;
    return true;
  };

  const sweeping = setInterval(() => store.sweep((entry) => !holds(entry)), SWEEP_EVERY).unref();

  return {
    position: () => position,
    get<Value extends object>(key: string) {
      const entry = store.peek(key);
      if (!entry) return null;
      if (holds(entry)) return entry.value as Value;
      store.delete(key);
      return null;
    },
    touch: store.touch,
    set(key, value, bytes, dependencies, since) {
      const entry = { value, dependencies, since, checked: since };
      if (holds(entry)) store.set(key, entry, bytes);
    },
    invalidate(tags) {
      position += 1;
      if (tags === null) {
        floor = position;
        changed.clear();
        store.clear();
        return;
      }
      for (const tag of tags) {
        // The most recent are last.
        changed.delete(tag);
        changed.set(tag, position);
      }
      for (const [oldest, at] of changed) {
        if (changed.size <= REMEMBERED) break;
        changed.delete(oldest);
        floor = Math.max(floor, at);
      }
    },
    caughtUp: () => listening(),
    listen(caughtUp) {
      listening = caughtUp;
    },
    size: store.size,
    close: () => clearInterval(sweeping),
  };
};
