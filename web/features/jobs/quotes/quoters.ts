import { describeFrom } from "#domain/jobs-quotes.ts";
import { displayName } from "#domain/providers.ts";
import { dayAhead } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";

/** The most faces that stand for the people who sent quotes. */
const FACES = 3;

export interface Quoters {
  people: { name: string; src: string | null }[];
  /** Null if the prices cannot be compared. */
  from: string | null;
}

/** Who sent the quotes that wait for a decision, and from which price; this does not mark them as seen. */
export const loadQuoters = async (db: Db, jobId: string): Promise<Quoters> => {
  const quotes = await db
    .from("job_quotes")
    .select("provider_id, price_type, price_min, price_max, vat")
    .eq("job_id", jobId)
    .eq("state", "sent")
    .gte("valid_until", dayAhead(0))
    .order("created_at", { ascending: false });
  if (quotes.error) throw quotes.error;
  const ids = quotes.data.map(({ provider_id }) => provider_id);
  const listed = await db
    .from("public_providers")
    .select("id, name, business_name, image_url")
    .in("id", ids.slice(0, FACES));
  if (listed.error) throw listed.error;
  return {
    people: listed.data.map((one) => ({
      name: displayName({ ...one, name: one.name ?? "Unknown" }),
      src: one.image_url,
    })),
    from: describeFrom(quotes.data),
  };
};
