import type Stripe from "stripe";
import type { Caller } from "../_shared/caller.ts";
import type { Db } from "../_shared/database.ts";
import { isMissing } from "../_shared/stripe.ts";

/** Whether the customer of an earlier purchase can be used again. */
const exists = async (stripe: Stripe, customer: string): Promise<boolean> => {
  try {
    return !(await stripe.customers.retrieve(customer)).deleted;
  } catch (error) {
    // A different payment account than before, for example after leaving test mode.
    if (isMissing(error)) return false;
    throw error;
  }
};

/**
 * The member's customer at the payment provider: the existing one, or a new one that is stored in
 * `subscribers`. Two calls at once get the same one, because the key names the one they replace.
 */
export const customerFor = async (
  stripe: Stripe,
  db: Db,
  caller: Caller,
  before: string | null,
): Promise<string> => {
  if (before && (await exists(stripe, before))) return before;
  const { id } = await stripe.customers.create(
    { email: caller.email, name: caller.name, metadata: { user_id: caller.id } },
    { idempotencyKey: `customer:${caller.id}:${before ?? "first"}` },
  );
  await db
    .from("subscribers")
    .upsert({ user_id: caller.id, email: caller.email, payment_customer: id })
    .throwOnError();
  return id;
};
