import { refuse } from "../errors.ts";

/** The limits of one request. Beyond them the response is a 4xx, never a slow query. */
export const LIMITS = {
  /** Characters of a query string. */
  queryString: 65_536,
  /** Bytes of a body. */
  body: 1_048_576,
  /** Parameters of a query string. */
  parameters: 250,
  /** Depth of embedded resources. */
  depth: 8,
  /** Number of embedded resources. */
  resources: 40,
  /** Number of selected fields. */
  fields: 500,
  /** Values of one `in` list. */
  listed: 5_000,
  /** Characters of a regular expression; the database needs seconds to parse some longer ones. */
  expression: 1_000,
  /** Depth of nested `and` and `or`. */
  logicDepth: 12,
  /** Conditions of one logic tree. */
  conditions: 500,
  /** Steps of one JSON path. */
  jsonSteps: 32,
} as const;

export const tooMany = (what: string, limit: number) =>
  refuse("PGRST100", {
    message: `Too many ${what} in one request`,
    details: `At most ${limit} are allowed.`,
    hint: "Ask for less at once, or use a view or function.",
  });
