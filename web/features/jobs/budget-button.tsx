import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import type { BudgetType, JobFilter } from "#domain/jobs/jobs.ts";

export const TYPE_LABELS: Record<BudgetType, string> = {
  any: "Any budget",
  range: "Range",
  hourly: "Hourly rate",
  fixed: "Fixed price",
};

export const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

export interface BudgetFilterProps {
  filter: JobFilter;
  /** Resets the other filters too (spec 2 section 4). */
  onReset: () => void;
  onApply: (budget: Pick<JobFilter, "budgetType" | "minBudget" | "maxBudget">) => void;
}

/** What opens the budget, with the chosen type: it looks like the selects beside it. */
export const BudgetButton = ({
  type,
  ...rest
}: { type: BudgetType } & Omit<ComponentProps<"button">, "type">) => (
  <button {...rest} type="button" className="control relative pr-11 text-left whitespace-nowrap">
    {type === "any" ? TYPE_LABELS.any : `Budget: ${TYPE_LABELS[type]}`}
    <ChevronDown
      aria-hidden="true"
      className="absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
    />
  </button>
);
