import { ACCOUNT_LABELS } from "./accounts.ts";
import type { Lifecycle } from "./values/lifecycle.ts";

type CouponState = "offered" | "claimed" | "withdrawn";

/** The lifecycle of a coupon, as stored in `coupons` (P-12). */
export const COUPON_LIFECYCLE: Lifecycle<CouponState> = {
  noun: "Coupon",
  about: "FIRST100 is one. How many are left is counted in the transaction that gives one.",
  states: {
    offered: "Switched on, and some are left.",
    claimed: "As many were given as there are.",
    withdrawn: "Switched off: the code is unknown to whoever tries it.",
  },
  events: [
    { name: "offer", from: null, to: "offered", by: ["the operator"], says: "With a number." },
    {
      name: "redeem",
      from: "offered",
      to: "offered",
      by: [`${ACCOUNT_LABELS.provider} without a membership`],
      says: "Once an account, for ever.",
    },
    {
      name: "redeem the last",
      from: "offered",
      to: "claimed",
      by: [`${ACCOUNT_LABELS.provider} without a membership`],
      says: "It ends by itself.",
    },
    ...(["offered", "claimed"] as const).map((from) => ({
      name: "withdraw",
      from,
      to: "withdrawn" as const,
      by: ["the operator"],
      says: "Years that were given stay.",
    })),
    {
      name: "offer again",
      from: "withdrawn",
      to: "offered",
      by: ["the operator"],
      says: "With what is left, or more.",
    },
  ],
};

/** The state of a row of `coupons`. */
export const couponState = (row: {
  is_active: boolean;
  redeemed: number;
  max_redemptions: number;
}): CouponState =>
  !row.is_active ? "withdrawn" : row.redeemed >= row.max_redemptions ? "claimed" : "offered";
