import { expect, it } from "vitest";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import { NETWORK_ISSUE, ReadableError } from "#domain/site/faults.ts";
import { checkoutFailure } from "./checkout.ts";
import { REDIRECT_PAUSE } from "./use-payment-return.ts";

it("leads to the profile a second and a half after the payment, and shows the message for four", () => {
  expect([REDIRECT_PAUSE, PROFILE_TOAST_MS]).toEqual([1500, 4000]);
});

it.each([
  [
    "Sorry, the FIRST100 offer has already been fully claimed.",
    "Sorry, the FIRST100 offer has already been fully claimed.",
    true,
  ],
  ["coupon fully claimed", "Sorry, the FIRST100 offer has already been fully claimed.", true],
  ["You already have an active subscription.", "You already have an active subscription.", false],
  ["No checkout URL returned", "No checkout URL returned", false],
  ["", "Failed to process payment", false],
])("a failed checkout %j is described as %j", (message, text, dropCoupon) => {
  expect(checkoutFailure(new ReadableError(message))).toEqual({ text, dropCoupon });
});

it.each([
  [new TypeError("Failed to fetch"), NETWORK_ISSUE],
  [new Error("Bad Gateway"), "Failed to process payment"],
])("a failed checkout of %j is described in our own words", (error, text) => {
  expect(checkoutFailure(error)).toEqual({ text, dropCoupon: false });
});
