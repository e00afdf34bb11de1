import { refuse } from "../errors.ts";
import type { Field, OrderTerm } from "../request/types.ts";
import { isGrouped } from "./aggregate.ts";
import { resolve } from "./names.ts";
import type { Expression, Order, ReadNode } from "./types.ts";

const STAR: Expression = { kind: "star", name: "*", type: null, path: [] };

/** The output that an order names by its alias or, for grouped rows, by its column. */
const shown = (node: ReadNode, { name, path }: Field): number | null => {
  const grouped = isGrouped(node);
  if (!grouped && node.source.columns.has(name)) return null;
  const place = node.outputs.findIndex(({ alias, expression }) => {
    if (path.length === 0 && alias === name) return grouped || !node.source.columns.has(name);
    return (
      grouped &&
      expression.kind === "column" &&
      expression.name === name &&
      JSON.stringify(expression.path) === JSON.stringify(path)
    );
  });
  return place < 0 ? null : place;
};

/** Plans one term of `order`: of the rows themselves, or of an embedded to-one resource. */
export const planOrder = (
  node: ReadNode,
  { field, resource, direction, nulls }: OrderTerm,
): Order => {
  if (resource === null) {
    const output = shown(node, field);
    const expression = output === null ? resolve(node.source, field) : STAR;
    if (output === null && expression.kind === "star") {
      throw refuse("PGRST100", { message: "'*' cannot order" });
    }
    return { expression, output, child: null, direction, nulls };
  }
  const found = node.children.find((each) => each.output === resource);
  if (!found) {
    throw refuse("PGRST108", {
      message: `'${resource}' is not an embedded resource in this request`,
      hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
    });
  }
  if (!found.relationship.toOne) {
    throw refuse("PGRST118", {
      message: `A related order on '${resource}' is not possible`,
      details: `'${node.source.name}' and '${resource}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  const alias = found.node.outputs.some((each) => each.alias === field.name);
  const expression: Expression =
    alias && field.path.length === 0
      ? { kind: "joined", name: field.name, type: null, path: [], child: found }
      : resolve(found.node.source, field);
  if (expression.kind === "star") throw refuse("PGRST100", { message: "'*' cannot order" });
  return { expression, output: null, child: found, direction, nulls };
};
