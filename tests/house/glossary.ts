import { parseSync } from "vite";
import { childrenOf, isNode, type Node } from "./syntax.ts";

/**
 * Words that say how something felt to its author and not what it is: `told` may be an answer, an error or
 * a mail. The plain names are in docs/glossary.md.
 */
const BANNED = new Set(
  "told tell tells telling asked asking asks kept stands settle settled settles shop door said kernel lane lanes".split(
    " ",
  ),
);

/** Names that others gave, or that mean the thing itself. */
const ALLOWED = new Set(["allSettled", "door", "doorScene"]);

const wordsOf = (name: string): string[] => name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];

const isBanned = (name: string): boolean =>
  !ALLOWED.has(name) &&
  // Columns, arguments and settings are named by the database and the environment.
  !name.includes("_") &&
  wordsOf(name).some((word) => BANNED.has(word.toLowerCase()));

/** The identifiers of a file, and its own name, that use a banned word; each once. */
export const oddNames = (file: string, source: string): string[] => {
  const found = new Set<string>();
  const visit = (node: Node): void => {
    if (/Identifier$/.test(node.type) && isBanned(String(node.name))) found.add(String(node.name));
    for (const child of childrenOf(node)) visit(child);
  };
  const { program } = parseSync(file, source);
  if (isNode(program)) visit(program);
  const base = file.split("/").at(-1) ?? "";
  if (base.split(/[.-]/).some((word) => BANNED.has(word))) found.add(base);
  return [...found];
};
