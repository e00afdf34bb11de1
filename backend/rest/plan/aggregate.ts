import { refuse } from "../errors.ts";
import { everyColumn } from "./names.ts";
import type { Child, Expression, Output, ReadNode } from "./types.ts";

/** Whether its rows are groups, because some output is an aggregate. */
export const isGrouped = ({ outputs }: ReadNode): boolean =>
  outputs.some(({ aggregate }) => aggregate !== null);

/** Rows are grouped by the values they show, column by column. */
export const expandStars = (node: ReadNode): void => {
  node.outputs = node.outputs.flatMap((each) =>
    each.expression.kind === "star" && each.aggregate === null
      ? everyColumn(node.source).map((expression) => ({ ...each, expression }))
      : [each],
  );
};

/**
 * The aggregates of a spread child belong to its parent's rows: `...one(amount.sum())` sums over the rows
 * of the parent. The child outputs the bare values, hidden, and returns the aggregates to apply.
 */
export const hoisted = (planning: { made: number }, child: Child): Output[] => {
  if (!isGrouped(child.node)) return [];
  if (!child.relationship.toOne) {
    throw refuse("PGRST127", {
      details: "Aggregates are not implemented for one-to-many or many-to-many spreads.",
    });
  }
  const above: Output[] = [];
  child.node.outputs = child.node.outputs.map((each) => {
    if (!each.aggregate) return each;
    const name = `agg_${planning.made++}`;
    above.push({
      ...each,
      expression: { kind: "joined", name, type: null, path: [], child },
      cast: null,
    });
    const { expression } = each;
    const bare: Expression =
      expression.kind === "star" ? { kind: "one", name, type: null, path: [] } : expression;
    return { ...each, expression: bare, alias: name, aggregate: null, hidden: true };
  });
  return above;
};
