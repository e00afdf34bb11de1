import { useCallback } from "react";
import { FREE_YEAR_COUPON, type Plans, priceOfMembership } from "#domain/membership/plans.ts";
import type { Db } from "#web/session/database.ts";
import { useSettings } from "#web/session/settings.ts";
import { useLoaded } from "#web/session/use-loaded.ts";

/** How many redemptions of the free year's coupon are left; null if unknown. */
export const couponsLeft = async (db: Db): Promise<number | null> => {
  const coupon = { coupon_code: FREE_YEAR_COUPON };
  const { data, error } = await db.rpc("coupon_remaining", coupon, { get: true });
  return error ? null : data;
};

/** How many free years are left for this provider: none for a person who has had theirs; null if unknown. */
export const loadFreeYearsLeft = async (db: Db, userId: string): Promise<number | null> => {
  const [left, used] = await Promise.all([
    couponsLeft(db),
    db.from("coupon_redemptions").select("code").eq("user_id", userId).maybeSingle(),
  ]);
  return used.data ? 0 : left;
};

/** What a membership costs, in one sentence; the prices alone if it is not known how many free years are left. */
export const membershipOffer = (freeYearsLeft: number | null, plans: Plans): string =>
  freeYearsLeft
    ? `Your first year is free, no card needed. After that it's ${priceOfMembership(plans)}, only if you choose a plan.`
    : `Membership costs ${priceOfMembership(plans)}.`;

/** How many free years are left for this provider: null if unknown, undefined until it is loaded. */
export const useFreeYearsLeft = (userId: string): number | null | undefined => {
  const load = useCallback(
    async (db: Db) => ({ freeYearsLeft: await loadFreeYearsLeft(db, userId) }),
    [userId],
  );
  const { loaded } = useLoaded(load);
  if (loaded === null) return undefined;
  return loaded === "failed" ? null : loaded.freeYearsLeft;
};

/** The sentence for this provider, once it is known what is free for them. */
export const useMembershipOffer = (userId: string): string | null => {
  const { plans } = useSettings();
  const left = useFreeYearsLeft(userId);
  return left === undefined ? null : membershipOffer(left, plans);
};
