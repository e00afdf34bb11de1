import { expect, test } from "vitest";
import { createDeliveries } from "./deliveries.ts";
import { LIMITS } from "./limits.ts";

const ONE = "192.0.2.1";

test("a network's messages are charged for each member, and others are not concerned", () => {
  let now = 0;
  const deliveries = createDeliveries({ now: () => now });
  expect(deliveries.take(ONE, LIMITS.deliveryBurst)).toBe(true);
  expect(deliveries.take(ONE, 1)).toBe(false);
  expect(deliveries.take("192.0.2.2", 100)).toBe(true);
  now = 1000;
  deliveries.inspect(now);
  expect(deliveries.take(ONE, LIMITS.deliveries + 1)).toBe(false);
  expect(deliveries.take(ONE, LIMITS.deliveries)).toBe(true);
});

test("messages to many leave turns to others, those to few do not wait", async () => {
  const deliveries = createDeliveries({ now: () => 0 });
  expect(deliveries.turnFor(2)).toBeUndefined();
  let isOther = false;
  const turn = deliveries.turnFor(100);
  setImmediate(() => {
    isOther = true;
  });
  await turn;
  await deliveries.turnFor(100);
  expect(isOther).toBe(true);
});
