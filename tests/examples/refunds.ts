export const PAYER = "4f6b8a52-0000-4000-8000-000000000001";

/** A refund as the provider of payments has it. */
export const refundOf = (facts: object) => ({
  id: "re_1",
  amount: 299,
  currency: "gbp",
  created: 1_800_000_000,
  status: "succeeded",
  payment_intent: "pi_1",
  ...facts,
});

/** What it was paid for: a membership, or what another product of the same account sold. */
export const invoiceFor = (what: "membership" | "another product") => ({
  id: "in_1",
  lines: { data: [] },
  customer: null,
  parent: {
    subscription_details: { metadata: what === "membership" ? { user_id: PAYER } : {} },
  },
});
