import type { z } from "zod";
import type { accountResults } from "#domain/accounts-results.ts";
import type { auditResults } from "#domain/audit-results.ts";
import type { businessResults } from "#domain/businesses-results.ts";
import type { categoryResults } from "#domain/categories-results.ts";
import type { feedbackResults } from "#domain/feedback-results.ts";
import type { jobResults } from "#domain/jobs-results.ts";
import type { providerResults } from "#domain/providers-results.ts";
import type { siteResults } from "#domain/site-results.ts";
import type { statisticsResults } from "#domain/statistics-results.ts";
import type { Database as Generated } from "./database.types.ts";

export type { Json } from "./database.types.ts";

/**
 * The JSON results of functions, which the generated types do not know. Only types reach the browser; in
 * tests every response is parsed by the same schema (tests/parse-results.ts).
 */
type Schemas = typeof accountResults &
  typeof auditResults &
  typeof businessResults &
  typeof categoryResults &
  typeof feedbackResults &
  typeof jobResults &
  typeof providerResults &
  typeof siteResults &
  typeof statisticsResults;

type Functions = Generated["public"]["Functions"];

/** The generated types, with the results of functions that give JSON. */
export type Database = Omit<Generated, "public"> & {
  public: Omit<Generated["public"], "Functions"> & {
    Functions: {
      [Name in keyof Functions]: Name extends keyof Schemas
        ? Omit<Functions[Name], "Returns"> & { Returns: z.output<Schemas[Name]> }
        : Functions[Name];
    };
  };
};
