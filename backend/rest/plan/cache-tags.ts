import type { CacheDeclaration } from "#backend/core/project/shape.ts";
import type { Value } from "../request/types.ts";
import type { Routine, SchemaCache } from "../schema/types.ts";
import type { ReadNode } from "./types.ts";

/** What a response rests on, as far as it is known without the request's values. */
export interface CacheTags {
  /** Tags whatever the values. */
  always: readonly string[];
  /** The tag of each value if all are in their usual form, else `otherwise`. */
  narrowed: { name: string; value: Value; type: "uuid" | "uuids" } | null;
  otherwise: readonly string[];
}

/** The declared tags of a relation or function of an exposed schema; null without a declaration. */
const declared = (
  { settings: { cache, schemas } }: SchemaCache,
  kind: "relations" | "functions",
  { schema, name }: { schema: string; name: string },
): CacheDeclaration | null => {
  const own = cache?.[kind].get(`${schema}.${name}`);
  return own ?? (schema === schemas[0] ? (cache?.[kind].get(name) ?? null) : null);
};

/** Whether every request must reach the function that runs first. */
const mustQuery = ({ settings: { preRequest, cache } }: SchemaCache): boolean =>
  preRequest !== null && !cache?.passesVisitors;

/** The tags of what is embedded, for all values; null if a part is not declared, or computed by a function. */
const embeddedTags = (cache: SchemaCache, node: ReadNode): string[] | null => {
  if (node.source.computed.size > 0) return null;
  const tags: string[] = [];
  for (const { node: child, relationship } of node.children) {
    const { computedBy, junction } = relationship;
    const own = computedBy ? null : declared(cache, "relations", child.source);
    const between = junction ? declared(cache, "relations", junction) : { tags: [] };
    const below = embeddedTags(cache, child);
    if (!own || !between || !below) return null;
    // Its changes invalidate the rows that it is embedded in.
    const implied = own.within.includes(node.source.name) && !junction;
    if (!implied && own.tags.length === 0) return null;
    tags.push(...(implied ? [] : own.tags), ...between.tags, ...below);
  }
  return tags;
};

/** The tags of a read of a table or view; null if it may not be cached. */
export const tagsOfRead = (cache: SchemaCache, node: ReadNode): CacheTags | null => {
  const own = declared(cache, "relations", node.source);
  const always = own && !mustQuery(cache) ? embeddedTags(cache, node) : null;
  if (!own || !always) return null;
  const unnarrowed = { always, narrowed: null, otherwise: own.tags };
  for (const condition of node.conditions) {
    if (condition.kind !== "compare") continue;
    const { expression, operation } = condition;
    const { not, operator, quantifier, value } = operation;
    const name = own.by.get(expression.name);
    const isColumn = expression.kind === "column" && expression.path.length === 0;
    if (!name || !isColumn || expression.type?.name !== "uuid") continue;
    const type = ({ eq: "uuid", in: "uuids" } as const)[operator];
    if (not || !type || quantifier !== null || value === null) continue;
    return { ...unnarrowed, narrowed: { name, value, type } };
  }
  return unnarrowed;
};

/** As above, for a call of a function by GET, with its arguments. */
export const tagsOfCall = (
  cache: SchemaCache,
  { schema, name, parameters }: Routine,
  node: ReadNode,
  args: readonly { name: string; value: Value }[],
): CacheTags | null => {
  const own = declared(cache, "functions", { schema, name });
  const always = own && !mustQuery(cache) ? embeddedTags(cache, node) : null;
  if (!own || !always) return null;
  // Of an argument that is given twice, the last counts.
  const argumentOf = (argument: string) => args.findLast((each) => each.name === argument)?.value;
  const narrowings = [...own.by].flatMap(([argument, tag]) => {
    const value = argumentOf(argument);
    const isId = parameters.find((each) => each.name === argument)?.type?.name === "uuid";
    return value && isId ? [{ name: tag, value, type: "uuid" as const }] : [];
  });
  return { always, narrowed: narrowings[0] ?? null, otherwise: own.tags };
};

/** As the database writes it: another spelling of the same value would be another tag. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A response about more rows than this has no tag for each: those would need more memory than the response. */
const MOST_ROWS = 50;

/** The tags of the rows that an array names; null if one is not in its usual form. */
const narrowedTags = (
  { name, type }: NonNullable<CacheTags["narrowed"]>,
  value: string,
): string[] | null => {
  const values = type === "uuids" ? [...value.matchAll(/"([^"]*)"/g)].map(([, id]) => id) : [value];
  const isUsual = values.length <= MOST_ROWS && values.every((one) => UUID.test(one ?? ""));
  return isUsual ? values.map((one) => `${name}:${one}`) : null;
};

/** The tags of one request's response; null if nothing would ever invalidate it. */
export const resolveTags = (
  { always, narrowed, otherwise }: CacheTags,
  values: readonly string[],
): string[] | null => {
  const textOf = (value: Value) => ("slot" in value ? (values[value.slot] ?? "") : value.constant);
  const tags = narrowed && narrowedTags(narrowed, textOf(narrowed.value));
  const own = tags && tags.length > 0 ? tags : otherwise;
  return own.length === 0 ? null : [...new Set([...own, ...always])];
};
