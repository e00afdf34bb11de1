import { LIMITS, tooMany } from "./limits.ts";
import { accept, done, expect, fail, field, fieldName, peek, scan, spaces } from "./scanner.ts";
import type { OrderTerm } from "./types.ts";

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
      throw fail(
        scanner,
        direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
      );
    }
    terms.push({ field: own, resource, direction, nulls });
    if (terms.length > LIMITS.jsonSteps) throw tooMany("order terms", LIMITS.jsonSteps);
  } while (accept(scanner, ","));
  if (!done(scanner)) throw fail(scanner, '"," or end of input');
  return terms;
};
