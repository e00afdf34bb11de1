import { countOfAccounts } from "#domain/accounts.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { Reach } from "./queries.ts";

const WORDS = [
  ["providers", (count) => countOfAccounts(count, "provider")],
  ["seekers", (count) => countOfAccounts(count, "client")],
  ["jobs", (count) => countOf(count, "job", "jobs")],
  ["alerts", (count) => countOf(count, "job alert", "job alerts")],
  ["services", (count) => countOf(count, "service", "services")],
] as const satisfies readonly (readonly [keyof Reach, (count: number) => string])[];

const LIST = new Intl.ListFormat("en-GB");

/** '3 Solutionz Providers, 1 job and 2 services'; 'nobody and nothing' if nobody chose it. */
export const countsOf = (reach: Reach): string => {
  const parts = WORDS.flatMap(([key, say]) => (reach[key] === 0 ? [] : [say(reach[key])]));
  return parts.length === 0 ? "nobody and nothing" : LIST.format(parts);
};
