import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import { queryOf } from "#tests/query.ts";
import type { Db } from "../_shared/database.ts";
import { applyEvent } from "./apply.ts";

beforeAll(() => {
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => name.toLowerCase() } } });
});

const MEMBER = "4f6b8a52-0000-4000-8000-000000000001";

const state = (cancels: boolean) => ({
  id: "sub_1",
  customer: "cus_1",
  status: "active",
  metadata: { user_id: MEMBER },
  cancel_at: null,
  cancel_at_period_end: cancels,
  ended_at: null,
  items: { data: [{ price: { id: "p" }, current_period_start: 1, current_period_end: 2 }] },
});

/** Returns one state after the other, then always the last, and records what is written. */
const between = (states: boolean[], outcome = "applied") => {
  const written: { event_id: string; cancels: boolean }[] = [];
  const stripe = {
    subscriptions: {
      retrieve: async () => state(states.length > 1 ? Boolean(states.shift()) : Boolean(states[0])),
    },
  } as unknown as Stripe;
  const db = {
    rpc: (_name: string, row: { event_id: string; cancels: boolean }) => {
      written.push({ event_id: row.event_id, cancels: row.cancels });
      return queryOf({ data: outcome });
    },
  } as unknown as Db;
  return { stripe, db, written };
};

const EVENT = { id: "evt_1", type: "customer.subscription.updated", created: 1 } as Stripe.Event;

it("writes once when the state does not change", async () => {
  const { stripe, db, written } = between([false]);
  expect(await applyEvent(stripe, db, EVENT, "sub_1")).toBe("applied");
  expect(written).toEqual([{ event_id: "evt_1", cancels: false }]);
});

it("writes again when the state changed while it was written", async () => {
  const { stripe, db, written } = between([false, true]);
  await applyEvent(stripe, db, EVENT, "sub_1");
  expect(written).toEqual([
    { event_id: "evt_1", cancels: false },
    { event_id: "evt_1/2", cancels: true },
  ]);
});

it("leaves it to the newer event when its own is stale", async () => {
  const { stripe, db, written } = between([false, true], "stale");
  expect(await applyEvent(stripe, db, EVENT, "sub_1")).toBe("stale");
  expect(written).toHaveLength(1);
});

it("gives up, to be sent again, when the state never stops changing", async () => {
  const { stripe, db } = between([false, true, false, true, false, true]);
  await expect(applyEvent(stripe, db, EVENT, "sub_1")).rejects.toMatchObject({
    code: "unavailable",
  });
});
