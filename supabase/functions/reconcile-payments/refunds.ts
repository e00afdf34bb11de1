import type Stripe from "stripe";
import type { Db } from "../_shared/database.ts";
import { counts, isOurs, recordRefund } from "../_shared/refund.ts";
import type { Report } from "./reconcile.ts";

/** Refunds in one call; each difference costs several calls to the provider. */
const PAGE = 20;

/**
 * Checks one page of the provider's refunds, newest first, and writes those that differ in the database;
 * with `checkOnly` it only counts them. Safe to repeat.
 */
export const reconcileRefunds = async (
  stripe: Stripe,
  db: Db,
  { after, checkOnly }: { after: string | null; checkOnly: boolean },
): Promise<Report> => {
  const page = await stripe.refunds.list({
    limit: PAGE,
    ...(after ? { starting_after: after } : {}),
  });
  const { data } = await db
    .rpc("recorded_refunds", { p_ids: page.data.map(({ id }) => id) })
    .throwOnError();
  const recorded = new Map(data.map(({ id, pence }) => [id, pence]));
  const report: Report = { checked: 0, differences: [], receipts: 0, refunds: 0, next: null };
  for (const refund of page.data) {
    if (recorded.get(refund.id) === (counts(refund) ? refund.amount : undefined)) continue;
    if (!(await isOurs(stripe, db, refund))) continue;
    if (!checkOnly) await recordRefund(stripe, db, refund.id);
    report.refunds += 1;
  }
  report.next = page.has_more ? (page.data.at(-1)?.id ?? null) : null;
  return report;
};
