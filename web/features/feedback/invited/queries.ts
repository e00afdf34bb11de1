import type { Db } from "#web/session/database.ts";

/** The code of the provider's review link, made when it is first needed; `renew` ends it and gives another. */
export const loadReviewLink = async (db: Db, renew = false): Promise<string> =>
  (await db.rpc("my_review_link", { renew }).throwOnError()).data;

export type Outcome = "asked" | "invalid" | "own" | "before" | "week";

/** What became of each address. */
export const inviteCustomers = async (db: Db, addresses: string[]) => {
  const { data } = await db.rpc("ask_for_reviews", { addresses }).throwOnError();
  return data as { address: string; outcome: Outcome }[];
};
