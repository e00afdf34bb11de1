import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import type { BudgetType, JobFilter } from "#domain/jobs.ts";
import { Button } from "#web/ui/button.tsx";

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
}: { type: BudgetType } & Omit<ComponentProps<typeof Button>, "type">) => (
  <Button {...rest} variant="outline" className="min-h-12 grow font-normal!">
    <span className="grow text-left">
      {type === "any" ? TYPE_LABELS.any : `Budget: ${TYPE_LABELS[type]}`}
    </span>
    <ChevronDown aria-hidden="true" className="text-ink-soft" />
  </Button>
);
