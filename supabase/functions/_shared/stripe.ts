import Stripe from "stripe";
import type { PlanId } from "#domain/membership-plans.ts";
import { optional, required } from "./environment.ts";

const STRIPE_ORIGIN = "https://api.stripe.com";

/** Milliseconds; the caller's browser waits for this a few times at most. */
const TIMEOUT = 15_000;

/**
 * The payment provider's own library. `STRIPE_API_URL` puts another address (which may have a path) before
 * `/v1`, as for the test checkout.
 */
export const payments = (): Stripe => {
  const base = optional("STRIPE_API_URL")?.replace(/\/+$/, "");
  const reroute: typeof fetch = (input, init) =>
    fetch(base ? String(input).replace(STRIPE_ORIGIN, base) : input, init);
  return new Stripe(required("STRIPE_SECRET_KEY"), {
    httpClient: Stripe.createFetchHttpClient(reroute),
    maxNetworkRetries: 2,
    telemetry: false,
    timeout: TIMEOUT,
  });
};

/** The id of a plan's price at the payment provider. */
export const stripePriceId = (plan: PlanId): string =>
  required(plan === "yearly" ? "STRIPE_PRICE_YEARLY" : "STRIPE_PRICE_MONTHLY");

/** The id of an object that the provider returns as an id or whole. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  (typeof thing === "string" ? thing : thing?.id) ?? null;

/** Whether the provider says that the object does not exist (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
