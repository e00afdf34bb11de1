import { FunctionsFetchError, FunctionsHttpError } from "@supabase/supabase-js";
import { expect, it, vi } from "vitest";
import { faultOf, NETWORK_ISSUE } from "#domain/site/faults.ts";
import { OUR_FAULT } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { cancelSubscription, portalAddress } from "./subscription.ts";

vi.mock("#web/session/session.ts", () => ({ refreshSession: async () => ({}) }));

const CANCELLED = {
  data: {
    subscription_tier: "yearly",
    subscription_end: "2999-01-01T00:00:00Z",
    live_until: "2999-01-01T00:00:00Z",
    cancel_at_period_end: true,
    promo_code: null,
  },
  error: null,
};

/** A member who has cancelled, and a function with given responses. */
const service = (response: unknown) =>
  ({
    functions: { invoke: async () => response },
    from: (table: string) => ({
      select: () => ({
        eq: () => ({
          maybeSingle: () => ({ throwOnError: async () => CANCELLED }),
          order: () => ({ limit: () => ({ throwOnError: async () => ({ data: [], table }) }) }),
        }),
      }),
    }),
  }) as unknown as Db;

const refusal = (status: number, body: unknown) => ({
  data: null,
  error: new FunctionsHttpError(Response.json(body, { status })),
});
const cut = { data: null, error: new FunctionsFetchError(new TypeError("Failed to fetch")) };

it("gives the portal's address, or why there is none", async () => {
  const portal = (response: unknown) => portalAddress(service(response));
  const url = "https://pay.example/portal";
  expect(await portal({ data: { url }, error: null })).toEqual({ url });
  const words = "There is no membership to manage.";
  const bodies = [{}, null, { url: "" }, { url: 7 }, { url: "javascript:alert(1)" }];
  for (const [response, why] of [
    [refusal(500, { message: "Stripe fell over" }), OUR_FAULT],
    [cut, NETWORK_ISSUE],
    [refusal(404, { code: "no_membership", message: words }), words],
    ...bodies.map((data) => [{ data, error: null }, "No portal URL returned"] as const),
  ] as const)
    expect(await portal(response)).toEqual({ refusal: why });
});

it("cancels in the function's words or ours, and fails in the specification's", async () => {
  const cancel = (response: unknown) => cancelSubscription(service(response), "one");
  expect(await cancel({ data: {}, error: null })).toBe("Subscription cancelled (will not renew)");
  expect(await cancel({ data: { message: "Done" }, error: null })).toBe("Done");
  const words = "Failed to cancel subscription";
  for (const [response, message] of [
    [refusal(500, {}), OUR_FAULT],
    [refusal(409, { code: "no_subscription", message: "Other words" }), "Other words"],
    [cut, NETWORK_ISSUE],
  ] as const) {
    const error = await cancel(response).catch((thrown: unknown) => thrown);
    expect(faultOf(error, words).message).toBe(message);
  }
});
