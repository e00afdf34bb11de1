import { LIMITS } from "../limits.ts";

/** One condition of a binding's filter: `column=not.operator.value`. */
export interface Filter {
  column: string;
  operator: Operator;
  /** For `in`, the list; otherwise one value. */
  values: string[];
  negated: boolean;
}

const OPERATORS = {
  eq: "=",
  neq: "<>",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  isdistinct: "is distinct from",
  in: "in",
  is: "is",
} as const;

type Operator = keyof typeof OPERATORS;

const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);

/** The client gets the message. */
export class FilterError extends Error {}

const fail = (what: string): never => {
  throw new FilterError(`Error parsing \`filter\` params: ${what}`);
};

/** Splits at commas that are neither quoted nor in parentheses; quotes begin after `.`, `(` or `,`. */
const split = (text: string): string[] => {
  const pieces: string[] = [];
  let piece = "";
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quoted && char === "\\") {
      piece += char + (text[++at] ?? "");
      continue;
    }
    if (char === '"' && (quoted || ".(,".includes(piece.at(-1) ?? ","))) quoted = !quoted;
    else if (!quoted && char === "(") depth++;
    else if (!quoted && char === ")") depth = Math.max(0, depth - 1);
    else if (!quoted && char === "," && depth === 0) {
      pieces.push(piece);
      piece = "";
      continue;
    }
    piece += char;
  }
  return [...pieces, piece];
};

const unquote = (value: string): string =>
  /^"(?:[^"\\]|\\.)*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, "$1") : value;

const IS = ["null", "true", "false", "unknown"];

const readValues = (operator: Operator, value: string): string[] => {
  if (operator === "in") {
    if (!value.startsWith("(") || !value.endsWith(")"))
      fail("`in` filter value must be wrapped by parentheses");
    return split(value.slice(1, -1)).map((item) => unquote(item.trim()));
  }
  if (operator === "is" && !IS.includes(value.toLowerCase()))
    fail("`is` filter value must be null, true, false or unknown");
  const text = unquote(value);
  // PostgreSQL only notices this when a text reaches the pattern's end.
  if (operator.endsWith("like") && /(?<!\\)(?:\\\\)*\\$/.test(text))
    fail(`\`${operator}\` pattern must not end with an escape character`);
  return [text];
};

const readCondition = (text: string): Filter => {
  const condition = text.trim();
  if (condition === "") fail("filter must not contain empty segments (check for extra commas)");
  const equals = condition.indexOf("=");
  if (equals < 1) fail(`["${condition}"]`);
  const rest = condition.slice(equals + 1);
  const negated = rest.startsWith("not.");
  const [, name = "", value = ""] =
    /^([^.]*)\.(.*)$/s.exec(negated ? rest.slice(4) : rest) ?? fail(`["${rest}"]`);
  if (!isOperator(name)) return fail(`["${name}", "${value}"]`);
  return {
    column: condition.slice(0, equals),
    operator: name,
    values: readValues(name, value),
    negated,
  };
};

/** Parses a filter, all of whose conditions must hold; an empty one has none. */
export const readFilter = (text: string): Filter[] => {
  if (text.length > LIMITS.filter) fail(`longer than ${LIMITS.filter} characters`);
  return text.trim() === "" ? [] : split(text).map(readCondition);
};

/** A text as an element of PostgreSQL's array literal. */
const element = (value: string): string => `"${value.replace(/[\\"]/g, "\\$&")}"`;

/**
 * The condition in SQL. `column` and `type` are SQL already, of a column found in the catalogue. The value
 * goes through `bind`, which returns its parameter.
 */
export const toSql = (
  { operator, values, negated }: Filter,
  column: string,
  type: string,
  bind: (value: string) => string,
): string => {
  const [value = ""] = values;
  const condition = (): string => {
    if (operator === "is") return `${column} is ${value.toLowerCase()}`;
    if (operator === "in")
      return `${column} = any (${bind(`{${values.map(element).join(",")}}`)}::text::${type}[])`;
    if (["like", "ilike", "match", "imatch"].includes(operator))
      return `${column}::text ${OPERATORS[operator]} ${bind(value)}::text`;
    return `${column} ${OPERATORS[operator]} ${bind(value)}::text::${type}`;
  };
  return `(${negated ? "not " : ""}(${condition()})) is true`;
};

/** Types whose values are equal exactly if their texts are. */
const PLAIN = new Set(["uuid", "int2", "int4", "int8", "text", "varchar"]);

const canonical = (value: string, type: string): string =>
  type === "uuid" ? value.toLowerCase() : value;

/**
 * False if the condition certainly does not hold for a newly written value, which saves a query; the
 * database decides in every other case.
 */
export const mayHold = (
  { operator, values, negated }: Filter,
  value: string | null | undefined,
  type: string,
): boolean => {
  if (negated || (operator !== "eq" && operator !== "in")) return true;
  if (value === undefined || !PLAIN.has(type)) return true;
  if (value === null) return false;
  if (type.startsWith("int") && !values.every((each) => /^(0|-?[1-9]\d*)$/.test(each))) return true;
  return values.some((each) => canonical(each, type) === value);
};
