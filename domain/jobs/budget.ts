import { plainDigits } from "#domain/values/numbers.ts";

/** A budget as parse_budget() of the database read it from a person's own words (P-23). Pence. */
export interface Budget {
  min: number | null;
  max: number | null;
  /** Null: no number was found. */
  type: string | null;
}

export const PENCE_PER_POUND = 100;

/** A budget as it is shown: a bare number with the sign that everybody reads it with, "£400" for "400". */
export const withPoundSign = (budget: string): string =>
  plainDigits(budget)
    .trim()
    .replace(/^(?!0\d)\d[\d,' ]*(?:\.\d+)?$/, "£$&");

const pounds = (pence: number): string =>
  `£${(pence / PENCE_PER_POUND).toLocaleString("en-GB", {
    minimumFractionDigits: pence % PENCE_PER_POUND === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  })}`;

/** The result in a sentence, so that the writer can check it. */
export const describeBudget = ({ min, max, type }: Budget): string => {
  if (type === null) {
    return "We couldn't read an amount, so this job won't appear in budget filters.";
  }
  const unit = type === "hourly" ? " an hour" : "";
  const amount =
    max === null
      ? `${pounds(min ?? 0)}${unit} or more`
      : min === null
        ? `up to ${pounds(max)}${unit}`
        : `${min === max ? "" : `${pounds(min)} to `}${pounds(max)}${unit}`;
  return `We understand this as ${amount}.`;
};
