import { z } from "zod";
import { penceOf } from "#domain/providers/prices.ts";
import { dayAhead } from "#domain/values/dates.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { MOST_PICTURES } from "#domain/values/media.ts";
import { formatPounds } from "#domain/values/money.ts";
import { requiredText } from "#domain/values/texts.ts";

/** The kinds of price of a quote; the database has the same list. */
export const PRICE_TYPES = {
  fixed: "A fixed price",
  range: "A price range",
  hourly: "A price per hour",
  after_visit: "After a visit",
} as const;
export type PriceType = keyof typeof PRICE_TYPES;

/** How VAT applies to a quote; the database has the same list. */
export const VAT = {
  included: "VAT included",
  added: "plus VAT",
  not_registered: "no VAT",
} as const;
export type Vat = keyof typeof VAT;
/** How many days ahead its last day may be, and what the form suggests. */
export const MOST_VALID_DAYS = 180;
const USUAL_VALID_DAYS = 30;

const LOWEST_PENCE = 100;
const PRICE_NEEDED = "Enter an amount from £1 to £1,000,000";

const isPrice = (typed: string): boolean => (penceOf(typed) ?? 0) >= LOWEST_PENCE;

/** The form of a quote; the database has the same rules. */
export const quoteSchema = z
  .object({
    message: requiredText("Describe what you offer", LIMITS.job_quotes.message),
    priceType: z.enum(Object.keys(PRICE_TYPES) as [PriceType, ...PriceType[]]),
    priceMin: z.string(),
    priceMax: z.string(),
    vat: z.enum(Object.keys(VAT) as [Vat, ...Vat[]]),
    earliestStart: z.string(),
    validUntil: z.string().min(1, "Choose a last day"),
    pictures: z.array(z.string()).max(MOST_PICTURES),
  })
  .superRefine(({ priceType, priceMin, priceMax }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (priceType === "after_visit") return;
    if (!isPrice(priceMin)) refuse("priceMin", PRICE_NEEDED);
    if (priceType !== "range") return;
    if (!isPrice(priceMax)) refuse("priceMax", PRICE_NEEDED);
    else if ((penceOf(priceMax) ?? 0) <= (penceOf(priceMin) ?? 0))
      refuse("priceMax", "Enter more than the lowest price");
  });
export type QuoteValues = z.output<typeof quoteSchema>;

export interface QuotePrice {
  price_type: string;
  price_min: number | null;
  price_max: number | null;
}

const sum = (pence: number | null): string => formatPounds(pence ?? 0);

/** The price of a quote: '£250', '£250 to £300', '£25 an hour', 'After a visit'. */
export const describePrice = ({ price_type, price_min, price_max }: QuotePrice): string => {
  if (price_type === "after_visit") return PRICE_TYPES.after_visit;
  if (price_type === "range") return `${sum(price_min)} to ${sum(price_max)}`;
  return price_type === "hourly" ? `${sum(price_min)} an hour` : sum(price_min);
};

/** The usual rate, in hundredths. A few kinds of work have a lower one, so what it gives names the rate. */
const STANDARD_VAT = 20;

const withVat = (pence: number): number => Math.round((pence * (100 + STANDARD_VAT)) / 100);

/** How a price is named to which VAT was added. */
export const WITH_VAT = `including ${STANDARD_VAT}% VAT`;

/** What a price to which VAT is added comes to; null for any other. */
export const describePriceWithVat = (quote: QuotePrice & { vat: string }): string | null => {
  if (quote.vat !== "added" || quote.price_min === null) return null;
  const [price_min, price_max] = [withVat(quote.price_min), withVat(quote.price_max ?? 0)];
  return describePrice({ ...quote, price_min, price_max });
};

/** What is paid at least and at most, VAT included; null if the price is agreed after a visit. */
const rangePaid = ({ price_min, price_max, vat }: QuotePrice & { vat: string }) => {
  if (price_min === null) return null;
  const paid = (pence: number) => (vat === "added" ? withVat(pence) : pence);
  return { least: paid(price_min), most: paid(price_max ?? price_min) };
};

