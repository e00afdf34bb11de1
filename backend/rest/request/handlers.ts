import { ANY_ROWS } from "../schema/custom-types.ts";
import { type Handler, key, type SchemaCache } from "../schema/types.ts";

/**
 * Media types that the database itself makes for a target, by preference: the target's own, then general
 * ones.
 */
export type Handlers = readonly ReadonlyMap<string, Handler>[];

const NONE: Handlers = [];

/**
 * The handlers of a table, or of a function and the table whose rows it returns. A table's handlers take
 * its whole rows, so `select` excludes them.
 */
export const handlersOf = (
  { handlers, routines }: Pick<SchemaCache, "handlers" | "routines">,
  { kind, schema, name }: { kind: "relation" | "routine"; schema: string; name: string },
  wholeRows: boolean,
): Handlers => {
  if (handlers.size === 0) return NONE;
  const places = new Set<string>();
  if (kind === "relation") places.add(key(schema, name));
  else {
    for (const { table } of routines.get(key(schema, name)) ?? []) {
      places.add(table ? key(table.schema, table.name) : key(schema, name));
    }
  }
  const own = wholeRows ? [...places] : [];
  return [...own, ANY_ROWS].flatMap((place) => handlers.get(place) ?? []);
};
