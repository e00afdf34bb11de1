import { childrenOf, isNode, lineOf, type Node, parse } from "./syntax.ts";

/** The names of the methods called in a chain (`a.from(…).update(…)` is `from`, `update`). */
const chainOf = (node: Node): string[] => {
  if (node.type !== "CallExpression") return [];
  const { callee } = node;
  if (!isNode(callee) || callee.type !== "MemberExpression") return [];
  const { object, property } = callee;
  const name = isNode(property) && typeof property.name === "string" ? [property.name] : [];
  return [...(isNode(object) ? chainOf(object) : []), ...name];
};

/** The arguments of every call of a chain, and its first expression. */
const argumentsOf = (node: Node): Node[] => {
  if (chainOf(node).length === 0) return [node];
  const { object } = node.callee as Node;
  return [...(node.arguments as Node[]), ...(isNode(object) ? argumentsOf(object) : [])];
};

const WRITES = ["update", "delete"];
const FILTERS = ["from", "eq", "neq", "in", "is", "or", "match", "filter", "not", "gt", "lt"];

/**
 * Lines of a file with an update or delete that does not select its rows (`.select(…)`). Without that, a
 * write that row-level security forbids looks like a saved one.
 */
export const blindWrites = (file: string, source: string): number[] => {
  if (!WRITES.some((name) => source.includes(`.${name}(`))) return [];
  const lines: number[] = [];
  const visit = (node: Node) => {
    const chain = chainOf(node);
    const has = (names: string[]) => names.some((name) => chain.includes(name));
    if (has(WRITES) && has(FILTERS) && !chain.includes("select")) {
      lines.push(lineOf(source, node));
      return;
    }
    // For a correct chain, continue with the arguments of its calls.
    const inside = chain.length > 0 ? argumentsOf(node) : childrenOf(node);
    for (const child of inside) visit(child);
  };
  visit(parse(file, source));
  return lines;
};
