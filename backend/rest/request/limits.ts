import { refuse } from "../errors.ts";

/** What one request may ask for. Past these the answer is a 4xx, never a slow query. */
export const LIMITS = {
  /** Characters of a query string. */
  queryString: 65_536,
  /** Bytes of a body. */
  body: 1_048_576,
  /** Parameters of a query string. */
  parameters: 250,
  /** Resources embedded within each other. */
  depth: 8,
  /** Resources embedded in all. */
  resources: 40,
  /** Fields selected in all. */
  fields: 500,
  /** Values of one `in` list. */
  listed: 5_000,
  /** Characters of a regular expression; the database takes seconds to read some longer ones. */
  expression: 1_000,
  /** `and`, `or` within each other. */
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
