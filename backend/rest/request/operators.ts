import { unparsable } from "../errors.ts";
import { LIMITS, tooMany } from "./limits.ts";
import { quotedWhole, Scanner } from "./scanner.ts";

interface OperatorFacts {
  sql: string;
  /** Accepts `(any)` and `(all)`. */
  quantified?: boolean;
  /** Its value is a regular expression. */
  regular?: boolean;
  /** `*` in the value means `%`. */
  pattern?: boolean;
  /** A text search function that takes a configuration: `fts(english)`. */
  search?: boolean;
}

/** Every operator of the filter language except `in` and `is`, whose values are not a single text. */
export const OPERATORS: ReadonlyMap<string, OperatorFacts> = new Map<string, OperatorFacts>([
  ["eq", { sql: "=", quantified: true }],
  ["neq", { sql: "<>" }],
  ["gt", { sql: ">", quantified: true }],
  ["gte", { sql: ">=", quantified: true }],
  ["lt", { sql: "<", quantified: true }],
  ["lte", { sql: "<=", quantified: true }],
  ["like", { sql: "like", quantified: true, pattern: true }],
  ["ilike", { sql: "ilike", quantified: true, pattern: true }],
  ["match", { sql: "~", quantified: true, regular: true }],
  ["imatch", { sql: "~*", quantified: true, regular: true }],
  ["isdistinct", { sql: "is distinct from" }],
  ["cs", { sql: "@>" }],
  ["cd", { sql: "<@" }],
  ["ov", { sql: "&&" }],
  ["sl", { sql: "<<" }],
  ["sr", { sql: ">>" }],
  ["nxr", { sql: "&<" }],
  ["nxl", { sql: "&>" }],
  ["adj", { sql: "-|-" }],
  ["fts", { sql: "to_tsquery", search: true }],
  ["plfts", { sql: "plainto_tsquery", search: true }],
  ["phfts", { sql: "phraseto_tsquery", search: true }],
  ["wfts", { sql: "websearch_to_tsquery", search: true }],
]);

/** The words that may follow `is.`, and their SQL. */
export const IS_WORDS: ReadonlyMap<string, string> = new Map([
  ["null", "null"],
  ["not_null", "not null"],
  ["true", "true"],
  ["false", "false"],
  ["unknown", "unknown"],
]);

/** An operation whose value is still text; `length` is how much of the text precedes the value. */
export interface ReadOperation {
  not: boolean;
  operator: string;
  quantifier: "any" | "all" | null;
  language: string | null;
  word: string | null;
  value: string | null;
}

/** Texts as PostgreSQL writes an array of them. */
export const arrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;

const listItem = (scanner: Scanner): string => {
  const start = scanner.at;
  const value = quotedWhole(scanner);
  if (value !== null) return value;
  while (
    scanner.at < scanner.text.length &&
    scanner.text[scanner.at] !== "," &&
    scanner.text[scanner.at] !== ")"
  ) {
    scanner.at += 1;
  }
  return scanner.text.slice(start, scanner.at);
};

/** `(a,"b,c",d)` as a PostgreSQL array literal; `()` is the empty array. */
const list = (scanner: Scanner): string => {
  if (!scanner.accept("(")) throw scanner.fail('"("');
  scanner.spaces();
  const items: string[] = [];
  do {
    items.push(listItem(scanner));
    if (items.length > LIMITS.listed) throw tooMany("values in a list", LIMITS.listed);
  } while (scanner.accept(","));
  if (!scanner.accept(")")) throw scanner.fail('"," or ")"');
  return items.length === 1 && items[0] === "" ? "{}" : arrayLiteral(items);
};

/** The name of an operator up to its `.` or `(`. */
const NAME = /[a-z]+/y;
const LANGUAGE = /\(([\p{L}\p{N}_ $]+)\)/uy;

/**
 * Reads `[not.]operator[(modifier)].value` at the scanner. `readValue` reads the value of ordinary
 * operators, which ends differently within a logic tree than in its own parameter.
 */
export const readOperation = (
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): ReadOperation => {
  const not = scanner.accept("not.");
  const expected = `${not ? "" : '"not" or '}operator (eq, gt, ...)`;
  const start = scanner.at;
  NAME.lastIndex = start;
  const [operator = ""] = NAME.exec(scanner.text) ?? [];
  scanner.at += operator.length;
  const nothing = { not, operator, quantifier: null, language: null, word: null, value: null };
  if (operator === "in" && scanner.accept(".")) {
    scanner.spaces();
    return { ...nothing, value: list(scanner) };
  }
  if (operator === "is" && scanner.accept(".")) {
    const rest = scanner.text.slice(scanner.at, scanner.at + 9).toLowerCase();
    for (const word of IS_WORDS.keys()) {
      if (rest.startsWith(word)) {
        scanner.at += word.length;
        return { ...nothing, word };
      }
    }
    throw scanner.fail("isVal: (null, not_null, true, false, unknown)");
  }
  const facts = OPERATORS.get(operator);
  let quantifier: "any" | "all" | null = null;
  let language: string | null = null;
  if (facts?.quantified) {
    quantifier = scanner.accept("(any)") ? "any" : scanner.accept("(all)") ? "all" : null;
  } else if (facts?.search) {
    LANGUAGE.lastIndex = scanner.at;
    const match = LANGUAGE.exec(scanner.text);
    if (match) {
      scanner.at += match[0].length;
      language = match[1] ?? null;
    }
  }
  if (!facts || !scanner.accept(".")) {
    throw unparsable(
      scanner.what,
      scanner.text,
      start,
      `unexpected "${scanner.text.slice(start, start + 1)}" expecting ${expected}`,
    );
  }
  const value = readValue(scanner);
  if (facts.regular && value.length > LIMITS.expression)
    throw tooMany("characters in a regular expression", LIMITS.expression);
  return {
    ...nothing,
    quantifier,
    language,
    value: facts.pattern ? value.replaceAll("*", "%") : value,
  };
};

const rest = (scanner: Scanner): string => {
  const value = scanner.text.slice(scanner.at);
  scanner.at = scanner.text.length;
  return value;
};

/** Reads the value of a filter parameter, `not.eq.3`. */
export const readFilterValue = (text: string): ReadOperation => {
  const scanner = new Scanner("filter", text);
  const operation = readOperation(scanner, rest);
  if (scanner.at < text.length) throw scanner.fail("end of input");
  return operation;
};

const OPERATION_START =
  /^(?:not\.)?(?:(?:in|is)\.|(?:eq|neq|gte?|lte?|i?like|i?match|isdistinct|c[sd]|ov|s[lr]|nx[rl]|adj)(?:\((?:any|all)\))?\.|(?:pl|ph|w)?fts(?:\(|\.))/;

/** Whether a parameter's value is a filter and not a function's argument. */
export const isFilter = (text: string): boolean => OPERATION_START.test(text);
