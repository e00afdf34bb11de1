import { read } from "./imports.ts";
import { isNode, type Node, parse } from "./syntax.ts";

/** Fields whose text no person reads: modules, types, names of members and of properties. */
const UNREAD: Record<string, readonly string[]> = {
  ImportDeclaration: ["source"],
  ImportExpression: ["source"],
  ExportNamedDeclaration: ["source"],
  ExportAllDeclaration: ["source"],
  MemberExpression: ["property"],
  Property: ["key"],
  TSTypeAliasDeclaration: ["typeAnnotation"],
  TSInterfaceDeclaration: ["body"],
  TSTypeAnnotation: ["typeAnnotation"],
  TSTypeParameterInstantiation: ["params"],
};

/** Calls of the database: their text names columns. */
const DATABASE_CALLS = /^(select|eq|neq|or|order|rpc|from|in|query)$/;
/** Calls that put a number before one of two words. */
const COUNT_CALLS = /^countOf$/;

const nameOfCall = (node: Node): string => {
  if (node.type !== "CallExpression") return "";
  const callee = node.callee as Node;
  return String((callee.type === "MemberExpression" ? (callee.property as Node) : callee).name);
};

const textOf = (node: Node): string => {
  if (node.type === "JSXText") return String(node.value);
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return "";
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join("…");
};

/**
 * A literal anywhere in the code counts as text for people if it looks like a sentence and not like code.
 */
const isWords = (text: string): boolean => /\s/.test(text) || /^[A-Z][a-z]+$/.test(text);

/**
 * Collects the text below a node.
 *
 * @param shown whether even a single small word counts here: the text of an element, or one of the two
 * words that an expression between its tags chooses from
 */
const collect = (node: Node, found: string[], shown: boolean): void => {
  const text = textOf(node).replace(/\s+/g, " ").trim();
  if (text && (shown || node.type === "JSXText" || isWords(text))) found.push(text);
  const call = nameOfCall(node);
  if (DATABASE_CALLS.test(call)) {
    collect(node.callee as Node, found, false);
    return;
  }
  if (node.type === "JSXAttribute" && (node.name as Node).name === "className") return;
  for (const [field, value] of Object.entries(node)) {
    if (UNREAD[node.type]?.includes(field)) continue;
    const isShown =
      (/^JSX(Element|Fragment)$/.test(node.type) && field === "children") ||
      (shown && node.type === "JSXExpressionContainer") ||
      (shown && node.type === "ConditionalExpression" && field !== "test") ||
      (shown && node.type === "LogicalExpression" && field === "right") ||
      COUNT_CALLS.test(call);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect(child, found, isShown);
    }
  }
};

/**
 * The text that people read in a file: text of elements, literals that look like sentences, and a mail's
 * whole text.
 */
export const wordsIn = (file: string, source: string): string[] => {
  if (!/\.tsx?$/.test(file)) {
    return source
      .replace(/<style[\s\S]*?<\/style>|<[^>]*>|\{\{.*?\}\}/g, "")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  const found: string[] = [];
  collect(parse(file, source), found, false);
  return found;
};

/** The text that people read in SQL: refusals, hints, and the texts of rows. Comments are read by developers. */
export const sqlWordsIn = (source: string): string[] =>
  [
    ...source
      .replaceAll(/--.*/g, "")
      .replaceAll(/^comment on [^']* is\s+'(?:[^']|'')*';/gm, "")
      .matchAll(/'((?:[^']|'')*)'/g),
  ]
    .map(([, text = ""]) => text.replaceAll("''", "'"))
    .filter((text) => /^[A-Z].*\s/.test(text));

/** `wordsIn` of a file as it is stored. */
export const wordsOf = (file: string): string[] => wordsIn(file, read(file));
