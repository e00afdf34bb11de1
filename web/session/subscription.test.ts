import { expect, it } from "vitest";
import { NO_SUBSCRIPTION, toSubscription } from "./subscription.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const row = {
  subscription_tier: "yearly",
  subscription_end: "2027-01-01T00:00:00Z",
  live_until: "2027-01-01T00:00:00Z" as string | null,
  cancel_at_period_end: false,
  promo_code: null,
  grant_reason: null,
};

it("a subscription is none without a row", () => {
  expect(toSubscription(null, now)).toEqual(NO_SUBSCRIPTION);
});

it("a subscription is free by a coupon or a grant", () => {
  expect(toSubscription(row, now).free).toBe(false);
  expect(toSubscription({ ...row, promo_code: "FIRST100" }, now).free).toBe(true);
  expect(toSubscription({ ...row, grant_reason: "A gift" }, now).free).toBe(true);
});

it("a subscription is live until its end", () => {
  expect(toSubscription(row, now)).toMatchObject({ isSubscribed: true, tier: "yearly" });
  expect(toSubscription(row, Date.parse("2027-01-01T00:00:00Z"))).toMatchObject({
    isSubscribed: false,
    tier: "none",
    expiresAt: row.subscription_end,
  });
});

it("a subscription treats any tier but yearly as monthly", () => {
  expect(toSubscription({ ...row, subscription_tier: "weekly" }, now).tier).toBe("monthly");
});

it("a subscription is over where it was ended, whatever its end", () => {
  expect(toSubscription({ ...row, live_until: null }, now).isSubscribed).toBe(false);
});

it("a subscription goes on for the day that a renewal may be late", () => {
  const renewing = { ...row, live_until: "2027-01-02T00:00:00Z" };
  expect(toSubscription(renewing, Date.parse("2027-01-01T23:59:00Z")).isSubscribed).toBe(true);
  expect(toSubscription(renewing, Date.parse("2027-01-02T00:00:00Z")).isSubscribed).toBe(false);
});