/** The least that is paid by any of several quotes, VAT included: 'from £72'; null if they cannot be compared. */
export const describeFrom = (quotes: readonly (QuotePrice & { vat: string })[]): string | null => {
  const priced = quotes.flatMap((quote) => {
    const paid = rangePaid(quote);
    return paid ? [{ hourly: quote.price_type === "hourly", least: paid.least }] : [];
  });
  const [first] = priced;
  if (!first || priced.length < 2 || priced.some(({ hourly }) => hourly !== first.hourly))
    return null;
  const least = Math.min(...priced.map((one) => one.least));
  return `from ${formatPounds(least)}${first.hourly ? " an hour" : ""}`;
};

type Compared = QuotePrice & {
  provider_id: string;
  vat: string;
  earliest_start: string | null;
  miles: number | null;
};

/** Whose value is less than all others'; null if that cannot be said. */
const leastOf = <T extends number | string>(
  quotes: readonly Compared[],
  factOf: (quote: Compared) => T | null,
): string | null => {
  const known = quotes.flatMap((quote) => {
    const value = factOf(quote);
    return value === null ? [] : [{ id: quote.provider_id, value }];
  });
  const [first, second] = known.toSorted((a, b) => (a.value < b.value ? -1 : 1));
  return first && second && first.value < second.value ? first.id : null;
};

/** Whose price at its highest is not above any other at its lowest; null if that is none's, or several'. */
const lowestOf = (quotes: readonly Compared[]): string | null => {
  const priced = quotes.flatMap((quote) => {
    const paid = rangePaid(quote);
    return paid ? [{ id: quote.provider_id, hourly: quote.price_type === "hourly", ...paid }] : [];
  });
  // A price per hour says nothing beside one for all of the work.
  if (priced.length < 2 || new Set(priced.map(({ hourly }) => hourly)).size > 1) return null;
  const lowest = priced.filter((one) =>
    priced.every((other) => other === one || one.most <= other.least),
  );
  return lowest.length === 1 ? (lowest[0]?.id ?? null) : null;
};

/** Which provider's quote has the lowest price, the soonest start and the shortest way. */
export const bestOf = (quotes: readonly Compared[]) => ({
  price: lowestOf(quotes),
  start: leastOf(quotes, ({ earliest_start }) => earliest_start),
  distance: leastOf(quotes, ({ miles }) => miles),
});

/** The state of a quote in a word; an undecided one may have expired, or somebody else was hired. */
export const quoteState = (
  { state, expired }: { state: string; expired: boolean },
  jobStatus = "open",
): "Accepted" | "Declined" | "Withdrawn" | "Not chosen" | "Expired" | "Waiting" => {
  if (state === "accepted") return "Accepted";
  if (state === "declined") return "Declined";
  if (state === "withdrawn") return "Withdrawn";
  if (jobStatus === "hired" || jobStatus === "done") return "Not chosen";
  return expired ? "Expired" : "Waiting";
};

/** What a form writes into the database. */
export const quoteColumns = (values: QuoteValues) => ({
  message: values.message,
  price_type: values.priceType,
  price_min: values.priceType === "after_visit" ? null : penceOf(values.priceMin),
  price_max: values.priceType === "range" ? penceOf(values.priceMax) : null,
  vat: values.vat,
  earliest_start: values.earliestStart || null,
  valid_until: values.validUntil,
  pictures: values.pictures,
});

const typed = (pence: number | null): string =>
  pence === null ? "" : (pence / 100).toFixed(pence % 100 === 0 ? 0 : 2);

/** The day unless it is past: the database refuses such a day. */
const unlessPast = (day: string | null): string | null => (day && day >= dayAhead(0) ? day : null);

/** What the form begins with: the quote that was sent, or a new one. */
export const quoteValues = (
  quote:
    | (QuotePrice & {
        message: string;
        vat: string;
        earliest_start: string | null;
        valid_until: string;
        pictures: string[];
      })
    | null,
): QuoteValues => ({
  message: quote?.message ?? "",
  priceType: (quote?.price_type ?? "fixed") as PriceType,
  priceMin: typed(quote?.price_min ?? null),
  priceMax: typed(quote?.price_max ?? null),
  vat: (quote?.vat ?? "included") as Vat,
  earliestStart: unlessPast(quote?.earliest_start ?? null) ?? "",
  validUntil: unlessPast(quote?.valid_until ?? null) ?? dayAhead(USUAL_VALID_DAYS),
  pictures: quote?.pictures ?? [],
});
