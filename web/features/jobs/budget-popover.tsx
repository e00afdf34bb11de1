import { useState } from "react";
import { BUDGET_SLIDER, BUDGET_TYPES, type BudgetType, type JobFilter } from "#domain/jobs/jobs.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Select } from "#web/ui/select.tsx";
import { BudgetButton, type BudgetFilterProps, pounds, TYPE_LABELS } from "./budget-button.tsx";

const rangeOf = ({ minBudget, maxBudget }: JobFilter): [number, number] => [
  minBudget ?? BUDGET_SLIDER.from,
  maxBudget ?? BUDGET_SLIDER.to,
];

/** Slider and type, applied together. It is open at first, because a press has loaded it. */
export const BudgetPopover = ({ filter, onReset, onApply }: BudgetFilterProps) => {
  const [open, setOpen] = useState(true);
  const [type, setType] = useState(filter.budgetType);
  const [range, setRange] = useState(rangeOf(filter));
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
        setRange(rangeOf(filter));
        setOpen(next);
      }}
      trigger={<BudgetButton type={filter.budgetType} />}
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
