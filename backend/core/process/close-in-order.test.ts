import { expect, test } from "vitest";
import { closeAll } from "./close-in-order.ts";

test("every step of a close runs once, the last first, and the first failure is heard at the end", async () => {
  const ran: string[] = [];
  const steps = ["pool", "mail", "service"].map((name) => async () => {
    ran.push(name);
    if (name !== "pool") throw new Error(name);
  });
  await expect(closeAll(steps)).rejects.toThrow("service");
  expect(ran).toEqual(["service", "mail", "pool"]);
  await closeAll(steps);
  expect(ran).toHaveLength(3);
});
