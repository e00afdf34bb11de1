import Stripe from "stripe";
import type { PlanId } from "#domain/membership-plans.ts";
import { optional, required } from "./environment.ts";

const STRIPE_ORIGIN = "https://api.stripe.com";

/** Milliseconds, of which the caller's browser waits at most a few times. */
const TIMEOUT = 15_000;

/**
 * The payment provider's own library. `STRIPE_API_URL` puts another address (which may have a path)
 * before `/v1`; the test checkout lives at one.
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

/** The price that a plan is sold at. */
export const priceOf = (plan: PlanId): string =>
  required(plan === "yearly" ? "STRIPE_PRICE_YEARLY" : "STRIPE_PRICE_MONTHLY");

/** The id of something that the provider gives as an id or as the whole thing. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  (typeof thing === "string" ? thing : thing?.id) ?? null;

/** Whether the provider says that there is no such thing (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
