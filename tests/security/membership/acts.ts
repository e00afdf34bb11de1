import Stripe from "stripe";
import { expect } from "vitest";
import type { FunctionName, Functions, Person } from "#tests/functions.ts";

export const YEARLY = {
  plan: "yearly",
  couponCode: null,
  returnUrl: "https://evil.example/?success=true",
};

/** What tests of the membership do and look at. */
export const membershipActs = (functionsOf: () => Functions) => ({
  /** How a function refuses somebody. */
  async refusal(person: Person | null, name: FunctionName, body: unknown = YEARLY) {
    const { status, body: refused } = await functionsOf().answerTo(person, name, body);
    return { status, code: refused.code, error: refused.error };
  },
  async memberRow(id: string) {
    const { data, error } = await functionsOf()
      .service.from("subscribers")
      .select("*")
      .eq("user_id", id)
      .maybeSingle();
    if (error) throw error;
    return data;
  },
  async checkoutUrl(person: Person, body: object = YEARLY): Promise<string> {
    const given = await functionsOf().answerTo<{ url: string }>(person, "create-checkout", body);
    expect(given.status).toBe(200);
    return given.body.url;
  },
  /** Gives the plans to sell; the original ones for null. */
  setPlans: (value: unknown) =>
    functionsOf().sql("update public.site_settings set value = $1 where key = 'plans'", [
      JSON.stringify(value),
    ]),
  /** Changes what the payment provider says of a subscription, without its telling anybody. */
  quietly: (id: string, change: object) =>
    functionsOf().sql("update _test_checkout.things set body = body || $2::jsonb where id = $1", [
      id,
      JSON.stringify(change),
    ]),
  /** The payment provider's message, as it signs it. */
  async signed(
    event: object | string,
    { secret = functionsOf().env.STRIPE_WEBHOOK_SECRET ?? "", timestamp = now() } = {},
  ) {
    const payload = typeof event === "string" ? event : JSON.stringify(event);
    const given = { payload, secret, timestamp };
    return { payload, header: await Stripe.webhooks.generateTestHeaderStringAsync(given) };
  },
  async deliver({ payload, header }: { payload: string; header?: string }) {
    const response = await functionsOf().call("stripe-webhook", {
      headers: header ? { "stripe-signature": header } : {},
      body: payload,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  },
});

/** The second that it is. */
export const now = () => Math.floor(Date.now() / 1000);

export const eventOf = (
  type: string,
  object: object,
  { created = now() + 5, id = crypto.randomUUID() } = {},
) => ({ id: `evt_${id}`, object: "event", created, type, livemode: false, data: { object } });
