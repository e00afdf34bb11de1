import { LIMITS, tooMany } from "./limits.ts";
import { field, fieldName, Scanner } from "./scanner.ts";
import type { Aggregate, JoinKind, Selected, SelectedField, SelectedResource } from "./types.ts";

interface Budget {
  fields: number;
  resources: number;
}

const CAST = /[\p{L}\p{N}_ $]+(?:\[\])?/uy;
const AGGREGATES = ["avg", "count", "max", "min", "sum"] as const;

const cast = (scanner: Scanner): string | null => {
  if (!scanner.accept("::")) return null;
  CAST.lastIndex = scanner.at;
  const [match] = CAST.exec(scanner.text) ?? [];
  if (!match?.trim()) throw scanner.fail("letter or digit");
  scanner.at += match.length;
  return match.trim();
};

const hints = (scanner: Scanner): { hint: string | null; join: JoinKind | null } => {
  let hint: string | null = null;
  let join: JoinKind | null = null;
  for (let round = 0; round < 2 && scanner.accept("!"); round++) {
    const word = fieldName(scanner);
    if (word === "inner" || word === "left") join ??= word;
    else hint ??= word;
  }
  return { hint, join };
};

const aggregate = (scanner: Scanner): Aggregate | null => {
  for (const name of AGGREGATES) if (scanner.accept(`.${name}()`)) return name;
  return null;
};

const resource = (
  scanner: Scanner,
  alias: string | null,
  name: string,
  spread: boolean,
  depth: number,
  budget: Budget,
): SelectedResource => {
  budget.resources += 1;
  if (budget.resources > LIMITS.resources) throw tooMany("resources", LIMITS.resources);
  if (depth >= LIMITS.depth) throw tooMany("levels of embedding", LIMITS.depth);
  const { hint, join } = hints(scanner);
  scanner.expect("(");
  scanner.spaces();
  const select = scanner.peek(")") ? [] : parseSelectTree(scanner, depth + 1, budget);
  scanner.expect(")");
  return { kind: "resource", name, alias, hint, join, spread, select };
};

const plain = (
  scanner: Scanner,
  alias: string | null,
  own: SelectedField["field"],
): SelectedField => {
  const typed = cast(scanner);
  const aggregated = aggregate(scanner);
  const aggregateCast = aggregated ? cast(scanner) : null;
  return { kind: "field", field: own, alias, cast: typed, aggregate: aggregated, aggregateCast };
};

/** `count()`, of rows rather than of values. */
const countOfRows = (scanner: Scanner, alias: string | null): SelectedField => ({
  kind: "field",
  field: { name: "*", path: [] },
  alias,
  cast: null,
  aggregate: "count",
  aggregateCast: cast(scanner),
});

const item = (scanner: Scanner, depth: number, budget: Budget): Selected => {
  if (scanner.accept("...")) {
    return resource(scanner, null, fieldName(scanner), true, depth, budget);
  }
  if (scanner.accept("*")) {
    return {
      kind: "field",
      field: { name: "*", path: [] },
      alias: null,
      cast: cast(scanner),
      aggregate: null,
      aggregateCast: null,
    };
  }
  if (scanner.accept("count()")) return countOfRows(scanner, null);
  const start = scanner.at;
  let alias: string | null = null;
  const first = fieldName(scanner);
  if (scanner.peek(":") && !scanner.peek("::")) {
    scanner.at += 1;
    alias = first;
    if (scanner.accept("count()")) return countOfRows(scanner, alias);
  } else {
    scanner.at = start;
  }
  const own = field(scanner);
  if (own.path.length === 0 && (scanner.peek("!") || scanner.peek("("))) {
    return resource(scanner, alias, own.name, false, depth, budget);
  }
  return plain(scanner, alias, own);
};

const parseSelectTree = (scanner: Scanner, depth: number, budget: Budget): Selected[] => {
  const items: Selected[] = [];
  do {
    scanner.spaces();
    items.push(item(scanner, depth, budget));
    scanner.spaces();
    budget.fields += 1;
    if (budget.fields > LIMITS.fields) throw tooMany("selected fields", LIMITS.fields);
  } while (scanner.accept(","));
  return items;
};

/** Reads the `select` parameter: `id,alias:name::text,data->a->>b,other!hint!inner(id),...one(x)`. */
export const readSelect = (text: string): Selected[] => {
  const scanner = new Scanner("select parameter", text);
  const items = parseSelectTree(scanner, 0, { fields: 0, resources: 0 });
  // PostgREST's parser expects the end only after fields.
  if (!scanner.done && items.at(-1)?.kind !== "resource") {
    throw scanner.fail('"," or end of input');
  }
  return items;
};
