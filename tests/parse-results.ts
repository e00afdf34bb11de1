import type { z } from "zod";
import { responseChecks } from "#backend/tests/response-checks.ts";
import { accountResults } from "#domain/accounts/results.ts";
import { auditResults } from "#domain/audit/results.ts";
import { businessResults } from "#domain/businesses/results.ts";
import { categoryResults } from "#domain/categories/results.ts";
import { feedbackResults } from "#domain/feedback/results.ts";
import { jobResults } from "#domain/jobs/results.ts";
import { providerResults } from "#domain/providers/results.ts";
import { siteResults } from "#domain/site/results.ts";
import { statisticsResults } from "#domain/statistics/results.ts";

const schemas: Record<string, z.ZodType> = {
  ...accountResults,
  ...auditResults,
  ...businessResults,
  ...categoryResults,
  ...feedbackResults,
  ...jobResults,
  ...providerResults,
  ...siteResults,
  ...statisticsResults,
};

/**
 * Why the result of a function is not what `supabase/database.ts` says; null where it is. A type
 * that nobody checks would be a wish.
 */
const wrongResult = async (path: string, response: Response): Promise<Error | null> => {
  const [, name = ""] = /\/rest\/v1\/rpc\/(\w+)/.exec(path) ?? [];
  const schema = schemas[name];
  const isJson = response.headers.get("content-type")?.includes("application/json");
  if (!schema || response.status !== 200 || !isJson || !response.body) return null;
  const { error } = schema.safeParse(await response.clone().json());
  return error ? new Error(`${name} gives something else: ${error.message}`) : null;
};

responseChecks.set("results of functions", wrongResult);
