import { expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import { type Budget, describeBudget, withPoundSign } from "./jobs-budget.ts";

const test = perFile(() => testDatabase({ project: THE_PROJECT }));

it.each([
  ["£150-300", "£150 to £300"],
  ["£150 to £300", "£150 to £300"],
  ["£25 an hour", "£25 an hour"],
  ["up to £1k", "up to £1,000"],
  ["£25/hour", "£25 an hour"],
  ["£20-25 per hour", "£20 to £25 an hour"],
  ["around £99.50", "£99.50"],
  ["from £2,000", "£2,000 or more"],
  ["1-2k", "£1,000 to £2,000"],
  ["to be agreed", expect.stringMatching(/^We couldn't read an amount/)],
])("%j is understood as %s", async (words, understood) => {
  const [budget] = await test.db.query(
    "select budget_min as min, budget_max as max, budget_type as type from public.parse_budget($1)",
    [words],
  );
  expect(describeBudget(budget as unknown as Budget)).toEqual(
    typeof understood === "string" ? `We understand this as ${understood}.` : understood,
  );
});

it.each([
  ["400", "£400"],
  ["1,250.50", "£1,250.50"],
  ["about 400", "about 400"],
  ["£400", "£400"],
  ["", ""],
])("%j is shown as %j", (budget, shown) => expect(withPoundSign(budget)).toBe(shown));
