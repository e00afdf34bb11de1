import Stripe from "stripe";
import { plansOf } from "#domain/membership/plan-setting.ts";
import {
  type Plan,
  type PlanId,
  type Plans,
  planIn,
  priceProblem,
} from "#domain/membership/plans.ts";
import type { Db } from "./database.ts";
import { optional, required } from "./environment.ts";
import { Refusal } from "./errors.ts";

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

/** The plans as admins set them; the browser never says what something costs. */
const plansOnSale = async (db: Db): Promise<Plans> => {
  const { data } = await db
    .from("site_settings")
    .select("value")
    .eq("key", "plans")
    .maybeSingle()
    .throwOnError();
  return plansOf(data?.value);
};

/** Why a plan cannot be sold at its price, as a sentence for admins; null if it can. */
export const problemOf = async (stripe: Stripe, plan: Plan): Promise<string | null> => {
  try {
    return priceProblem(plan, await stripe.prices.retrieve(plan.priceId || stripePriceId(plan.id)));
  } catch (error) {
    if (!isMissing(error)) throw error;
    return `The price of “${plan.label}” does not exist at Stripe`;
  }
};

/** The price of a plan on sale and its sum, after asking the provider whether it charges what the site shows. */
export const verifiedPrice = async (
  stripe: Stripe,
  db: Db,
  id: PlanId,
): Promise<{ id: string; pence: number }> => {
  const plan = planIn(await plansOnSale(db), id);
  if (!plan.offered) throw new Refusal("plan_not_offered");
  const problem = await problemOf(stripe, plan);
  if (problem) throw new Refusal("price_differs", { cause: new Error(problem) });
  return { id: plan.priceId || stripePriceId(id), pence: plan.pence };
};

/** The configuration's price of a plan. */
export const stripePriceId = (plan: PlanId): string =>
  required(plan === "yearly" ? "STRIPE_PRICE_YEARLY" : "STRIPE_PRICE_MONTHLY");

/** The id of an object that the provider returns as an id or whole. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  (typeof thing === "string" ? thing : thing?.id) ?? null;

/** Whether the provider says that the object does not exist (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
