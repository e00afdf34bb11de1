// Receives the payment provider's events about subscriptions, and writes the membership.
import Stripe from "stripe";
import { asService } from "../_shared/database.ts";
import { required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, logFault, posted, readText } from "../_shared/http.ts";
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

/** Records how a call ended, for the admins' screen Health; a call never fails because of that. */
const record = async (outcome: { p_error?: string; p_refused?: boolean }): Promise<void> => {
  const { error } = await asService().rpc("record_webhook", { p_name: "stripe", ...outcome });
  if (error) logFault("stripe-webhook", new Error(error.message));
};

const handle = async (stripe: Stripe, event: Stripe.Event): Promise<Response> => {
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
};

Deno.serve(
  posted("stripe-webhook", async (request) => {
    const stripe = payments();
    let event: Stripe.Event;
    try {
      event = await verified(stripe, request);
    } catch (error) {
      if (error instanceof Refusal && error.code === "bad_signature")
        await record({ p_refused: true });
      throw error;
    }
    try {
      const response = await handle(stripe, event);
      await record({});
      return response;
    } catch (error) {
      await record({ p_error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }),
);
