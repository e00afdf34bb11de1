import type { ReactNode } from "react";
import {
  describePrice,
  describePriceWithVat,
  type QuotePrice,
  quoteState,
  VAT,
  type Vat,
  WITH_VAT,
} from "#domain/jobs/quotes.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";

interface Facts {
  earliest_start: string | null;
  valid_until: string;
}

/** The price with how VAT applies: '£250, plus VAT'. */
export const priceWithVat = (quote: QuotePrice & { vat: string }): string => {
  const vat = VAT[quote.vat as Vat];
  return quote.price_type === "after_visit"
    ? describePrice(quote)
    : `${describePrice(quote)}, ${vat}`;
};

/** What a quote is best at among those beside it. */
export type Best = "price" | "start" | "distance";

/** No badge, which is for states. */
const Mark = ({ children }: { children: ReactNode }) => (
  <span className="ml-2 text-sm font-semibold text-success">{children}</span>
);

/**
 * The price, large: to the client what they pay, to its provider (`mine`) what they asked for, with the VAT that
 * comes to it; below it the other.
 */
export const QuotePriceLine = ({
  quote,
  best = false,
  mine = false,
}: {
  quote: QuotePrice & { vat: string };
  /** Lower than all others. */
  best?: boolean;
  mine?: boolean;
}) => {
  const price = describePrice(quote);
  const paid = describePriceWithVat(quote);
  const vat = VAT[quote.vat as Vat];
  const whole = quote.price_type === "fixed" ? "in total, " : "";
  const below = !paid
    ? `${whole}${vat}`
    : mine
      ? `${paid} ${WITH_VAT}`
      : `${whole}${WITH_VAT} (${price} ${vat})`;
  return (
    <div className={mine ? undefined : "w-full"}>
      <p>
        <span className="font-display text-xl font-bold">{mine ? price : (paid ?? price)}</span>
        {mine && paid && <span> {vat}</span>}
        {best && <Mark>Lowest</Mark>}
      </p>
      {quote.price_type !== "after_visit" && <p className="text-sm text-ink-soft">{below}</p>}
    </div>
  );
};

/** What quotes are compared by beside the price, in the same order in each. */
export const QuoteFacts = ({
  quote,
  miles = null,
  best = [],
  inline = false,
}: {
  quote: Facts;
  /** From the provider to the job. */
  miles?: number | null;
  best?: readonly Best[];
  /** In one line where there is room. */
  inline?: boolean;
}) => (
  <dl
    className={cx(
      "grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm [&_dt]:text-ink-soft",
      inline && "sm:self-center lg:flex",
    )}
  >
    <dt>{"Earliest\u00a0start"}</dt>
    <dd className="pr-4">
      <span>{quote.earliest_start ? formatUnbrokenDay(quote.earliest_start) : "To be agreed"}</span>
      {best.includes("start") && <Mark>Soonest</Mark>}
    </dd>
    <dt>{"Valid\u00a0until"}</dt>
    <dd>{formatUnbrokenDay(quote.valid_until)}</dd>
    {miles !== null && (
      <>
        <dt>Distance</dt>
        <dd>
          <span>{miles === 1 ? "1 mile" : `${miles} miles`}</span>
          {best.includes("distance") && <Mark>Nearest</Mark>}
        </dd>
      </>
    )}
  </dl>
);

const TONES: Record<ReturnType<typeof quoteState>, BadgeTone> = {
  Accepted: "success",
  Declined: "danger",
  Withdrawn: "neutral",
  "Not chosen": "neutral",
  Expired: "warning",
  Waiting: "info",
};

export const QuoteBadge = ({
  quote,
  jobStatus,
  hired = false,
  toDecide = false,
}: {
  quote: { state: string; expired: boolean };
  jobStatus?: string;
  /** Its provider has the job, perhaps without the quote having been accepted. */
  hired?: boolean;
  /** Shown to the client: what waits for their own decision needs no badge. */
  toDecide?: boolean;
}) => {
  if (hired && quote.state !== "accepted") return <Badge tone="success">Hired</Badge>;
  const state = quoteState(quote, jobStatus);
  if (toDecide && state === "Waiting") return null;
  return <Badge tone={TONES[state]}>{state}</Badge>;
};
