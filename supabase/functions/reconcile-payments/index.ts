// Compares the payment provider's subscriptions, invoices and refunds with the database, and repairs the
// database. The webhook keeps them equal; this covers events that it never received.
import Stripe from "stripe";
import { requireService } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { payments } from "../_shared/stripe.ts";
import { type Report, reconcile } from "./reconcile.ts";
import { reconcileRefunds } from "./refunds.ts";

/** The prefix of `after` once all subscriptions were checked. */
const REFUNDS = "refunds:";

const page = async (after: string, checkOnly: boolean): Promise<Report> => {
  if (after.startsWith(REFUNDS)) {
    const last = after.slice(REFUNDS.length) || null;
    const report = await reconcileRefunds(payments(), asService(), { after: last, checkOnly });
    return { ...report, next: report.next && REFUNDS + report.next };
  }
  const report = await reconcile(payments(), asService(), { after: after || null, checkOnly });
  return { ...report, next: report.next ?? REFUNDS };
};

Deno.serve(
  posted("reconcile-payments", async (request) => {
    requireService(request);
    const { after, checkOnly } = await readObject(request);
    try {
      const report = await page(typeof after === "string" ? after : "", checkOnly === true);
      for (const { member, subscription, changes, mended } of report.differences) {
        // The daily run reports only to the log.
        if (!mended) console.warn(`${member} ${subscription}: ${changes.join("; ")}`);
      }
      return json(report);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw cause instanceof Stripe.errors.StripeConnectionError
        ? new Refusal("payment_failed", { cause, message: "Stripe could not be reached" })
        : new Refusal("payment_failed", { cause });
    }
  }),
);
