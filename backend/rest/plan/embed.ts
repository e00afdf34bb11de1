import { closest, LIKENESS } from "#backend/core/fuzzy.ts";
import { type Named, refuse } from "../errors.ts";
import { key, type Relationship, type SchemaCache } from "../schema/types.ts";

const single = (relationship: Relationship, side: 0 | 1): string | null =>
  relationship.columns.length === 1 ? (relationship.columns[0]?.[side] ?? null) : null;

const isDirect = ({ cardinality }: Relationship) =>
  cardinality !== "many-to-many" && cardinality !== "computed";

/**
 * Whether `target` (with `hint`) names this `relationship`. The target is a relation, a foreign key or the
 * key's only column. The hint is a foreign key, a column of either side, or the junction.
 */
const matches = (relationship: Relationship, target: string, hint: string | null): boolean => {
  if (relationship.computedBy) return target === relationship.computedBy.name;
  const named = target === relationship.to.name;
  const direct = isDirect(relationship);
  if (relationship.self) {
    if (hint === null) {
      return (
        (named && relationship.cardinality === "one-to-many") ||
        (relationship.cardinality === "many-to-one" && target === single(relationship, 0))
      );
    }
    // The key's column leads down; upwards it is itself the target.
    return (
      named &&
      ((relationship.cardinality === "one-to-many" && hint === single(relationship, 1)) ||
        relationship.junction?.name === hint)
    );
  }
  if (hint === null) {
    return (
      named ||
      (direct &&
        !relationship.toView &&
        (target === relationship.constraint ||
          ((relationship.hasForeignKey || relationship.cardinality === "one-to-one") &&
            target === single(relationship, 0))))
    );
  }
  return (
    named &&
    ((direct &&
      (hint === relationship.constraint ||
        hint === single(relationship, 0) ||
        hint === single(relationship, 1))) ||
      relationship.junction?.name === hint)
  );
};

const columnList = (columns: readonly (readonly [string, string])[], side: 0 | 1) =>
  `(${columns.map((pair) => pair[side]).join(", ")})`;

/** One candidate in the details of PGRST201. */
const describe = ({ from, to, cardinality, constraint, columns, junction }: Relationship) => ({
  cardinality,
  embedding: `${from.name} with ${to.name}`,
  relationship: junction
    ? `${junction.name} using ${junction.constraints[0]}${columnList(junction.fromColumns, 1)} and ${junction.constraints[1]}${columnList(junction.toColumns, 1)}`
    : `${constraint} using ${from.name}${columnList(columns, 0)} and ${to.name}${columnList(columns, 1)}`,
});

/** Likely intended names: a table near the origin, or an origin that has any relationships. */
const suggestion = (
  cache: SchemaCache,
  origin: string,
  target: string,
  schema: string,
  near: readonly Relationship[],
): { hint: string | null; names: Named[] } => {
  const related = near.length > 0 || cache.relationships.get(key(schema, origin))?.length === 0;
  const origins = [...cache.tables.values()].filter(
    (each) => each.schema === schema && cache.relationships.has(key(schema, each.name)),
  );
  const written = related ? target : origin;
  const suggestion = closest(
    written,
    related ? near.map(({ to }) => to.name) : origins.map(({ name }) => name),
    LIKENESS.part,
  );
  return suggestion === null
    ? { hint: null, names: [] }
    : {
        hint: `Perhaps you meant '${suggestion}' instead of '${written}'.`,
        names: [{ kind: "relation", schema, name: suggestion }],
      };
};

const unrelated = (
  cache: SchemaCache,
  origin: string,
  target: string,
  hint: string | null,
  schema: string,
  near: readonly Relationship[],
) =>
  refuse("PGRST200", {
    message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin}' and '${target}'${hint === null ? "" : ` using the hint '${hint}'`} in the schema '${schema}', but no matches were found.`,
    ...suggestion(cache, origin, target, schema, near),
  });

/**
 * The relationship that an embedded resource means: PGRST200 if there is none, PGRST201 if there are
 * several.
 */
export const findRelationship = (
  cache: SchemaCache,
  origin: { schema: string; name: string },
  target: string,
  hint: string | null,
  schema: string,
): Relationship => {
  const near = (cache.relationships.get(key(origin.schema, origin.name)) ?? []).filter(
    ({ to }) => to.schema === schema,
  );
  const named = near.filter((each) => matches(each, target, hint));
  // A function of the table overrides foreign keys of the same name.
  const computed = named.find((each) => each.computedBy);
  if (computed) return computed;
  const [found, second] = named;
  if (!found) throw unrelated(cache, origin.name, target, hint, schema, near);
  if (!second) return found;
  const ways = named.map((each) => `'${each.to.name}!${each.junction?.name ?? each.constraint}'`);
  throw refuse("PGRST201", {
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    details: named.map(describe),
    names: named.flatMap(({ to, junction }) =>
      [to, ...(junction ? [junction] : [])].map((each) => ({
        kind: "relation" as const,
        schema: each.schema,
        name: each.name,
      })),
    ),
    hint: `Try changing '${target}' to one of the following: ${ways.join(", ")}. Find the desired relationship in the 'details' key.`,
  });
};
