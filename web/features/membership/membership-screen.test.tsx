import type { User } from "@supabase/supabase-js";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { DEFAULT_PLANS, type Plans } from "#domain/membership-plans.ts";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { NO_SUBSCRIPTION } from "#web/session/subscription.ts";
import { MembershipScreen } from "./membership-screen.tsx";

const show = (state: object | null, plans: Plans = DEFAULT_PLANS) => {
  const Stub = createRoutesStub([
    {
      id: "root",
      path: "/membership",
      Component: () => (
        <MembershipScreen user={{ id: "u" } as User} subscription={NO_SUBSCRIPTION} />
      ),
    },
  ]);
  const loaderData = { root: { settings: { ...DEFAULT_SETTINGS, plans } } };
  return renderToStaticMarkup(
    <Stub initialEntries={[{ pathname: "/membership", state }]} hydrationData={{ loaderData }} />,
  );
};

it("offers a month and a year, the year first, chosen, and with what it saves", () => {
  const html = show(null);
  const text = html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  expect(text).toMatch(/Yearly Best value £20\.00 per year £35\.88 Save £15\.88, over 40%/);
  expect(text).toMatch(/Monthly £2\.99 per month/);
  expect(html).toContain("<s>£35.88</s>");
  expect(html.match(/<input[^>]*type="radio"[^>]*value="yearly"[^>]*>/)?.[0]).toContain(
    'checked=""',
  );
  expect(html.match(/<input[^>]*type="radio"[^>]*value="monthly"[^>]*>/)?.[0]).not.toContain(
    'checked=""',
  );
  expect(text).toContain("Continue to Payment");
});

it("says over only where the saving is more than the round figure", () => {
  const pence = { monthly: 250, yearly: 1800 };
  const html = show(
    null,
    DEFAULT_PLANS.map((plan) => ({ ...plan, pence: pence[plan.id] })),
  );
  expect(html.replace(/<[^>]+>/g, "")).toContain("Save £12.00, 40%");
});

it("accepts no coupon while none is typed", () => {
  expect(show(null)).toMatch(/<button[^>]*disabled=""[^>]*>Apply<\/button>/);
});

it("explains why the visitor was sent here", () => {
  const words = "The page you asked for is for Solutionz Providers with a membership.";
  expect(show({ redirectReason: "subscription_required" })).toContain("Subscription required");
  expect(show({ redirectReason: "subscription_required" })).toContain(words);
  expect(show({ redirectReason: "other" })).not.toContain(words);
});
