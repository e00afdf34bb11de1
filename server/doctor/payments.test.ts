import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "./payments.ts";

test("the events that the webhook must send are those that its function acts on", () => {
  const source = readFileSync(
    new URL("../../supabase/functions/stripe-webhook/event.ts", import.meta.url),
    "utf8",
  );
  const handled = [...source.matchAll(/case "([a-z_.]+)":/g)].map(([, event]) => event);
  expect([...WEBHOOK_EVENTS].sort()).toEqual(handled.sort());
});
