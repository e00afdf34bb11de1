import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { BUDGET_TYPES, type BudgetType, type JobFilter } from "#domain/jobs.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

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

/** What opens the budget, with the chosen type. */
export const BudgetButton = ({
  type,
  ...rest
}: { type: BudgetType } & Omit<ComponentProps<typeof Button>, "type">) => (
  <Button
    {...rest}
    variant="outline"
    className="min-h-12 grow"
    icon={<SlidersHorizontal aria-hidden="true" />}
  >
    Budget{type === "any" ? "" : `: ${TYPE_LABELS[type]}`}
  </Button>
);

const BudgetPopover = lazy(async () => ({
  default: (await import("./budget-popover.tsx")).BudgetPopover,
}));

/** The budget popover. Its scripts are a quarter of the page's, so they load with its first press. */
export const BudgetFilter = (props: BudgetFilterProps) => {
  const [isWanted, setWanted] = useState(false);
  const { budgetType } = props.filter;
  return isWanted ? (
    <Suspense fallback={<BudgetButton type={budgetType} busy />}>
      <BudgetPopover {...props} />
    </Suspense>
  ) : (
    <BudgetButton type={budgetType} aria-haspopup="dialog" onClick={() => setWanted(true)} />
  );
};

/** The budget where no scripts run: the popover needs them. */
export const PlainBudget = ({ filter }: { filter: JobFilter }) => (
  <div className="hidden gap-4 noscript:grid sm:col-span-full sm:grid-cols-3">
    <Field label="Budget type">
      <Select name="budgetType" defaultValue={filter.budgetType}>
        {BUDGET_TYPES.map((name) => (
          <option key={name} value={name}>
            {TYPE_LABELS[name]}
          </option>
        ))}
      </Select>
    </Field>
    {(["minBudget", "maxBudget"] as const).map((name) => (
      <Field key={name} label={name === "minBudget" ? "Lowest budget" : "Highest budget"}>
        <Input name={name} inputMode="numeric" prefix="£" defaultValue={filter[name] ?? ""} />
      </Field>
    ))}
  </div>
);
