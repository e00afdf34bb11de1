import type { ForeignKeyRow, RelationRow, RoutineRow } from "./introspect.ts";
import { key, type Relationship } from "./types.ts";
import { type Origin, viewOrigins } from "./view-columns.ts";

type Pairs = readonly (readonly [string, string])[];
type Name = { schema: string; name: string };

/** A relation that shows another one's columns under its own names. */
interface Appearance {
  relation: RelationRow;
  /** From the original's column to the columns that show it here (several in some views). */
  names: Map<string, string[]>;
}

/** Further shapes of one key in one view are ignored. */
const MOST_COMBINATIONS = 16;

/** Follows views of views down to tables; a rule that refers to itself ends after `limit` steps. */
const trace = (
  origin: Origin,
  origins: Map<string, Map<number, Origin>>,
  limit = 32,
): Origin | null => {
  let [oid, number] = origin;
  for (let step = 0; step < limit; step++) {
    const below = origins.get(oid);
    if (!below) return [oid, number];
    const next = below.get(number);
    if (!next) return null;
    [oid, number] = next;
  }
  return null;
};

/** For each table's oid: the table itself and every view that shows columns of it. */
export const appearances = (relations: readonly RelationRow[]): Map<string, Appearance[]> => {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const origins = new Map(
    relations.flatMap((r) => (r.rule ? [[r.oid, viewOrigins(r.rule)] as const] : [])),
  );
  const found = new Map<string, Appearance[]>();
  for (const relation of relations) {
    if (!relation.rule) {
      const names = new Map(relation.columns.map(({ name }) => [name, [name]]));
      found.set(relation.oid, [{ relation, names }, ...(found.get(relation.oid) ?? [])]);
      continue;
    }
    const shown = new Map<string, Map<string, string[]>>();
    for (const [number, first] of origins.get(relation.oid) ?? []) {
      const end = trace(first, origins);
      const source = end && byOid.get(end[0])?.columns.find((column) => column.number === end[1]);
      const here = relation.columns.find((column) => column.number === number);
      if (!end || !source || !here) continue;
      const names = shown.get(end[0]) ?? new Map<string, string[]>();
      names.set(source.name, [...(names.get(source.name) ?? []), here.name]);
      shown.set(end[0], names);
    }
    for (const [oid, names] of shown) {
      found.set(oid, [...(found.get(oid) ?? []), { relation, names }]);
    }
  }
  return found;
};

/** Every way in which `columns` appear together, or none if one of them is not shown. */
const shownAs = ({ names }: Appearance, columns: readonly string[]): string[][] =>
  columns.reduce<string[][]>(
    (ways, column) =>
      ways
        .flatMap((way) => (names.get(column) ?? []).map((name) => [...way, name]))
        .slice(0, MOST_COMBINATIONS),
    [[]],
  );

/** The primary keys of a view's tables under its own names, each in the first way that shows all of it. */
export const viewPrimaryKey = (
  view: RelationRow,
  relations: readonly RelationRow[],
  shown: Map<string, Appearance[]>,
): string[] => {
  const keys = relations.flatMap((table) => {
    if (table.primary_key.length === 0) return [];
    const here = shown.get(table.oid)?.find(({ relation }) => relation === view);
    const [columns] = here ? shownAs(here, table.primary_key) : [];
    return columns ?? [];
  });
  const named = new Set(keys);
  return view.columns.map(({ name }) => name).filter((name) => named.has(name));
};

const name = ({ schema, name: own }: Name): Name => ({ schema, name: own });
const sameName = (a: Name, b: Name) => a.schema === b.schema && a.name === b.name;
const zip = (a: readonly string[], b: readonly string[]): Pairs =>
  a.map((column, index) => [column, b[index] ?? ""] as const);
const reversePairs = (pairs: Pairs): Pairs => pairs.map(([a, b]) => [b, a] as const);

/** Both directions of every foreign key, for the tables and for the views that show its columns. */
const keyRelationships = (
  keys: readonly ForeignKeyRow[],
  shown: Map<string, Appearance[]>,
): Relationship[] =>
  keys.flatMap((foreignKey) =>
    (shown.get(foreignKey.oid) ?? []).flatMap((source) =>
      (shown.get(foreignKey.target) ?? []).flatMap((target) =>
        shownAs(source, foreignKey.columns).flatMap((columns) =>
          shownAs(target, foreignKey.target_columns).flatMap((targetColumns) => {
            const from = name(source.relation);
            const to = name(target.relation);
            const pairs = zip(columns, targetColumns);
            const common = {
              constraint: foreignKey.name,
              self: sameName(from, to),
              junction: null,
              computedBy: null,
            };
            const single = foreignKey.one_to_one;
            const there: Relationship = {
              ...common,
              from,
              to,
              cardinality: single ? "one-to-one" : "many-to-one",
              columns: pairs,
              toOne: true,
              hasForeignKey: true,
              toView: target.relation.rule !== null,
            };
            const back: Relationship = {
              ...common,
              from: to,
              to: from,
              cardinality: single ? "one-to-one" : "one-to-many",
              columns: reversePairs(pairs),
              toOne: single,
              hasForeignKey: false,
              toView: source.relation.rule !== null,
            };
            return [there, back];
          }),
        ),
      ),
    ),
  );

