import { ACCOUNT_LABELS } from "./accounts.ts";
import type { Lifecycle } from "./values/lifecycle.ts";

/** Days that a member whose renewal failed is still a member while the payment provider tries again. */
export const GRACE_DAYS = 7;

export type MembershipState = "active" | "ending" | "free" | "ended";

const MEMBER = ACCOUNT_LABELS.provider;
const PAYMENTS = "the payment provider's signed webhook";
const CLOCK = "the clock";

/** The lifecycle of a membership, as stored in `subscribers` (P-11 and P-12). */
export const MEMBERSHIP_LIFECYCLE: Lifecycle<MembershipState> = {
  noun: "Membership",
  about:
    "Live are active, ending and free. Only the signed webhook, the coupon and the clock move it; what a member asks for comes back through the webhook.",
  states: {
    active: "Paid, and renews at its end.",
    ending: "Paid, and will not renew.",
    free: "A coupon's year: ends by itself and is never charged.",
    ended: "Over. Everything is kept, nothing is shown.",
  },
  events: [
    ...([null, "free", "ended"] as const).map((from) => ({
      name: "pay",
      from,
      to: "active" as const,
      by: [MEMBER, PAYMENTS],
      says:
        from === "free"
          ? "What was left of the free year is kept."
          : "Begins when the webhook says so, not when the browser does.",
    })),
    ...([null, "ended"] as const).map((from) => ({
      name: "redeem",
      from,
      to: "free" as const,
      by: [MEMBER],
      says: "Once an account, while the coupon is offered.",
    })),
    {
      name: "renew",
      from: "active",
      to: "active",
      by: [PAYMENTS],
      says: "A new period, a receipt; a fortnight before a yearly one a reminder.",
    },
    {
      name: "payment fails",
      from: "active",
      to: "active",
      by: [PAYMENTS],
      says: `Live for ${GRACE_DAYS} more days while the payment provider tries again; the member is told.`,
    },
    {
      name: "cancel",
      from: "active",
      to: "ending",
      by: [MEMBER],
      says: "Stays live to the end of what is paid.",
    },
    { name: "keep", from: "ending", to: "active", by: [MEMBER], says: "It renews after all." },
    {
      name: "change plan",
      from: "active",
      to: "active",
      by: [MEMBER],
      says: "The payment provider credits what is left of the old one.",
    },
    ...(["active", "ending", "free"] as const).map((from) => ({
      name: "end",
      from,
      to: "ended" as const,
      by: from === "active" ? [PAYMENTS] : [PAYMENTS, CLOCK],
      says:
        from === "active"
          ? "When the payment provider gave up a late payment."
          : "At its end, by itself; the member is told.",
    })),
  ],
};

interface Row {
  subscribed: boolean;
  subscription_end: Date | string | null;
  cancel_at_period_end: boolean;
  promo_code: string | null;
}

/** The state of a row of `subscribers` at a given time; null for a person who never was a member. */
export const membershipState = (
  row: Row | null | undefined,
  now = Date.now(),
): MembershipState | null => {
  if (!row?.subscription_end) return null;
  const live = row.subscribed && new Date(row.subscription_end).getTime() > now;
  if (!live) return "ended";
  if (row.promo_code) return "free";
  return row.cancel_at_period_end ? "ending" : "active";
};
