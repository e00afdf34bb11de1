import { describePrice, type QuotePrice, quoteState, VAT, type Vat } from "#domain/jobs-quotes.ts";
import { formatDay } from "#domain/values/dates.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

type Facts = QuotePrice & {
  vat: string;
  earliest_start: string | null;
  valid_until: string;
};

/** The price with how VAT applies: '£250, plus VAT'. */
export const priceWithVat = (quote: QuotePrice & { vat: string }): string => {
  const vat = VAT[quote.vat as Vat];
  return quote.price_type === "after_visit"
    ? describePrice(quote)
    : `${describePrice(quote)}, ${vat}`;
};

/** What quotes are compared by, in the same order in each. */
export const QuoteFacts = ({
  quote,
  more = [],
}: {
  quote: Facts;
  /** Further terms with their values. */
  more?: readonly (readonly [string, string])[];
}) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dt]:text-ink-soft">
    <dt>Price</dt>
    <dd className="text-base font-semibold">{describePrice(quote)}</dd>
    <dt>VAT</dt>
    <dd className="first-letter:uppercase">{VAT[quote.vat as Vat]}</dd>
    <dt>Earliest start</dt>
    <dd>{quote.earliest_start ? formatDay(quote.earliest_start) : "To be agreed"}</dd>
    <dt>Valid until</dt>
    <dd>{formatDay(quote.valid_until)}</dd>
    {more.map(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term}:`}>{value}</dd>])}
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
