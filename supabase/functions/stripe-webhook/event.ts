import type Stripe from "stripe";
import { idOf } from "../_shared/stripe.ts";

/** Invoices from endpoints with an older version of the provider's API have it at the top level. */
const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | null => {
  const older = (invoice as { subscription?: string | { id: string } | null }).subscription;
  return idOf(invoice.parent?.subscription_details?.subscription) ?? idOf(older);
};

/** The subscription that an event concerns, or null if the membership does not depend on the event. */
export const subscriptionOf = (event: Stripe.Event): string | null => {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return idOf(event.data.object.subscription);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return event.data.object.id;
    case "invoice.paid":
    case "invoice.payment_failed":
      return subscriptionOfInvoice(event.data.object);
    default:
      return null;
  }
};

/** The refund that an event concerns, or null. */
export const refundOf = (event: Stripe.Event): string | null => {
  switch (event.type) {
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return event.data.object.id;
    default:
      return null;
  }
};
