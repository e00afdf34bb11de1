// Begins a membership: with a coupon at once, otherwise with a checkout page of the payment provider. With
// `afterwards` it is a plan for the time after a free one: nothing is charged before that ends (P-46).
import { isPlanId } from "#domain/membership/plans.ts";
import { limitAttempts } from "../_shared/attempts.ts";
import { requireCaller } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { sitePage } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { type Member, memberOf } from "../_shared/member.ts";
import { payments, verifiedPrice } from "../_shared/stripe.ts";
import { redeemCoupon } from "./coupon.ts";
import { customerFor } from "./customer.ts";
import { checkoutUrl, closeCheckouts, PAID_PAGE, refuseSecondSubscription } from "./session.ts";

/** Codes that one account may try. */
const COUPON_ATTEMPTS = { most: 10, seconds: 3600 };

/** Seconds before its start at which a plan can be chosen at the latest; the payment provider's own limit. */
const SHORTEST_WAIT = 48 * 60 * 60;

/** When a plan begins that is chosen during free time: at its end, and never a second before. */
const startAfter = (member: Member): number => {
  if (!member.live || member.endsAt === null) throw new Refusal("free_time_over");
  if (member.subscription) throw new Refusal("already_subscribed");
  const end = Math.ceil(Date.parse(member.endsAt) / 1000);
  if (end < Date.now() / 1000 + SHORTEST_WAIT) throw new Refusal("free_time_ending");
  return end;
};

/** A typed coupon, null if there is none; anything but a short text is refused. */
const couponOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" || value.length > 60) throw new Refusal("bad_coupon");
  return value.trim() || null;
};

Deno.serve(
  posted("create-checkout", async (request) => {
    const caller = await requireCaller(request);
    const { plan, couponCode, afterwards } = await readObject(request);
    if (caller.accountType !== "provider") throw new Refusal("not_a_provider");
    if (!isPlanId(plan)) throw new Refusal("bad_plan");
    const coupon = couponOf(couponCode);
    const db = asService();
    const member = await memberOf(db, caller.id);
    const startsAt = afterwards === true ? startAfter(member) : null;
    if (member.live && startsAt === null) throw new Refusal("already_subscribed");
    try {
      if (coupon && startsAt === null) {
        await limitAttempts(db, "coupon", { account: caller.id }, COUPON_ATTEMPTS);
        if (member.customer) {
          await refuseSecondSubscription(payments(), member.customer);
          await closeCheckouts(payments(), member.customer);
        }
        await redeemCoupon(db, coupon, caller.id);
        return json({ url: sitePage(PAID_PAGE) });
      }
      const stripe = payments();
      const price = await verifiedPrice(stripe, db, plan);
      const customer = await customerFor(stripe, db, caller, member.customer);
      const checkout = { userId: caller.id, customer, plan, price: price.id, startsAt };
      return json({ url: await checkoutUrl(stripe, checkout) });
    } catch (cause) {
      throw cause instanceof Refusal ? cause : new Refusal("payment_failed", { cause });
    }
  }),
);
