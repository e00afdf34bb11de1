import { key, type SchemaCache } from "../schema/types.ts";
import type { ReadNode } from "./types.ts";

/**
 * For how many seconds a response made from these resources may be cached for everybody: the least that its
 * relations promise, and the function that runs before every request. Without a promise of that function,
 * every request must reach it. A function of a row promises nothing, so with one of these it is 0.
 */
export const promisedMaxAge = (cache: SchemaCache, { source, children }: ReadNode): number => {
  const promised = ({ schema, name }: { schema: string; name: string }) =>
    cache.tables.get(key(schema, name))?.sharedMaxAge ?? 0;
  if (source.computed.size > 0) return 0;
  return Math.min(
    promised(source),
    cache.settings.preRequest?.sharedMaxAge ?? Infinity,
    ...children.map(({ node, relationship: { computedBy, junction } }) =>
      computedBy
        ? 0
        : Math.min(promisedMaxAge(cache, node), junction ? promised(junction) : Infinity),
    ),
  );
};
