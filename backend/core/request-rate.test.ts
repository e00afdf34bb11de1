import { expect, test } from "vitest";
import { createRequestRate } from "./request-rate.ts";

test("requests count in their own second and in the next, and then no more", () => {
  let now = 0;
  const rate = createRequestRate(() => now);
  expect(rate.perSecond()).toBe(0);
  for (let request = 0; request < 5; request++) rate.count();
  now = 999;
  expect(rate.perSecond()).toBe(5);
  now = 1_000;
  rate.count();
  expect(rate.perSecond()).toBe(5);
  now = 2_000;
  expect(rate.perSecond()).toBe(1);
  now = 3_000;
  expect(rate.perSecond()).toBe(0);
  rate.count();
  now = 60_000;
  expect(rate.perSecond()).toBe(0);
});
