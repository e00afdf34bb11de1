import { FREE_YEAR_COUPON } from "#domain/membership-plans.ts";
import type { MembershipWorth } from "#domain/statistics-results.ts";
import type { Membership } from "#web/features/accounts/index.ts";
import type { JobsOfTrade } from "#web/features/accounts/profile/index.ts";
import type { Db } from "#web/session/database.ts";
import { couponsLeft } from "./offer/index.ts";

/** The page's data for one person; each null if it could not be loaded, or does not concern them. */
export interface MembershipData {
  /** Whether they were loaded for a member; they are loaded again when that changes. */
  member: boolean;
  membership: Membership | null;
  worth: MembershipWorth | null;
  freeYearsLeft: number | null;
  jobs: JobsOfTrade | null;
}

/** How many free years are left for this provider: none for a person who has had theirs; null if unknown. */
export const loadFreeYearsLeft = async (db: Db, userId: string): Promise<number | null> => {
  const [left, used] = await Promise.all([
    couponsLeft(db, FREE_YEAR_COUPON),
    db.from("coupon_redemptions").select("code").eq("user_id", userId).maybeSingle(),
  ]);
  return used.data ? 0 : left;
};
