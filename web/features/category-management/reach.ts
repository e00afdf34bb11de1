import { countOf } from "#domain/numbers.ts";
import type { Reach } from "./queries.ts";

const WORDS = [
  ["providers", "provider", "providers"],
  ["seekers", "seeker", "seekers"],
  ["jobs", "job", "jobs"],
  ["alerts", "job alert", "job alerts"],
  ["services", "service", "services"],
] as const;

const LIST = new Intl.ListFormat("en-GB");

/** '3 providers, 1 job and 2 services'; 'nobody and nothing' where no one chose it. */
export const countsOf = (reach: Reach): string => {
  const parts = WORDS.flatMap(([key, one, many]) =>
    reach[key] === 0 ? [] : [countOf(reach[key], one, many)],
  );
  return parts.length === 0 ? "nobody and nothing" : LIST.format(parts);
};
