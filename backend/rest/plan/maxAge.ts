import { key, type SchemaCache } from "../schema/types.ts";
import type { ReadNode } from "./types.ts";

/**
 * For how many seconds an answer made of these resources may be kept for everybody: for as long as all
 * relations that it is read from promise. For a function of a row nobody promised anything, and a function
 * before every request wants to see every request: with one of these, 0.
 */
export const promisedMaxAge = (cache: SchemaCache, { source, children }: ReadNode): number => {
  const promised = ({ schema, name }: { schema: string; name: string }) =>
    cache.tables.get(key(schema, name))?.sharedMaxAge ?? 0;
  if (source.computed.size > 0 || cache.settings.preRequest !== null) return 0;
  return Math.min(
    promised(source),
    ...children.map(({ node, relationship: { computedBy, junction } }) =>
      computedBy
        ? 0
        : Math.min(promisedMaxAge(cache, node), junction ? promised(junction) : Infinity),
    ),
  );
};
