import { Suspense, useState } from "react";
import { BUDGET_TYPES, type JobFilter } from "#domain/jobs/jobs.ts";
import { lazy } from "#web/session/parts.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { BudgetButton, type BudgetFilterProps, TYPE_LABELS } from "./budget-button.tsx";

const BudgetPopover = lazy(async () => ({
  default: (await import("./budget-popover.tsx")).BudgetPopover,
}));

/** The budget popover. Its scripts are a quarter of the page's, so they load with its first press. */
export const BudgetFilter = (props: BudgetFilterProps) => {
  const [isWanted, setWanted] = useState(false);
  const { budgetType } = props.filter;
  return isWanted ? (
    <Suspense fallback={<BudgetButton type={budgetType} aria-busy />}>
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
