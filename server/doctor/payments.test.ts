import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { examined } from "#tests/examined.ts";
import { checkMailServer } from "./mail.ts";
import { checkPayments, WEBHOOK_EVENTS } from "./payments.ts";

test.each([
  ["trial", ["Stripe: not set", "Mail: SMTP_URL is not set"]],
  // The settings' own line says it: what a trial does without is missing.
  ["live", []],
])("says what a site without payments and mail does: %s", async (mode, whats) => {
  const site = examined({ SITE_MODE: mode });
  const findings = [...(await checkPayments(site)), ...(await checkMailServer(site))];
  expect(findings.map(({ what }) => what)).toEqual(whats);
});

test("the events that the webhook must send are those that its function acts on", () => {
  const source = readFileSync(
    new URL("../../supabase/functions/stripe-webhook/event.ts", import.meta.url),
    "utf8",
  );
  const handled = [...source.matchAll(/case "([a-z_.]+)":/g)].map(([, event]) => event);
  expect([...WEBHOOK_EVENTS].sort()).toEqual(handled.sort());
});
