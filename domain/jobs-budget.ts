/** A budget as parse_budget() of the database understood somebody's own words (P-23). Pence. */
export interface Budget {
  min: number | null;
  max: number | null;
  /** Null: no number was found. */
  type: string | null;
}

const PENCE = 100;

const pounds = (pence: number): string =>
  `£${(pence / PENCE).toLocaleString("en-GB", {
    minimumFractionDigits: pence % PENCE === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  })}`;

/** The understanding said back, so that whoever wrote it can see whether it is right. */
export const describeBudget = ({ min, max, type }: Budget): string => {
  if (type === null) {
    return "We couldn't read an amount, so this job won't appear in budget filters.";
  }
  const unit = type === "hourly" ? " an hour" : "";
  if (min !== null && max !== null) {
    return min === max ? `${pounds(min)}${unit}` : `${pounds(min)} to ${pounds(max)}${unit}`;
  }
  if (max !== null) return `up to ${pounds(max)}${unit}`;
  return `${pounds(min ?? 0)}${unit} or more`;
};
