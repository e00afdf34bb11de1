import type Stripe from "stripe";
import { expect, it } from "vitest";
import { invoiceFor, refundOf } from "#tests/examples/refunds.ts";
import { queryOf } from "#tests/query.ts";
import type { Db } from "../_shared/database.ts";
import { reconcileRefunds } from "./refunds.ts";

const refund = (id: string, status = "succeeded", payment_intent = "pi_ours") =>
  refundOf({ id, status, payment_intent });
const LISTED = [
  refund("re_known"),
  refund("re_missed"),
  refund("re_failed_unheard", "failed"),
  refund("re_failed", "failed"),
  refund("re_of_another_product", "succeeded", "pi_theirs"),
];
const RECORDED = [
  { id: "re_known", pence: 299 },
  { id: "re_failed_unheard", pence: 299 },
];

/** A provider with these refunds, and a database that has received some. */
const between = (has_more = false) => {
  const written: [string, boolean][] = [];
  const updates: object[] = [];
  const stripe = {
    refunds: {
      list: async (page: object) => {
        updates.push(page);
        return { data: LISTED, has_more };
      },
      retrieve: async (id: string) => LISTED.find((one) => one.id === id),
    },
    invoicePayments: {
      list: async ({ payment }: { payment: { payment_intent: string } }) => {
        const what = payment.payment_intent === "pi_ours" ? "membership" : "another product";
        return { data: [{ invoice: invoiceFor(what) }] };
      },
    },
  } as unknown as Stripe;
  const db = {
    rpc: (name: string, row: { p_id: string; p_counts: boolean }) => {
      if (name === "recorded_refunds") return queryOf({ data: RECORDED });
      written.push([row.p_id, row.p_counts]);
      return queryOf({ data: null });
    },
  } as unknown as Db;
  return { stripe, db, written, updates };
};

it("writes what the webhook missed, removes what has failed since, and leaves the rest", async () => {
  const { stripe, db, written } = between();
  const report = await reconcileRefunds(stripe, db, { after: null, checkOnly: false });
  expect(report).toMatchObject({ refunds: 2, next: null });
  expect(written).toEqual([
    ["re_missed", true],
    ["re_failed_unheard", false],
  ]);
});

it("only counts in a dry run, and continues page by page", async () => {
  const { stripe, db, written, updates } = between(true);
  const report = await reconcileRefunds(stripe, db, { after: "re_0", checkOnly: true });
  expect(report).toMatchObject({ refunds: 2, next: "re_of_another_product" });
  expect(written).toEqual([]);
  expect(updates).toEqual([{ limit: 20, starting_after: "re_0" }]);
});
