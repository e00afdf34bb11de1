import { countOfAccounts } from "#domain/accounts/accounts.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { Reach } from "./queries.ts";

const WORDS = [
  ["providers", (count, siteName) => countOfAccounts(count, "provider", siteName)],
  ["seekers", (count, siteName) => countOfAccounts(count, "client", siteName)],
  ["jobs", (count) => countOf(count, "job", "jobs")],
  ["services", (count) => countOf(count, "service", "services")],
] as const satisfies readonly (readonly [
  keyof Reach,
  (count: number, siteName: string) => string,
])[];

const LIST = new Intl.ListFormat("en-GB");

/** '3 Solutionz Providers, 1 job and 2 services'; 'nobody and nothing' if nobody chose it. */
export const countsOf = (reach: Reach, siteName: string): string => {
  const parts = WORDS.flatMap(([key, say]) =>
    // A figure stays with its noun.
    reach[key] === 0 ? [] : [say(reach[key], siteName).replace(" ", "\u00a0")],
  );
  return parts.length === 0 ? "nobody and nothing" : LIST.format(parts);
};
