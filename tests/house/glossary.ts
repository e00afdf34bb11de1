import { parseSync } from "vite";
import { childrenOf, isNode, type Node } from "./syntax.ts";

/**
 * Words that say what the author felt, not what the thing is: `told` may be a response, an error or a mail.
 * The plain names are in docs/glossary.md.
 */
const BANNED = new Set(
  "told tell tells telling asked asking asks kept stands settle settled settles shop door said kernel lane lanes".split(
    " ",
  ),
);

/** Names from others, or names of the thing itself. */
const ALLOWED = new Set(["allSettled", "door", "doorScene"]);

const wordsOf = (name: string): string[] => name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];

const isBanned = (name: string): boolean =>
  !ALLOWED.has(name) &&
  // The database and the environment name columns, arguments and settings.
  !name.includes("_") &&
  wordsOf(name).some((word) => BANNED.has(word.toLowerCase()));

/** The banned identifiers of a file, and its own name if banned; each once. */
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
