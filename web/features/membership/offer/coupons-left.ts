import { FREE_YEAR_COUPON } from "#domain/membership/plans.ts";
import type { Db } from "#web/session/database.ts";

/** How many redemptions of a coupon are left; null if unknown. */
export const couponsLeft = async (db: Db, code: string): Promise<number | null> => {
  const { data, error } = await db.rpc("coupon_remaining", { coupon_code: code }, { get: true });
  return error ? null : data;
};

/** How many free years are left for this provider: none for a person who has had theirs; null if unknown. */
export const loadFreeYearsLeft = async (db: Db, userId: string): Promise<number | null> => {
  const [left, used] = await Promise.all([
    couponsLeft(db, FREE_YEAR_COUPON),
    db.from("coupon_redemptions").select("code").eq("user_id", userId).maybeSingle(),
  ]);
  return used.data ? 0 : left;
};
