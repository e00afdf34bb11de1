import { identifier, qualified } from "../identifiers.ts";
import { isGrouped } from "../plan/aggregate.ts";
import type { Child, Output, ReadNode } from "../plan/types.ts";
import {
  COLLECTED,
  conditionSql,
  expressionSql,
  joinName,
  orderSql,
  presence,
} from "./conditions.ts";
import type { Parameters } from "./parameters.ts";

/** Whether a child has any output; one without (`films!inner()`) only joins. */
const shows = ({ node }: Child): boolean => node.outputs.length > 0 || node.children.some(shows);

const outputSql = (
  p: Parameters,
  row: string,
  { expression, cast, alias, aggregate }: Output,
): string => {
  const typed = (sql: string, as: string | null) => (as === null ? sql : `cast(${sql} as ${as})`);
  const every = expression.kind === "star" && aggregate !== null;
  const value = typed(every ? "*" : expressionSql(p, row, expression), cast);
  const whole = aggregate ? typed(`${aggregate.function}(${value})`, aggregate.cast) : value;
  return alias === null ? whole : `${whole} as ${identifier(alias)}`;
};

/** The names of a node's outputs. */
const outputNames = (node: ReadNode): string[] => [
  ...node.outputs.flatMap(({ alias, expression, hidden }) => {
    if (hidden) return [];
    return expression.kind === "star" && alias === null
      ? [...node.source.columns.keys()]
      : [alias ?? expression.name];
  }),
  ...node.children
    .filter(shows)
    .flatMap((child) => (child.spread ? outputNames(child.node) : [child.output])),
];

/**
 * A child within its parent's row. Only `jsonb` can be grouped by; `json` preserves the order of members.
 */
const childOutput = (child: Child, grouped: boolean): string[] => {
  if (!shows(child)) return [];
  const join = joinName(child);
  const as = identifier(child.output);
  const json = (sql: string) => (grouped ? `(${sql})::jsonb` : sql);
  if (!child.spread) {
    return child.relationship.toOne
      ? [`${json(`row_to_json(${join}.*)`)} as ${as}`]
      : [`${json(`coalesce(${join}.${COLLECTED}, '[]')`)} as ${as}`];
  }
  const names = outputNames(child.node).map(identifier);
  if (!child.relationship.toOne) {
    return names.map((name) => `${json(`coalesce(${join}.${name}, '[]')`)} as ${name}`);
  }
  return grouped || hides(child) ? names.map((name) => `${join}.${name}`) : [`${join}.*`];
};

/** Whether a spread child, or one spread into it, only has values for its parent's aggregates. */
const hides = ({ node }: Child): boolean => node.outputs.some(({ hidden }) => hidden);

/** The rows of the other side for a parent's row; the junction's own columns are hidden. */
const childFrom = (child: Child, parent: string): { from: string; on: string[] } => {
  const { node, relationship } = child;
  const row = node.id;
  if (relationship.computedBy) {
    const argument = `(${parent}.*)::${qualified(relationship.from)}`;
    return { from: `${qualified(relationship.computedBy)}(${argument}) as ${row}`, on: [] };
  }
  const equal = (left: string, a: string, right: string, b: string) =>
    `${left}.${identifier(a)} = ${right}.${identifier(b)}`;
  const { junction } = relationship;
  if (junction) {
    const between = `j${node.number}`;
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

const childJoin = (p: Parameters, child: Child, parent: string, grouped: boolean): string => {
  const join = joinName(child);
  const kind = child.join === "inner" ? "inner" : "left";
  const { from, on } = childFrom(child, parent);
  const rows = rowsSql(p, child.node, from, on, grouped && child.spread);
  if (child.relationship.toOne) return ` ${kind} join lateral (${rows}) as ${join} on true`;
  const collected = child.spread
    ? [
        `json_agg(true) as ${COLLECTED}`,
        ...outputNames(child.node).map((name) => {
          const quoted = identifier(name);
          return `json_agg(${join}.${quoted}) as ${quoted}`;
        }),
      ].join(", ")
    : `json_agg(${join}.*) as ${COLLECTED}`;
  const found = child.join === "inner" ? `${join}.${COLLECTED} is not null` : "true";
  return ` ${kind} join lateral (select ${collected} from (${rows}) as ${join}) as ${join} on ${found}`;
};

/** Rows with aggregates are grouped by all their other outputs, named by position. */
const groupSql = ({ outputs }: ReadNode, count: number): string => {
  const places = Array.from({ length: count }, (_, index) => index + 1).filter(
    (place) => !outputs[place - 1]?.aggregate,
  );
  return places.length > 0 ? ` group by ${places.join(", ")}` : "";
};

/**
 * The query that returns a node's rows, with its children joined laterally. `from` is their origin.
 * `within` a grouped parent into which they are spread, they must be suitable for grouping.
 */
export const rowsSql = (
  p: Parameters,
  node: ReadNode,
  from: string,
  on: readonly string[] = [],
  within = false,
): string => {
  const grouped = isGrouped(node);
  const own = node.outputs.map((each) => outputSql(p, node.id, each));
  const outputs = [
    ...own,
    ...node.children.flatMap((child) => childOutput(child, grouped || within)),
  ];
  const joins = node.children.map((child) => childJoin(p, child, node.id, grouped || within));
  const conditions = [
    ...on,
    ...node.conditions.map((each) => conditionSql(p, node.id, each, presence)),
  ];
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  const group = grouped ? groupSql(node, outputs.length) : "";
  const order = orderSql(p, node.id, node.orders, (child, expression) => {
    const below = childFrom(child, node.id);
    const only = [
      ...below.on,
      ...child.node.conditions.map((each) => conditionSql(p, child.node.id, each, () => "true")),
    ];
    const which = only.length > 0 ? ` where ${only.join(" and ")}` : "";
    return `(select ${expressionSql(p, child.node.id, expression)} from ${below.from}${which} limit 1)`;
  });
  const limit = node.limit ? ` limit ${p.value(node.limit)}` : "";
  const offset = node.offset ? ` offset ${p.value(node.offset)}` : "";
  return `select ${outputs.join(", ")} from ${from}${joins.join("")}${where}${group}${order}${limit}${offset}`;
};

/** The query that counts rows: conditions and inner joins matter; outputs, order and range do not. */
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
