import Stripe from "stripe";
import { plansOf } from "#domain/membership/plan-setting.ts";
import { DEFAULT_PLANS, type Plan, type Plans, priceProblem } from "#domain/membership/plans.ts";
import { type Check, type Finding, fault, ok, reasonOf, warning } from "./findings.ts";

/** The events that `supabase/functions/stripe-webhook` acts on. */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "refund.created",
  "refund.updated",
  "refund.failed",
] as const;

const ORIGIN = "https://api.stripe.com";

/** Seconds by which the clock may differ. Stripe's signatures are refused after five minutes. */
const CLOCK = { odd: 30, broken: 240 };

/** What the running site sells; the original plans if it cannot be asked. */
const shownPlans = async (siteUrl: string): Promise<Plans> => {
  const read = async (url: string, headers?: HeadersInit): Promise<unknown> => {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(3_000),
      ...(headers && { headers }),
    });
    return response.json();
  };
  try {
    const { supabaseUrl, anonKey } = (await read(`${siteUrl}/config.json`)) as Record<
      string,
      string
    >;
    const rows = await read(`${supabaseUrl}/rest/v1/site_settings?key=eq.plans&select=value`, {
      apikey: anonKey ?? "",
    });
    return plansOf((rows as { value: unknown }[])[0]?.value);
  } catch {
    return DEFAULT_PLANS;
  }
};

const checkPrice = async (stripe: Stripe, plan: Plan, configured: string): Promise<Finding> => {
  const name = plan.id === "monthly" ? "STRIPE_PRICE_MONTHLY" : "STRIPE_PRICE_YEARLY";
  const source = plan.priceId ? `price of the ${plan.label} in /admin/settings` : name;
  try {
    const problem = priceProblem(plan, await stripe.prices.retrieve(plan.priceId || configured));
    return problem
      ? fault(
          `Stripe: ${source}: ${problem}`,
          "Nobody can buy this plan. Create a price at Stripe with this sum and period, and set its id",
        )
      : ok(`Stripe: ${source} is active and charges what the site shows`);
  } catch (error) {
    return fault(
      `Stripe: ${source}: ${reasonOf(error)}`,
      "Set it to the id of a price of the same account and mode (test or live) as STRIPE_SECRET_KEY",
    );
  }
};

const checkWebhook = async (stripe: Stripe, siteUrl: string): Promise<Finding> => {
  const url = `${siteUrl}/functions/v1/stripe-webhook`;
  const listed = await stripe.webhookEndpoints
    .list({ limit: 100 })
    .catch((error: unknown) => error as Error);
  if (listed instanceof Error)
    return warning(
      `Stripe: webhooks could not be listed: ${reasonOf(listed)}`,
      `Check at Stripe that one leads to ${url}, or let the key read webhook endpoints`,
    );
  const hook = listed.data.find((each) => each.url === url);
  if (!hook)
    return fault(
      "Stripe: no webhook leads to this site",
      `Create one to ${url}, and set STRIPE_WEBHOOK_SECRET`,
    );
  if (hook.status !== "enabled")
    return fault("Stripe: the webhook is disabled", "Enable it at Stripe");
  const given = new Set<string>(hook.enabled_events);
  const missing = given.has("*") ? [] : WEBHOOK_EVENTS.filter((event) => !given.has(event));
  return missing.length > 0
    ? fault(
        `Stripe: the webhook does not send ${missing.join(", ")}`,
        "Add these events to it at Stripe",
      )
    : ok("Stripe: the webhook leads to this site and sends every event that it needs");
};

const checkClock = (date: string | undefined, now: number): Finding[] => {
  const seconds = Math.round(Math.abs(now - Date.parse(date ?? "")) / 1000);
  if (!Number.isFinite(seconds)) return [];
  if (seconds < CLOCK.odd) return [ok("Clock: right")];
  const todo =
    "Switch on time synchronisation (timedatectl set-ntp true): links and signatures expire by the clock";
  return [(seconds < CLOCK.broken ? warning : fault)(`Clock: ${seconds} seconds off`, todo)];
};

/** The key, both prices and the webhook at Stripe; its response also shows the time. */
export const checkPayments: Check = async ({ config, siteUrl, stripeApi, now }) => {
  const { STRIPE_SECRET_KEY: key, SITE_MODE } = config;
  if (!key)
    // A live site's missing key has a line among the settings.
    return SITE_MODE === "live"
      ? []
      : [warning("Stripe: not set", "Payments are a test: set the STRIPE_ settings to take money")];
  const findings: Finding[] = [];
  if (SITE_MODE === "live" && /^.k_test_/.test(key))
    findings.push(
      fault(
        "Stripe: STRIPE_SECRET_KEY is a test key",
        "Set the live key: a test key takes no money",
      ),
    );
  let date: string | undefined;
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(
      stripeApi ? String(input).replace(ORIGIN, stripeApi) : input,
      init,
    );
    date ??= response.headers.get("date") ?? undefined;
    return response;
  };
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(send),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 8_000,
  });
  try {
    await stripe.balance.retrieve();
    findings.push(ok("Stripe: STRIPE_SECRET_KEY is accepted"));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return [
        ...findings,
        fault(
          "Stripe: STRIPE_SECRET_KEY is refused",
          "Copy the secret key from Stripe's dashboard again",
        ),
        ...checkClock(date, now()),
      ];
    // A restricted key need not read the balance.
    if (!(error instanceof Stripe.errors.StripePermissionError))
      return [
        ...findings,
        fault(
          `Stripe: ${reasonOf(error)}`,
          "Check that this machine may connect to api.stripe.com",
        ),
      ];
  }
  const configured = { monthly: config.STRIPE_PRICE_MONTHLY, yearly: config.STRIPE_PRICE_YEARLY };
  const plans = (await shownPlans(siteUrl)).filter(({ offered }) => offered);
  findings.push(
    ...(await Promise.all([
      ...plans.flatMap((plan) => {
        const id = configured[plan.id] ?? plan.priceId;
        return id ? [checkPrice(stripe, plan, id)] : [];
      }),
      checkWebhook(stripe, siteUrl),
    ])),
    ...checkClock(date, now()),
  );
  return findings;
};
