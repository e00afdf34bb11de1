// Receives the payment provider's events about subscriptions, and writes the membership.
import Stripe from "stripe";
import { asService } from "../_shared/database.ts";
import { required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readText } from "../_shared/http.ts";
import { recordRefund } from "../_shared/refund.ts";
import { payments } from "../_shared/stripe.ts";
import { applyEvent } from "./apply.ts";
import { refundOf, subscriptionOf } from "./event.ts";
import { recordInvoice } from "./invoice.ts";

/** Bytes; the provider's largest events stay well below. */
const EVENT_LIMIT = 512_000;

/** The greatest age of a signature, in seconds. */
const TOLERANCE = 300;

const verified = async (stripe: Stripe, request: Request): Promise<Stripe.Event> => {
  const signature = request.headers.get("stripe-signature");
  if (!signature) throw new Refusal("bad_signature");
  const payload = await readText(request, EVENT_LIMIT);
  const secret = required("STRIPE_WEBHOOK_SECRET");
  try {
    return await stripe.webhooks.constructEventAsync(
      payload,
      signature,
      secret,
      TOLERANCE,
      Stripe.createSubtleCryptoProvider(),
    );
  } catch (cause) {
    throw new Refusal("bad_signature", { cause });
  }
};

Deno.serve(
  posted("stripe-webhook", async (request) => {
    const stripe = payments();
    const event = await verified(stripe, request);
    const refund = refundOf(event);
    if (refund) {
      return json({ received: true, outcome: await recordRefund(stripe, asService(), refund) });
    }
    const subscription = subscriptionOf(event);
    if (!subscription) return json({ received: true, outcome: "ignored" });
    // Any failure from here on responds with 5xx, and the provider sends the event again.
    const db = asService();
    const outcome = await applyEvent(stripe, db, event, subscription);
    await recordInvoice(db, event);
    return json({ received: true, outcome });
  }),
);
