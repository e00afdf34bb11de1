import { describe, expect, it } from "vitest";
import { checkoutFailure } from "./checkout.ts";

describe("a failed checkout", () => {
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
  ])("%j is told as %j", (message, text, dropCoupon) => {
    expect(checkoutFailure(message)).toEqual({ text, dropCoupon });
  });
});
