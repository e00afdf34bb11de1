import type { Child, Output, ReadNode } from "../plan/types.ts";
import { conditionSql, expressionSql, joinName, orderSql, presence } from "./conditions.ts";
import { identifier, type Parameters, qualified } from "./parameters.ts";

/** Whether a child has anything to show; one without (`films!inner()`) only joins. */
const shows = ({ node }: Child): boolean => node.outputs.length > 0 || node.children.some(shows);

const outputSql = (p: Parameters, row: string, { expression, cast, alias }: Output): string => {
  const value = expressionSql(p, row, expression);
  const typed = cast === null ? value : `cast(${value} as ${cast})`;
  return alias === null ? typed : `${typed} as ${identifier(alias)}`;
};

/** The names under which a node's rows show their values. */
const outputNames = (node: ReadNode): string[] => [
  ...node.outputs.flatMap(({ alias, expression }) =>
    expression.kind === "star" && alias === null
      ? [...node.source.columns.keys()]
      : [alias ?? expression.name],
  ),
  ...node.children
    .filter(shows)
    .flatMap((child) => (child.spread ? outputNames(child.node) : [child.output])),
];

const childOutput = (child: Child): string[] => {
  if (!shows(child)) return [];
  const join = joinName(child);
  const as = identifier(child.output);
  if (!child.spread) {
    return child.relationship.toOne
      ? [`row_to_json(${join}.*) as ${as}`]
      : [`coalesce(${join}.j, '[]') as ${as}`];
  }
  if (child.relationship.toOne) return [`${join}.*`];
  return outputNames(child.node).map(
    (name) => `coalesce(${join}.${identifier(name)}, '[]') as ${identifier(name)}`,
  );
};

/** The rows of the other side, given the parent's row; the junction's own columns stay hidden. */
const childFrom = (child: Child, parent: string): { from: string; on: string[] } => {
  const { node, relationship } = child;
  const row = node.id;
  if (relationship.computedBy) {
    const argument = `${parent}::${qualified(relationship.from)}`;
    return { from: `${qualified(relationship.computedBy)}(${argument}) as ${row}`, on: [] };
  }
  const equal = (left: string, a: string, right: string, b: string) =>
    `${left}.${identifier(a)} = ${right}.${identifier(b)}`;
  const { junction } = relationship;
  if (junction) {
    const between = `j${row.slice(1)}`;
    return {
      from: `${qualified(relationship.to)} as ${row}, ${qualified(junction)} as ${between}`,
      on: [
        ...junction.toColumns.map(([own, joined]) => equal(row, own, between, joined)),
        ...junction.fromColumns.map(([own, joined]) => equal(parent, own, between, joined)),
      ],
    };
  }
  return {
    from: `${qualified(relationship.to)} as ${row}`,
    on: relationship.columns.map(([own, other]) => equal(row, other, parent, own)),
  };
};

const childJoin = (p: Parameters, child: Child, parent: string): string => {
  const join = joinName(child);
  const kind = child.join === "inner" ? "inner" : "left";
  const { from, on } = childFrom(child, parent);
  const rows = rowsSql(p, child.node, from, on);
  if (child.relationship.toOne) return ` ${kind} join lateral (${rows}) as ${join} on true`;
  const collected = child.spread
    ? [
        "json_agg(true) as j",
        ...outputNames(child.node).map((name) => {
          const quoted = identifier(name);
          return `json_agg(${join}.${quoted}) as ${quoted}`;
        }),
      ].join(", ")
    : `json_agg(${join}) as j`;
  const found = child.join === "inner" ? `${join}.j is not null` : "true";
  return ` ${kind} join lateral (select ${collected} from (${rows}) as ${join}) as ${join} on ${found}`;
};

/** The query that gives a node's rows `from` somewhere, with its children joined laterally. */
export const rowsSql = (
  p: Parameters,
  node: ReadNode,
  from: string,
  on: readonly string[] = [],
): string => {
  const outputs = [
    ...node.outputs.map((each) => outputSql(p, node.id, each)),
    ...node.children.flatMap(childOutput),
  ];
  const joins = node.children.map((child) => childJoin(p, child, node.id));
  const conditions = [
    ...on,
    ...node.conditions.map((each) => conditionSql(p, node.id, each, presence)),
  ];
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  const order = orderSql(p, node.id, node.orders);
  const limit = node.limit ? ` limit ${p.value(node.limit)}` : "";
  const offset = node.offset ? ` offset ${p.value(node.offset)}` : "";
  return `select ${outputs.join(", ")} from ${from}${joins.join("")}${where}${order}${limit}${offset}`;
};

/**
 * The query whose rows are to be counted: conditions and inner joins matter, outputs, order and
 * range do not.
 */
export const countedSql = (
  p: Parameters,
  node: ReadNode,
  from: string,
  on: readonly string[] = [],
): string => {
  const exists = (child: Child): string => {
    const below = childFrom(child, node.id);
    return `exists (${countedSql(p, child.node, below.from, below.on)})`;
  };
  const conditions = [
    ...on,
    ...node.conditions.map((each) =>
      conditionSql(
        p,
        node.id,
        each,
        (child, present) => `${present ? "" : "not "}${exists(child)}`,
      ),
    ),
    ...node.children.filter((child) => child.join === "inner").map(exists),
  ];
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  return `select 1 from ${from}${where}`;
};
