import { parseSync } from "vite";

/** A node of the parser's syntax tree (ESTree). */
export interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** The syntax tree of a file. */
export const parse = (file: string, source: string): Node =>
  parseSync(file, source).program as unknown as Node;

/** A node and all below it, each before its children. */
export const nodesOf = (node: Node, found: Node[] = []): Node[] => {
  found.push(node);
  for (const child of childrenOf(node)) nodesOf(child, found);
  return found;
};

/** The number of the line on which a node begins. */
export const lineOf = (source: string, { start }: Node): number =>
  source.slice(0, start).split("\n").length;
