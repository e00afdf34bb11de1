// Reverses a cancellation, or moves a member to the other plan. The payment provider calculates the cost or
// credit of a change; the webhook that follows writes the database.
import { isPlanId, type PlanId } from "#domain/membership/plans.ts";
import { requireCaller } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { memberOf } from "../_shared/member.ts";
import { isMissing, payments, verifiedPrice } from "../_shared/stripe.ts";

/** `seen` is the sum that the member saw: the card is charged at once, without another page that shows it. */
const changeTo = async (id: string, plan: PlanId, seen: unknown): Promise<void> => {
  const stripe = payments();
  const { items, status, trial_end } = await stripe.subscriptions.retrieve(id);
  const [item] = items.data;
  if (!item) throw new Error("The subscription has no item");
  const price = await verifiedPrice(stripe, asService(), plan);
  if (item.price.id === price.id) throw new Refusal("same_plan");
  if (price.pence !== seen) throw new Refusal("price_changed");
  await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: price.id }],
    // A member who changes the plan wants to continue.
    cancel_at_period_end: false,
    // A plan that has not begun is exchanged, and still begins on its day.
    ...(status === "trialing" && trial_end
      ? { trial_end, proration_behavior: "none" as const }
      : { proration_behavior: "create_prorations" as const }),
    // Not changed at all if the card does not pay for the change.
    payment_behavior: "error_if_incomplete",
  });
};

Deno.serve(
  posted("change-subscription", async (request) => {
    const caller = await requireCaller(request);
    const { plan, pence, resume } = await readObject(request);
    if (resume !== true && !isPlanId(plan)) throw new Refusal("bad_plan");
    const member = await memberOf(asService(), caller.id);
    if (!member.subscription || !member.live) throw new Refusal("no_subscription");
    try {
      if (isPlanId(plan)) await changeTo(member.subscription, plan, pence);
      else {
        await payments().subscriptions.update(member.subscription, { cancel_at_period_end: false });
      }
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw new Refusal(isMissing(cause) ? "no_subscription" : "payment_failed", { cause });
    }
    return json({ changed: true });
  }),
);
