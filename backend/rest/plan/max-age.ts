import { key, type SchemaCache } from "../schema/types.ts";
import type { ReadNode } from "./types.ts";

/**
 * For how many seconds an answer made of these resources may be kept for everybody: for as long as all
 * relations that it is read from promise, and the function that runs before every request, which otherwise wants
 * to see every one. For a function of a row nobody promised anything: with one of these, 0.
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
