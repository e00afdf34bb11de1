import type { Database } from "#backend/core/database/database.ts";
import { callableName } from "#backend/core/database/pre-request.ts";
import { createSharedWork } from "#backend/core/shared-work.ts";
import type { Dependencies, TaggedCache } from "#backend/core/tagged-cache.ts";
import { arrayLiteral } from "../request/operators.ts";

interface ClockEndsOptions {
  db: Database;
  cache: TaggedCache;
  /** The project's function from tags to a time; null if the clock alone never changes a response. */
  ends: string | null;
  /** Milliseconds. */
  now: () => number;
}

/** Characters of the tags whose end is remembered. */
const LONGEST = 500;

/**
 * What a response with these tags depends on, with the time at which the clock alone ends it. Asked before
 * the response is made, so that nothing ends in between.
 */
export const createClockEnds = ({ db, cache, ends, now }: ClockEndsOptions) => {
  const text = ends
    ? `select extract(epoch from ${callableName(ends)}($1::text[]) - now())::float8 * 1000`
    : null;
  const query = async (tags: readonly string[]): Promise<Dependencies> => {
    const start = now();
    // As a batch: at a burst of new pages each query would open a connection of its own.
    const [result] = await db.batch([
      { name: "cache_ends", text: text ?? "", values: [arrayLiteral(tags)], unlabelled: true },
    ]);
    const rest = result?.rows[0]?.[0] ?? null;
    return { tags, until: rest === null ? Infinity : start + Number(rest) };
  };
  /** A page asks for several responses with the same tags at once. */
  const share = createSharedWork<Dependencies>();
  return async (tags: readonly string[]): Promise<Dependencies> => {
    if (text === null) return { tags, until: Infinity };
    const key = `ends ${tags.join(" ")}`;
    const known = key.length <= LONGEST ? cache.get<Dependencies>(key) : null;
    if (known) {
      cache.touch(key);
      return known;
    }
    const since = cache.position();
    const dependencies = await share(`${since} ${key}`, () => query(tags));
    if (key.length <= LONGEST) cache.set(key, dependencies, 0, dependencies, since);
    return dependencies;
  };
};
