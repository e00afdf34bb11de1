import { LIMITS, tooMany } from "./limits.ts";
import {
  accept,
  done,
  expect,
  fail,
  field,
  fieldName,
  peek,
  type Scanner,
  scan,
  spaces,
} from "./scanner.ts";
import type { OrderTerm } from "./types.ts";

/** What may stand here, as PostgREST's parser tells it: it stops within the word that is wrong. */
const misspelt = (scanner: Scanner, direction: string | null, nulls: string | null): Error => {
  const words = ["asc", "desc", "nullsfirst", "nullslast"].slice(direction ? 2 : 0);
  if (nulls) return fail(scanner, '"," or end of input', "'");
  if (!accept(scanner, ".")) return fail(scanner, 'delimiter (.), "," or end of input', "'");
  return fail(
    scanner,
    `${words
      .slice(0, -1)
      .map((word) => `"${word}"`)
      .join(", ")} or "nullslast"`,
  );
};

/** Reads an `order` parameter: `name.desc.nullslast,data->age,director(name).asc`. */
export const readOrder = (text: string): OrderTerm[] => {
  const scanner = scan("order", text);
  const terms: OrderTerm[] = [];
  do {
    spaces(scanner);
    const start = scanner.at;
    const name = fieldName(scanner);
    let resource: string | null = null;
    if (peek(scanner, "(")) {
      resource = name;
      expect(scanner, "(");
    } else {
      scanner.at = start;
    }
    const own = field(scanner);
    if (resource !== null) expect(scanner, ")");
    const direction = accept(scanner, ".asc") ? "asc" : accept(scanner, ".desc") ? "desc" : null;
    const nulls = accept(scanner, ".nullsfirst")
      ? "first"
      : accept(scanner, ".nullslast")
        ? "last"
        : null;
    spaces(scanner);
    if (!done(scanner) && !peek(scanner, ",")) {
      throw misspelt(scanner, direction, nulls);
    }
    terms.push({ field: own, resource, direction, nulls });
    if (terms.length > LIMITS.jsonSteps) throw tooMany("order terms", LIMITS.jsonSteps);
  } while (accept(scanner, ","));
  if (!done(scanner)) throw fail(scanner, '"," or end of input');
  return terms;
};
