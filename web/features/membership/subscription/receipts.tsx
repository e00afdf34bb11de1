import { formatPaid } from "#domain/membership/plans.ts";
import { formatDay } from "#domain/values/dates.ts";
import type { Receipt } from "./subscription.ts";

/** Payments for the membership, newest first. */
export const Receipts = ({ receipts }: { receipts: Receipt[] }) => {
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" className="mb-3 text-xl">
        Receipts
      </h2>
      {receipts.length === 0 && (
        <p className="text-ink-soft">You'll find a receipt here after each payment.</p>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {receipts.map((receipt) => (
          <li key={receipt.id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-3">
            <time dateTime={receipt.paid_at} className="w-28">
              {formatDay(receipt.paid_at)}
            </time>
            <span className="w-20 font-semibold tabular-nums">
              {formatPaid(receipt.pence, receipt.currency)}
            </span>
            <span className="text-sm text-ink-soft">{receipt.number}</span>
            {receipt.receipt_url && (
              <a href={receipt.receipt_url} rel="noreferrer" className="link ml-auto">
                Open receipt<span className="sr-only"> of {formatDay(receipt.paid_at)}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
