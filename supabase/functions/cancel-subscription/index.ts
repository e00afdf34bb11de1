// Ends a membership at the end of the paid period; until then it is live (P-11).
import { CANCELLED } from "#domain/membership/checkout-messages.ts";
import { formatLongDay } from "#domain/values/dates.ts";
import { requireCaller } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted } from "../_shared/http.ts";
import { memberOf } from "../_shared/member.ts";
import { isMissing, payments } from "../_shared/stripe.ts";

Deno.serve(
  posted("cancel-subscription", async (request) => {
    const caller = await requireCaller(request);
    const member = await memberOf(asService(), caller.id);
    if (!member.subscription) {
      // A coupon's year has no subscription behind it: there is nothing to cancel.
      if (!member.live || !member.endsAt) throw new Refusal("no_subscription");
      const ends = formatLongDay(member.endsAt);
      return json({
        cancelAtPeriodEnd: true,
        endsAt: member.endsAt,
        message: `Your free membership ends on ${ends}. You won't be charged.`,
      });
    }
    try {
      // The webhook that follows writes the database, as for every other change.
      await payments().subscriptions.update(member.subscription, { cancel_at_period_end: true });
    } catch (cause) {
      throw new Refusal(isMissing(cause) ? "no_subscription" : "payment_failed", { cause });
    }
    return json({
      cancelAtPeriodEnd: true,
      endsAt: member.endsAt,
      message: CANCELLED,
    });
  }),
);
