import { createHash } from "node:crypto";
import type { CacheDeclaration } from "#backend/core/project/shape.ts";
import type { Media } from "../request/media.ts";
import type { Value } from "../request/types.ts";
import type { Routine, SchemaCache } from "../schema/types.ts";
import type { ReadNode } from "./types.ts";

/** What a response rests on, as far as it is known without the request's values. */
export interface CacheTags {
  /** Tags whatever the values. */
  always: readonly string[];
  /** The tag of each value if all are in their usual form, else `otherwise`. */
  narrowed: { name: string; value: Value; type: "uuid" | "text" | "uuids" } | null;
  otherwise: readonly string[];
  /** Tags if a value is not empty, or is a given one. */
  when: readonly { value: Value; equals: string | null; tags: readonly string[] }[];
  /** Names of tags by member of the response's objects. */
  ids: ReadonlyMap<string, string>;
  /** Whether the function adds tags while it runs. */
  addsTags: boolean;
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

/** The type of a value that a tag may contain. */
const typeOf = (type: { name: string } | null | undefined): "uuid" | "text" | null =>
  type?.name === "uuid" || type?.name === "text" ? type.name : null;

/** Tags for a body in this format; null if they name rows that it cannot be searched for (`tagsOfResponse`). */
export const inFormat = (
  tags: CacheTags | null,
  { format, handler }: Pick<Media, "format" | "handler">,
): CacheTags | null => (handler || (format !== "json" && tags && tags.ids.size > 0) ? null : tags);

/** The tags of a read of a table or view; null if it may not be cached. */
export const tagsOfRead = (cache: SchemaCache, node: ReadNode): CacheTags | null => {
  const own = declared(cache, "relations", node.source);
  const always = own && !mustQuery(cache) ? embeddedTags(cache, node) : null;
  if (!own || !always) return null;
  const unnarrowed = {
    always,
    narrowed: null,
    otherwise: own.tags,
    when: [],
    ids: own.ids,
    addsTags: false,
  };
  for (const condition of node.conditions) {
    if (condition.kind !== "compare") continue;
    const { expression, operation } = condition;
    const { not, operator, quantifier, value } = operation;
    const name = own.by.get(expression.name);
    const isColumn = expression.kind === "column" && expression.path.length === 0;
    if (!name || !isColumn || typeOf(expression.type) !== "uuid") continue;
    const type = ({ eq: "uuid", in: "uuids" } as const)[operator];
    if (not || !type || quantifier !== null || value === null) continue;
    return { ...unnarrowed, narrowed: { name, value, type } };
  }
  return unnarrowed;
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
  const argumentOf = (argument: string) => args.findLast((each) => each.name === argument)?.value;
  const narrowings = [...own.by].flatMap(([argument, tag]) => {
    const value = argumentOf(argument);
    const type = typeOf(parameters.find((each) => each.name === argument)?.type);
    return value && type ? [{ name: tag, value, type }] : [];
  });
  const when = [...own.when].flatMap(([condition, tags]) => {
    const [argument = "", equals = null] = condition.split("=", 2);
    const value = argumentOf(argument);
    return value ? [{ value, equals, tags }] : [];
  });
  const { tags: otherwise, ids, addsTags } = own;
  return { always, narrowed: narrowings[0] ?? null, otherwise, when, ids, addsTags };
};

/** As the database writes it: another spelling of the same value would be another tag. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Longer texts, and those with a space at an end, may mean the same as another text. */
const LONGEST_TEXT = 100;

const narrowedTag = (name: string, type: "uuid" | "text", value: string): string | null => {
  if (type === "uuid") return UUID.test(value) ? `${name}:${value}` : null;
  const isExact = value !== "" && value === value.trim() && value.length <= LONGEST_TEXT;
  return isExact ? `${name}:${createHash("md5").update(value).digest("hex")}` : null;
};

/** A response about more rows than this has no tag for each: those would need more memory than the response. */
const MOST_ROWS = 50;

/** The tags of the rows that an array names; null if one is not in its usual form. */
const narrowedTags = (
  { name, type }: NonNullable<CacheTags["narrowed"]>,
  value: string,
): string[] | null => {
  const values = type === "uuids" ? [...value.matchAll(/"([^"]*)"/g)].map(([, id]) => id) : [value];
  const tags = values
    .slice(0, MOST_ROWS + 1)
    .flatMap((one) => narrowedTag(name, type === "text" ? type : "uuid", one ?? "") ?? []);
  return tags.length === values.length && tags.length <= MOST_ROWS ? tags : null;
};

/** The tags of one request's response; null if nothing would ever invalidate it. */
export const resolveTags = (
  { always, narrowed, otherwise, when }: CacheTags,
  values: readonly string[],
): string[] | null => {
  const textOf = (value: Value) => ("slot" in value ? (values[value.slot] ?? "") : value.constant);
  const tags = narrowed && narrowedTags(narrowed, textOf(narrowed.value));
  const own = tags && tags.length > 0 ? tags : otherwise;
  if (own.length === 0) return null;
  const further = when
    .filter(({ value, equals }) =>
      equals === null ? textOf(value) !== "" : textOf(value) === equals,
    )
    .flatMap(({ tags }) => tags);
  return [...new Set([...own, ...always, ...further])];
};

/** The tags that a function added, which may be none; null if it did not say. */
const addedTags = (text: string | null): string[] | null => {
  const added: unknown = JSON.parse(text ?? "null");
  return Array.isArray(added) ? added.map(String) : null;
};

/** The tags that are known once there is a response: of its rows, which are JSON, and those added by the function. */
export const tagsOfResponse = (
  { ids, addsTags }: CacheTags,
  { body, cacheTags }: { body: string | null; cacheTags: string | null },
): string[] | null => {
  const added = addsTags ? addedTags(cacheTags) : [];
  const ofRows = [...ids].flatMap(([member, name]) =>
    [...(body ?? "").matchAll(new RegExp(`"${member}"\\s*:\\s*"([0-9a-f-]{36})"`, "g"))].map(
      ([, id]) => `${name}:${id}`,
    ),
  );
  return added && [...ofRows, ...added];
};
