import { FREE_YEAR_COUPON } from "#domain/membership-plans.ts";
import type { Membership } from "#web/features/accounts/index.ts";
import type { JobsOfTrade } from "#web/features/accounts/profile/index.ts";
import type { Db } from "#web/session/database.ts";
import { couponsLeft } from "./checkout.ts";

const DAY = 86_400_000;

/** The days that each figure compares with the whole membership. */
export const RECENT_DAYS = 30;

/** How often something happened to a member: since they joined, and in the last 30 days. */
export interface Gain {
  total: number;
  recent: number;
}

/** What a provider's membership has brought so far. */
export interface MembershipFigures {
  enquiries: Gain;
  contacts: Gain;
  reviews: Gain;
}

/** The page's data for one person; each null if it could not be loaded, or does not concern them. */
export interface MembershipData {
  /** Whether they were loaded for a member; they are loaded again when that changes. */
  member: boolean;
  membership: Membership | null;
  figures: MembershipFigures | null;
  freeYearsLeft: number | null;
  jobs: JobsOfTrade | null;
}

/** Counts, without fetching the rows, what the membership brought; throws if that cannot be read. */
export const loadMembershipFigures = async (db: Db, userId: string): Promise<MembershipFigures> => {
  const head = { count: "exact", head: true } as const;
  const since = new Date(Date.now() - RECENT_DAYS * DAY).toISOString();
  const enquiries = () => db.from("enquiries").select("id", head).eq("provider_id", userId);
  const contacts = () =>
    db.from("job_contact_reveals").select("job_id", head).eq("provider_id", userId);
  const reviews = () =>
    db.from("feedback").select("id", head).eq("provider_id", userId).eq("is_public", true);
  const counts = await Promise.all([
    enquiries(),
    enquiries().gte("created_at", since),
    contacts(),
    contacts().gte("revealed_at", since),
    reviews(),
    reviews().gte("created_at", since),
  ]);
  for (const { error } of counts) if (error) throw error;
  const gain = (at: number): Gain => ({
    total: counts[at]?.count ?? 0,
    recent: counts[at + 1]?.count ?? 0,
  });
  return { enquiries: gain(0), contacts: gain(2), reviews: gain(4) };
};

/** How many free years are left for this provider: none for a person who has had theirs; null if unknown. */
export const loadFreeYearsLeft = async (db: Db, userId: string): Promise<number | null> => {
  const [left, used] = await Promise.all([
    couponsLeft(db, FREE_YEAR_COUPON),
    db.from("coupon_redemptions").select("code").eq("user_id", userId).maybeSingle(),
  ]);
  return used.data ? 0 : left;
};
