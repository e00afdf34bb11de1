import { LIMITS, tooMany } from "./limits.ts";
import { readOperation } from "./operators.ts";
import { field, quotedWhole, Scanner } from "./scanner.ts";
import type { Logic } from "./types.ts";

const ARRAY = /\{[^{}]*\}/y;

/** A value within a tree: quoted, an array literal, or everything up to `,` or `)`. */
const innerValue = (scanner: Scanner): string => {
  const start = scanner.at;
  const value = quotedWhole(scanner);
  if (value !== null) return value;
  ARRAY.lastIndex = start;
  const [literal] = ARRAY.exec(scanner.text) ?? [];
  if (literal) {
    scanner.at += literal.length;
    return literal;
  }
  while (!scanner.done && !scanner.peek(",") && !scanner.peek(")")) scanner.at += 1;
  return scanner.text.slice(start, scanner.at);
};

const CONDITION =
  "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)";
const CONNECTIVE = /(not\.)?(and|or) *\(/y;

const member = (scanner: Scanner, depth: number, budget: { conditions: number }): Logic => {
  scanner.spaces();
  CONNECTIVE.lastIndex = scanner.at;
  const match = CONNECTIVE.exec(scanner.text);
  if (match) {
    scanner.at += match[0].length;
    return members(
      scanner,
      match[1] !== undefined,
      match[2] === "or" ? "or" : "and",
      depth,
      budget,
    );
  }
  budget.conditions += 1;
  if (budget.conditions > LIMITS.conditions) throw tooMany("conditions", LIMITS.conditions);
  if (scanner.peek(")") || scanner.done) throw scanner.fail(CONDITION);
  const own = field(scanner);
  scanner.expect(".");
  const { value, ...operation } = readOperation(scanner, innerValue);
  scanner.spaces();
  return {
    kind: "filter",
    filter: {
      field: own,
      operation: { ...operation, value: value === null ? null : { constant: value } },
    },
  };
};

const members = (
  scanner: Scanner,
  not: boolean,
  connective: "and" | "or",
  depth: number,
  budget: { conditions: number },
): Logic => {
  if (depth > LIMITS.logicDepth) throw tooMany("levels of and/or", LIMITS.logicDepth);
  const found: Logic[] = [];
  do {
    found.push(member(scanner, depth + 1, budget));
    scanner.spaces();
  } while (scanner.accept(","));
  scanner.expect(")");
  scanner.spaces();
  return { kind: "tree", not, connective, members: found };
};

/** Reads the value of an `and`, `or`, `not.and` or `not.or` parameter: `(a.eq.1,or(b.gt.2,c.is.null))`. */
export const readLogic = (text: string, not: boolean, connective: "and" | "or"): Logic => {
  const scanner = new Scanner("logic tree", text, `${not ? "not." : ""}${connective}`.length);
  scanner.spaces();
  scanner.expect("(");
  const tree = members(scanner, not, connective, 0, { conditions: 0 });
  // PostgREST's parser stops here too, whatever follows.
  return tree;
};
