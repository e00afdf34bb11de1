import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import { membershipFrom } from "./membership.ts";

beforeAll(() => {
  const prices: Record<string, string> = {
    STRIPE_PRICE_MONTHLY: "price_m",
    STRIPE_PRICE_YEARLY: "price_y",
  };
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => prices[name] } } });
});

const START = 1_800_000_000;
const END = START + 30 * 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const subscription = (
  change: object = {},
  price: object = { id: "price_m", currency: "gbp", unit_amount: 299 },
) =>
  ({
    id: "sub_1",
    customer: "cus_1",
    status: "active",
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    items: { data: [{ price, current_period_start: START, current_period_end: END }] },
    ...change,
  }) as unknown as Stripe.Subscription;

it("a subscription that is active lasts to the end of its period", () => {
  expect(membershipFrom(subscription())).toEqual({
    customer: "cus_1",
    subscription: "sub_1",
    live: true,
    trial: false,
    overdue: false,
    tier: "monthly",
    endsAt: iso(END),
    cancels: false,
    pence: 299,
  });
});

it.each(["canceled", "incomplete", "incomplete_expired", "unpaid", "paused", "invented"])(
  "a subscription that is %s is no membership",
  (status) => expect(membershipFrom(subscription({ status })).live).toBe(false),
);

it("a subscription whose renewal failed has seven days of the new period, not the whole of it", () => {
  expect(membershipFrom(subscription({ status: "past_due" }))).toMatchObject({
    live: true,
    endsAt: iso(START + 7 * 86_400),
  });
});

it("a subscription that ended early ended then", () => {
  const ended = { status: "canceled", ended_at: START + 5 };
  expect(membershipFrom(subscription(ended))).toMatchObject({
    live: false,
    endsAt: iso(START + 5),
  });
});

it("a subscription ends by the flag or by a moment that was set instead", () => {
  expect(membershipFrom(subscription({ cancel_at_period_end: true })).cancels).toBe(true);
  expect(membershipFrom(subscription({ cancel_at: END })).cancels).toBe(true);
});

it("a subscription is yearly by our price or by any price of a year", () => {
  expect(membershipFrom(subscription({}, { id: "price_y" })).tier).toBe("yearly");
  const older = { id: "price_old", recurring: { interval: "year" } };
  expect(membershipFrom(subscription({}, older)).tier).toBe("yearly");
});

it("a subscription without an item is a fault, not a membership", () => {
  expect(() => membershipFrom(subscription({ items: { data: [] } }))).toThrow();
});
