import { nodesOf, parse } from "./syntax.ts";

/**
 * Words that say what the author felt, not what the thing is: `told` may be a response, an error or a mail.
 * The plain names are in docs/glossary.md.
 */
const BANNED = new Set(
  [
    "told tell tells telling asked asking asks ask kept keeps stands settle settled settles shop door said whom",
    "kernel lane lanes gone heard hear hears began begun brought bring came forget forgets look looks tend",
  ].flatMap((words) => words.split(" ")),
);

/** Only people answer: a server sends responses, and a mail is made from a template. */
const BANNED_IN_SERVERS = new Set("answer answers answered answering".split(" "));

/** Names of the platform; a field of the lock files that other versions of this program read. */
const ALLOWED = new Set(["allSettled", "began", "lookUp"]);

const wordsOf = (name: string): string[] => name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];

const SERVERS = /^(backend|server)\/(?!tests\/)(?!.*\.test\.)/;

const isBanned = (word: string, file: string): boolean =>
  BANNED.has(word) || (BANNED_IN_SERVERS.has(word) && SERVERS.test(file));

const isOdd = (name: string, file: string): boolean =>
  !ALLOWED.has(name) &&
  // The database and the environment name columns, arguments and settings.
  !name.includes("_") &&
  wordsOf(name).some((word) => isBanned(word.toLowerCase(), file));

/** The banned identifiers of a file, and its own name if banned; each once. */
export const oddNames = (file: string, source: string): string[] => {
  const found = new Set<string>();
  // Only what has such a word anywhere is worth the parser's time.
  if (source.match(/\w+/g)?.some((name) => isOdd(name, file)))
    for (const { type, name } of nodesOf(parse(file, source)))
      if (/Identifier$/.test(type) && isOdd(String(name), file)) found.add(String(name));
  const base = file.split("/").at(-1) ?? "";
  if (base.split(/[.-]/).some((word) => isBanned(word, file))) found.add(base);
  return [...found];
};
