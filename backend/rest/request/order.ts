import { LIMITS, tooMany } from "./limits.ts";
import { field, fieldName, Scanner } from "./scanner.ts";
import type { OrderTerm } from "./types.ts";

/** The expected tokens, as PostgREST's parser reports them: it stops within the wrong word. */
const invalidOrder = (scanner: Scanner, direction: string | null, nulls: string | null): Error => {
  const words = ["asc", "desc", "nullsfirst", "nullslast"].slice(direction ? 2 : 0);
  if (nulls) return scanner.fail('"," or end of input', { quote: "'" });
  if (!scanner.accept("."))
    return scanner.fail('delimiter (.), "," or end of input', { quote: "'" });
  return scanner.fail(
    `${words
      .slice(0, -1)
      .map((word) => `"${word}"`)
      .join(", ")} or "nullslast"`,
  );
};

/** Reads an `order` parameter: `name.desc.nullslast,data->age,director(name).asc`. */
export const readOrder = (text: string): OrderTerm[] => {
  const scanner = new Scanner("order", text);
  const terms: OrderTerm[] = [];
  do {
    scanner.spaces();
    const start = scanner.at;
    const name = fieldName(scanner);
    let resource: string | null = null;
    if (scanner.peek("(")) {
      resource = name;
      scanner.expect("(");
    } else {
      scanner.at = start;
    }
    const own = field(scanner);
    if (resource !== null) scanner.expect(")");
    const direction = scanner.accept(".asc") ? "asc" : scanner.accept(".desc") ? "desc" : null;
    const nulls = scanner.accept(".nullsfirst")
      ? "first"
      : scanner.accept(".nullslast")
        ? "last"
        : null;
    scanner.spaces();
    if (!scanner.done && !scanner.peek(",")) throw invalidOrder(scanner, direction, nulls);
    terms.push({ field: own, resource, direction, nulls });
    if (terms.length > LIMITS.jsonSteps) throw tooMany("order terms", LIMITS.jsonSteps);
  } while (scanner.accept(","));
  if (!scanner.done) throw scanner.fail('"," or end of input');
  return terms;
};
