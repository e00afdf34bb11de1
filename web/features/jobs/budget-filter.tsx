import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { BUDGET_SLIDER, BUDGET_TYPES, type BudgetType, type JobFilter } from "#domain/jobs.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Select } from "#web/ui/select.tsx";

export const TYPE_LABELS: Record<BudgetType, string> = {
  any: "Any budget",
  range: "Range",
  hourly: "Hourly rate",
  fixed: "Fixed price",
};

export const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

/** The budget popover: slider and type, applied together. */
export const BudgetFilter = ({
  filter,
  onReset,
  onApply,
}: {
  filter: JobFilter;
  /** Resets the other filters too (spec 2 section 4). */
  onReset: () => void;
  onApply: (budget: Pick<JobFilter, "budgetType" | "minBudget" | "maxBudget">) => void;
}) => {
  const [open, setOpen] = useState(false);
  const [type, setType] = useState(filter.budgetType);
  const [range, setRange] = useState<[number, number]>([BUDGET_SLIDER.from, BUDGET_SLIDER.to]);
  const reset = () => {
    setType("any");
    setRange([BUDGET_SLIDER.from, BUDGET_SLIDER.to]);
    onReset();
  };
  return (
    <Popover
      title="Budget"
      open={open}
      onOpenChange={(next) => {
        setType(filter.budgetType);
        setRange([filter.minBudget ?? BUDGET_SLIDER.from, filter.maxBudget ?? BUDGET_SLIDER.to]);
        setOpen(next);
      }}
      trigger={
        <Button
          variant="outline"
          className="min-h-12 grow"
          icon={<SlidersHorizontal aria-hidden="true" />}
        >
          Budget{filter.budgetType === "any" ? "" : `: ${TYPE_LABELS[filter.budgetType]}`}
        </Button>
      }
    >
      <div className="grid gap-5">
        <Field label="Budget type">
          <Select value={type} onChange={(event) => setType(event.target.value as BudgetType)}>
            {BUDGET_TYPES.map((name) => (
              <option key={name} value={name}>
                {TYPE_LABELS[name]}
              </option>
            ))}
          </Select>
        </Field>
        {type !== "any" && (
          <RangeSlider
            label="Between"
            min={BUDGET_SLIDER.min}
            max={BUDGET_SLIDER.max}
            step={BUDGET_SLIDER.step}
            value={range}
            onChange={setRange}
            format={pounds}
          />
        )}
        <div className="flex justify-between gap-3">
          <Button variant="quiet" onClick={reset}>
            Reset
          </Button>
          <Button
            onClick={() => {
              setOpen(false);
              onApply(
                type === "any"
                  ? { budgetType: "any", minBudget: null, maxBudget: null }
                  : { budgetType: type, minBudget: range[0], maxBudget: range[1] },
              );
            }}
          >
            Apply Filters
          </Button>
        </div>
      </div>
    </Popover>
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
