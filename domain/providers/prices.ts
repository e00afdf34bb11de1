import { LIMITS } from "#domain/values/limits.ts";
import { formatPounds } from "#domain/values/money.ts";
import { plainDigits } from "#domain/values/numbers.ts";

/** The units of a price; the database has the same list (`services.price_unit`). */
export const SERVICE_UNITS = {
  hour: "an hour",
  day: "a day",
  job: "a job",
  item: "an item",
  "square metre": "a square metre",
} as const;

const PRICE = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/;

/** '£45', '1,200' or '45.50' in pence; null if it is not an amount. */
export const penceOf = (typed: string): number | null => {
  const [, pounds, pence = ""] = PRICE.exec(plainDigits(typed).trim()) ?? [];
  if (pounds === undefined) return null;
  const sum = Number(pounds.replaceAll(",", "")) * 100 + Number(pence.padEnd(2, "0"));
  return sum > 0 && sum <= LIMITS.services.price_pence ? sum : null;
};

/** 'From £45 an hour', the typed words, or nothing. */
export const priceLabel = (service: {
  price_pence: number | null;
  price_text: string | null;
  unit: string | null;
}): string => {
  if (service.price_pence === null) return service.price_text ?? "";
  return `From ${amountLabel(service.price_pence, service.unit)}`;
};

/** '£45 an hour'. */
export const amountLabel = (pence: number, unit: string | null | undefined): string => {
  return [formatPounds(pence), unitLabel(unit)].filter(Boolean).join(" ");
};

/** 'an hour'; nothing for a price that is for no unit. */
export const unitLabel = (unit: string | null | undefined): string =>
  SERVICE_UNITS[unit as keyof typeof SERVICE_UNITS] ?? "";

/** The service with the lowest price; undefined if none has a price. */
export const cheapestOf = <Service extends { price_pence: number | null }>(
  services: readonly Service[],
): (Service & { price_pence: number }) | undefined =>
  services
    .filter((one): one is Service & { price_pence: number } => one.price_pence !== null)
    .toSorted((a, b) => a.price_pence - b.price_pence)[0];

/** An amount becomes pence with its unit; other words are unchanged: 'Free quote', '£20-£30'. */
export const priceColumns = ({ price, unit }: { price: string; unit: string }) => {
  const pence = penceOf(price);
  return pence === null
    ? { price_pence: null, price_text: price || null, unit: null }
    : { price_pence: pence, price_text: null, unit: unit || null };
};
