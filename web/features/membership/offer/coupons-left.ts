import type { Db } from "#web/session/database.ts";

/** How many redemptions of a coupon are left; null if unknown. */
export const couponsLeft = async (db: Db, code: string): Promise<number | null> => {
  const { data, error } = await db.rpc("coupon_remaining", { coupon_code: code }, { get: true });
  return error ? null : data;
};
