import { childrenOf, isNode, lineOf, type Node, nodesOf, parse } from "./syntax.ts";

const isElement = ({ type }: Node): boolean => type === "JSXElement" || type === "JSXFragment";

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

const isNothing = (node: Node): boolean =>
  (node.type === "Literal" && (node.value === null || typeof node.value === "boolean")) ||
  (node.type === "Identifier" && node.name === "undefined");

const NOTHING: Node = { type: "Literal", value: null, start: 0 };

/** What an expression may give: itself, or each branch of its conditions. */
const results = (node: Node): Node[] => {
  switch (node.type) {
    case "ParenthesizedExpression":
      return results(node.expression as Node);
    case "ConditionalExpression":
      return [...results(node.consequent as Node), ...results(node.alternate as Node)];
    case "LogicalExpression":
      return node.operator === "&&"
        ? [NOTHING, ...results(node.right as Node)]
        : [...results(node.left as Node), ...results(node.right as Node)];
    default:
      return [node];
  }
};

/** What a function gives back, without the functions inside it. */
const given = (node: Node): Node[] => {
  const body = node.body as Node;
  if (body.type !== "BlockStatement") return results(body);
  const visit = (inside: Node): Node[] => {
    if (inside.type === "ReturnStatement")
      return isNode(inside.argument) ? results(inside.argument) : [NOTHING];
    return isFunction(inside) ? [] : childrenOf(inside).flatMap(visit);
  };
  return visit(body);
};

const textOf = (node: unknown): string => (isNode(node) ? String(node.name ?? "") : "");

/** A file's constants and functions, with what they are or give. */
const meanings = (program: Node): Map<string, Node[]> => {
  const found = new Map<string, Node[]>();
  for (const node of nodesOf(program)) {
    const made = node.type === "FunctionDeclaration" ? node : node.init;
    if (isNode(node.id) && isNode(made))
      found.set(textOf(node.id), isFunction(made) ? given(made) : results(made));
  }
  return found;
};

/** The components of a file that may show nothing. */
export const fleetingComponents = (file: string, source: string): string[] =>
  [...meanings(parse(file, source))].flatMap(([name, all]) =>
    /^[A-Z]\w*[a-z]/.test(name) && all.some(isNothing) && all.some(isElement) ? [name] : [],
  );

const isList = ({ type, callee, expression }: Node): boolean =>
  type === "ChainExpression"
    ? isList(expression as Node)
    : type === "CallExpression" &&
      isNode(callee) &&
      /^(?:map|flatMap)$/.test(textOf(callee.property));

const MAY_BE_TEXT =
  /^(?:TemplateLiteral|Identifier|MemberExpression|CallExpression|ChainExpression|BinaryExpression)$/;

const isBlank = ({ type, value, expression }: Node): boolean =>
  (type === "JSXText" && /^\s*\n\s*$/.test(String(value))) ||
  (type === "JSXExpressionContainer" && (expression as Node).type === "JSXEmptyExpression");

const tagOf = ({ openingElement }: Node): string =>
  isNode(openingElement) ? textOf(openingElement.name) : "";

/** Names of what is never a text. */
const NO_TEXT = /^(?:icon|dialog)$/;

/** Elements whose children are elements; what a caller gives them is no bare text. */
const BLOCKS = /^(?:[A-Z].*|section|form|fieldset|div|ul|ol|dl|table|t?head|body|)$/;

/**
 * Lines with bare text beside what comes and goes: a condition, a list, or a component that may show nothing. The
 * translators of browsers put other nodes in the place of bare text. React then finds no place for what comes, or
 * not what goes, and the page ends as an error. In an element of its own, text may be replaced.
 *
 * @param fleeting the names of such components
 */
export const bareTexts = (
  file: string,
  source: string,
  fleeting: ReadonlySet<string>,
): number[] => {
  const program = parse(file, source);
  const known = meanings(program);
  const isSlot = (name: string, parent: string) =>
    NO_TEXT.test(name) ||
    (name !== "" && BLOCKS.test(parent) && new RegExp(`\\b${name}\\??: ReactNode`).test(source));

  /** What an expression gives, through the file's own names. */
  const resolved = (node: Node): Node[] =>
    results(node).flatMap((one) => {
      const name = one.type === "CallExpression" ? textOf(one.callee) : textOf(one);
      const meant = known.get(name);
      return meant?.some((each) => isElement(each) || isList(each)) ? meant : [one];
    });

  const judge = (child: Node, parent: string) => {
    if (child.type === "JSXText") return { text: true, comesAndGoes: false };
    if (child.type !== "JSXExpressionContainer")
      return { text: false, comesAndGoes: fleeting.has(tagOf(child)) };
    const all = resolved(child.expression as Node);
    return {
      text: all.some(
        (one) =>
          !isNothing(one) &&
          !isList(one) &&
          (one.type === "Literal"
            ? one.value !== ""
            : MAY_BE_TEXT.test(one.type) && !isSlot(textOf(one), parent)),
      ),
      comesAndGoes:
        all.some(isList) || (all.length > 1 && all.some((one) => isNothing(one) || isElement(one))),
    };
  };

  return nodesOf(program)
    .filter((node) => {
      if (!isElement(node)) return false;
      const judged = (node.children as Node[])
        .filter((child) => !isBlank(child))
        .map((child) => judge(child, tagOf(node)));
      const [text, moving] = [
        judged.some((one) => one.text),
        judged.some((one) => one.comesAndGoes),
      ];
      return judged.length > 1 && text && moving;
    })
    .map((node) => lineOf(source, node));
};
