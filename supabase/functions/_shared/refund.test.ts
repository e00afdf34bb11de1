import type Stripe from "stripe";
import { expect, it } from "vitest";
import { invoiceFor, refundOf } from "#tests/examples/refunds.ts";
import { queryOf } from "#tests/query.ts";
import type { Db } from "./database.ts";
import { recordRefund } from "./refund.ts";

/** A provider whose refund goes through these states, and the rows that are written. */
const between = (states: object[], paid: object | null = invoiceFor("membership")) => {
  const written: Record<string, unknown>[] = [];
  const stripe = {
    refunds: { retrieve: async () => (states.length > 1 ? states.shift() : states[0]) },
    invoicePayments: { list: async () => ({ data: paid ? [{ invoice: paid }] : [] }) },
  } as unknown as Stripe;
  const db = {
    rpc: (_name: string, row: Record<string, unknown>) => {
      written.push(row);
      return queryOf({ data: null });
    },
  } as unknown as Db;
  return { stripe, db, written };
};

it("writes the state, once if nothing changes", async () => {
  const { stripe, db, written } = between([refundOf({})]);
  expect(await recordRefund(stripe, db, "re_1")).toBe("refunded");
  expect(written).toEqual([
    {
      p_id: "re_1",
      p_refunded_at: "2027-01-15T08:00:00.000Z",
      p_pence: 299,
      p_currency: "gbp",
      p_counts: true,
    },
  ]);
});

it.each([
  ["without an invoice", null],
  ["of another product", invoiceFor("another product")],
  ["of an invoice that is gone", { id: "in_1", deleted: true }],
])("leaves a refund %s alone", async (_what, paid) => {
  const { stripe, db, written } = between([refundOf({})], paid);
  expect(await recordRefund(stripe, db, "re_1")).toBe("not ours");
  expect(written).toEqual([]);
});

it("gives up where the state never rests, so that the provider sends the event again", async () => {
  const { stripe, db } = between(
    [1, 2, 3, 4, 5].map((amount) => refundOf({ status: "pending", amount })),
  );
  await expect(recordRefund(stripe, db, "re_1")).rejects.toMatchObject({ code: "unavailable" });
});
