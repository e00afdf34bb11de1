import { describeFrom } from "#domain/jobs/quotes.ts";
import { displayName } from "#domain/providers/providers.ts";
import { dayAhead } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";

/** The most faces that stand for the people who sent quotes. */
const FACES = 3;

export interface Quoters {
  people: readonly { name: string; src: string | null }[];
  /** Null if the prices cannot be compared. */
  from: string | null;
}

/**
 * By job, who sent the quotes that wait for a decision, and from which price; this does not mark them as seen. Jobs
 * without any are not in it.
 */
export const loadQuoters = async (
  db: Db,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, Quoters>> => {
  if (jobIds.length === 0) return new Map();
  const quotes = await db
    .from("job_quotes")
    .select("job_id, provider_id, price_type, price_min, price_max, vat")
    .in("job_id", jobIds)
    .eq("state", "sent")
    .gte("valid_until", dayAhead(0))
    .order("created_at", { ascending: false })
    .throwOnError();
  const byJob = jobIds
    .map((id) => [id, quotes.data.filter(({ job_id }) => job_id === id)] as const)
    .filter(([, sent]) => sent.length > 0);
  const shown = byJob.flatMap(([, sent]) => sent.slice(0, FACES));
  const listed = await db
    .from("public_providers")
    .select("id, name, business_name, image_url")
    .in("id", [...new Set(shown.map(({ provider_id }) => provider_id))])
    .throwOnError();
  return new Map(
    byJob.map(([jobId, sent]) => {
      const ids = sent.slice(0, FACES).map(({ provider_id }) => provider_id);
      const people = listed.data
        .filter(({ id }) => id !== null && ids.includes(id))
        .map((one) => ({
          name: displayName({ ...one, name: one.name ?? "Unknown" }),
          src: one.image_url,
        }));
      return [jobId, { people, from: describeFrom(sent) }];
    }),
  );
};
