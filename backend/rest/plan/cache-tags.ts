import type { CacheDeclaration } from "#backend/core/project/shape.ts";
import type { Value } from "../request/types.ts";
import type { Routine, SchemaCache } from "../schema/types.ts";
import type { ReadNode } from "./types.ts";

/** What a response rests on, as far as it is known without the request's values. */
export interface CacheTags {
  /** Tags whatever the values. */
  always: readonly string[];
  /** Tags instead of `otherwise` if a value is a UUID in its usual form: `name:value`. */
  narrowed: { name: string; value: Value } | null;
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

const isUuid = (type: { name: string } | null | undefined): boolean => type?.name === "uuid";

/** The tags of a read of a table or view; null if it may not be cached. */
export const tagsOfRead = (cache: SchemaCache, node: ReadNode): CacheTags | null => {
  const own = declared(cache, "relations", node.source);
  const always = own && !mustQuery(cache) ? embeddedTags(cache, node) : null;
  if (!own || !always) return null;
  for (const condition of node.conditions) {
    if (condition.kind !== "compare") continue;
    const { expression, operation } = condition;
    const { not, operator, quantifier, value } = operation;
    const name = own.by.get(expression.name);
    const isColumn = expression.kind === "column" && expression.path.length === 0;
    if (!name || !isColumn || !isUuid(expression.type)) continue;
    if (not || operator !== "eq" || quantifier !== null || value === null) continue;
    return { always, narrowed: { name, value }, otherwise: own.tags };
  }
  return { always, narrowed: null, otherwise: own.tags };
};

/** The same for a call of a function by GET, with its arguments. */
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
  const narrowed = args.findLast(
    (each) =>
      own.by.has(each.name) &&
      isUuid(parameters.find((parameter) => parameter.name === each.name)?.type),
  );
  return {
    always,
    narrowed: narrowed ? { name: own.by.get(narrowed.name) ?? "", value: narrowed.value } : null,
    otherwise: own.tags,
  };
};

/** As the database writes it: another spelling of the same value would be another tag. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The tags of one request's response; null if nothing would ever invalidate it. */
export const resolveTags = (
  { always, narrowed, otherwise }: CacheTags,
  values: readonly string[],
): string[] | null => {
  const given =
    narrowed && ("slot" in narrowed.value ? values[narrowed.value.slot] : narrowed.value.constant);
  const own = narrowed && given && UUID.test(given) ? [`${narrowed.name}:${given}`] : otherwise;
  return own.length === 0 ? null : [...new Set([...own, ...always])];
};
