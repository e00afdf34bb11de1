import { isNode, lineOf, type Node, nodesOf, parse } from "./syntax.ts";

/** The node inside parentheses, casts, `?.` and `!`. */
const bare = (node: unknown): Node | undefined => {
  if (!isNode(node)) return undefined;
  return /^(?:TS.*Expression|ParenthesizedExpression|ChainExpression)$/.test(node.type)
    ? bare(node.expression)
    : node;
};

/** Whether an expression is an error by its name: `error`, `answer.error`, `(cause as Error)`. */
const isError = (value: unknown): boolean => {
  const node = bare(value);
  if (node?.type === "MemberExpression") return isError(node.property);
  return (
    node?.type === "Identifier" && /^(?:err|error|e|cause|exception)$/i.test(String(node.name))
  );
};

const namesMessage = (node: Node): boolean =>
  ((node.properties as Node[] | undefined) ?? []).some(
    ({ key }) => isNode(key) && key.name === "message",
  );

const isRaw = (node: Node): boolean => {
  switch (node.type) {
    case "MemberExpression":
      return isNode(node.property) && node.property.name === "message" && isError(node.object);
    case "VariableDeclarator":
      return isNode(node.id) && namesMessage(node.id) && isError(node.init);
    case "CallExpression":
      return bare(node.callee)?.name === "String" && (node.arguments as Node[]).some(isError);
    case "TemplateLiteral":
      return (node.expressions as Node[]).some(isError);
    default:
      return false;
  }
};

/**
 * Lines of a file that read the message of an error. The message may come from a machine (`{}`, `Bad
 * Gateway`), so only `faultOf` reads it and decides which text is shown.
 */
export const rawMessages = (file: string, source: string): number[] =>
  nodesOf(parse(file, source))
    .filter(isRaw)
    .map((node) => lineOf(source, node));
