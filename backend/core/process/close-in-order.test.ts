import { expect, test } from "vitest";
import { closeAll } from "./close-in-order.ts";

test("closing runs every step once, the last first, and reports the first failure at the end", async () => {
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
