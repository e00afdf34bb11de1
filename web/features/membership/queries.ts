import type { MembershipWorth } from "#domain/statistics/results.ts";
import type { JobsOfTrade } from "#web/features/jobs/index.ts";
import type { Db } from "#web/session/database.ts";
import type { Membership } from "./subscription/subscription.ts";

/** The contacts that the member unlocked, newest first. */
export const loadContacts = async (db: Db) => {
  const { data } = await db.rpc("my_contacts").throwOnError();
  return data;
};

export type Contact = Awaited<ReturnType<typeof loadContacts>>[number];

/** The page's data for one person; each null if it could not be loaded, or does not concern them. */
export interface MembershipData {
  /** Whether they were loaded for a member; they are loaded again when that changes. */
  member: boolean;
  membership: Membership | null;
  worth: MembershipWorth | null;
  contacts: Contact[] | null;
  freeYearsLeft: number | null;
  jobs: JobsOfTrade | null;
}