/** A relation whose primary key contains two foreign keys joins their targets many to many. */
const junctions = (
  direct: readonly Relationship[],
  primaryKeys: Map<string, readonly string[]>,
): Relationship[] => {
  const byHolder = Map.groupBy(
    direct.filter(
      ({ hasForeignKey, cardinality }) => hasForeignKey && cardinality === "many-to-one",
    ),
    ({ from }) => key(from.schema, from.name),
  );
  return [...byHolder].flatMap(([holder, keys]) => {
    const primary = new Set(primaryKeys.get(holder));
    const within = keys.filter(({ columns }) => columns.every(([column]) => primary.has(column)));
    return within.flatMap((one) =>
      within
        .filter((other) => other.constraint !== one.constraint)
        .map(
          (other): Relationship => ({
            from: one.to,
            to: other.to,
            cardinality: "many-to-many",
            constraint: one.constraint,
            self: sameName(one.to, other.to),
            columns: [],
            toOne: false,
            hasForeignKey: false,
            toView: other.toView,
            computedBy: null,
            junction: {
              ...one.from,
              constraints: [one.constraint, other.constraint],
              fromColumns: reversePairs(one.columns),
              toColumns: reversePairs(other.columns),
            },
          }),
        ),
    );
  });
};

/** Functions from a row of one relation to rows of another one. */
const computed = (
  routines: readonly RoutineRow[],
  byOid: Map<string, RelationRow>,
): Relationship[] =>
  routines.flatMap((routine) => {
    const from = routine.of_relation ? byOid.get(routine.of_relation) : undefined;
    const to = routine.returned_relation ? byOid.get(routine.returned_relation) : undefined;
    if (!from || !to) return [];
    return [
      {
        from: name(from),
        to: name(to),
        cardinality: "computed",
        constraint: routine.name,
        self: sameName(from, to),
        columns: [],
        toOne: !routine.returns_set || routine.rows === 1,
        hasForeignKey: false,
        toView: false,
        junction: null,
        computedBy: name(routine),
      } satisfies Relationship,
    ];
  });

/** The kinds in the order in which PostgREST lists the candidates of an ambiguous embed. */
const KINDS = ["one-to-many", "many-to-one", "one-to-one", "many-to-many", "computed"] as const;

/** Sorted by target relation, then kind, then constraints. */
const inOrder = (list: readonly Relationship[]): Relationship[] => {
  const place = ({ to, self, cardinality, junction, constraint, columns }: Relationship) => [
    to.schema,
    to.name,
    self ? "1" : "0",
    String(KINDS.indexOf(cardinality)),
    ...(junction ? [junction.schema, junction.name, ...junction.constraints] : [constraint]),
    ...columns.flat(),
  ];
  const before = (a: readonly string[], b: readonly string[]): number => {
    const at = a.findIndex((part, index) => part !== b[index]);
    return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
  };
  return list
    .map((relationship) => ({ relationship, at: place(relationship) }))
    .sort((a, b) => before(a.at, b.at))
    .map(({ relationship }) => relationship);
};

/**
 * All relationships between exposed relations, by the key of the relation they start from. The list is
 * empty if all of them lead through relations that are not exposed.
 */
export const relationshipMap = (
  relations: readonly RelationRow[],
  keys: readonly ForeignKeyRow[],
  routines: readonly RoutineRow[],
  primaryKeys: Map<string, readonly string[]>,
  shown: Map<string, Appearance[]>,
  schemas: readonly string[],
): Map<string, Relationship[]> => {
  const direct = keyRelationships(keys, shown);
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const all = [...direct, ...junctions(direct, primaryKeys), ...computed(routines, byOid)];
  const shows = ({ schema }: Name) => schemas.includes(schema);
  const between = Map.groupBy(
    all.filter(({ from, to }) => shows(from) && shows(to)),
    ({ from }) => key(from.schema, from.name),
  );
  return new Map(
    [...between].map(([from, list]) => [
      from,
      inOrder(list.filter(({ junction }) => !junction || shows(junction))),
    ]),
  );
};
