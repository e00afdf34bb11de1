import { isNode, type Node, nodesOf, parse } from "./syntax.ts";

/** From this length on, equal texts are one sentence that was written twice. */
const SHORTEST = 25;

const isSentence = (text: string): boolean =>
  text.length >= SHORTEST && /^[A-Z][A-Za-z'’]*,? \S/.test(text);

const textOf = (node: Node): string | undefined => {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "JSXText") return String(node.value).replaceAll(/\s+/g, " ").trim();
  // A template without values.
  if (node.type !== "TemplateLiteral" || (node.expressions as unknown[]).length > 0) return;
  const [quasi] = node.quasis as Node[];
  return isNode(quasi) ? (quasi.value as unknown as { cooked: string }).cooked : undefined;
};

/** The sentences of a TypeScript file, as often as they are written. */
export const sentencesOf = (file: string, source: string): string[] =>
  nodesOf(parse(file, source))
    .flatMap((node) => textOf(node) ?? [])
    .filter(isSentence);

/** The sentences of an SQL file. */
export const sqlSentencesOf = (source: string): string[] =>
  [...source.replaceAll(/--.*/g, "").matchAll(/'((?:[^']|'')*)'/g)]
    .map(([, text = ""]) => text.replaceAll("''", "'"))
    .filter(isSentence);
