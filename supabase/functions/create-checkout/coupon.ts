import type { Db } from "../_shared/database.ts";
import { Refusal, type RefusalCode } from "../_shared/errors.ts";

/** The errors of `redeem_coupon`, by code and then by text. */
const refusalFor = (code: string, message: string): RefusalCode | null => {
  if (code === "42501") return "not_a_provider";
  if (code === "PT400") return "bad_coupon";
  if (code !== "PT409") return null;
  if (message.includes("fully claimed")) return "coupon_claimed";
  return message.includes("active subscription") ? "already_subscribed" : "coupon_used";
};

/**
 * Gives the coupon's membership, counted and decided in one transaction of the database (P-12). Refuses
 * with the database's message.
 */
export const redeemCoupon = async (db: Db, coupon: string, memberId: string): Promise<void> => {
  const { error } = await db.rpc("redeem_coupon", { coupon_code: coupon, member_id: memberId });
  if (!error) return;
  const refusal = refusalFor(error.code, error.message);
  if (!refusal) throw new Refusal("unavailable", { cause: error });
  throw new Refusal(refusal, { message: error.message, cause: error });
};
