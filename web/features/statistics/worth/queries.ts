import type { MembershipWorth } from "#domain/statistics/results.ts";
import type { Db } from "#web/session/database.ts";

/** What the signed-in member's last 30 days brought; throws if it cannot be loaded. */
export const loadWorth = async (db: Db): Promise<MembershipWorth> => {
  const { data } = await db.rpc("membership_worth").throwOnError();
  return data;
};
