import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import { type CategoryGroup, labelOf } from "#domain/categories.ts";
import {
  BUDGET_SLIDER,
  BUDGET_TYPES,
  type BudgetType,
  type JobFilter,
  NO_FILTER,
  writeJobFilter,
} from "#domain/jobs.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { CategoryOptions } from "#web/features/categories/index.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Select } from "#web/ui/select.tsx";

const TYPE_LABELS: Record<BudgetType, string> = {
  any: "Any budget",
  range: "Range",
  hourly: "Hourly rate",
  fixed: "Fixed price",
};

const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

/** The budget popover: slider and type, applied together. */
const BudgetFilter = ({
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

/** The active filters, each with a link to remove it. */
const ActiveFilters = ({
  filter,
  onChange,
  onClear,
}: {
  filter: JobFilter;
  onChange: (filter: JobFilter) => void;
  onClear: () => void;
}) => {
  const { budgetType, minBudget, maxBudget } = filter;
  const budget = [
    minBudget === null ? "" : `from ${pounds(minBudget)}`,
    maxBudget === null ? "" : `to ${pounds(maxBudget)}`,
  ].join(" ");
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {filter.location && (
        <Chip label={filter.location} onRemove={() => onChange({ ...filter, location: "" })} />
      )}
      {filter.category && (
        <Chip
          label={labelOf(filter.category)}
          onRemove={() => onChange({ ...filter, category: "" })}
        />
      )}
      {budgetType !== "any" && (
        <Chip
          label={`${TYPE_LABELS[budgetType]} ${budget}`.trim()}
          onRemove={() =>
            onChange({ ...filter, budgetType: "any", minBudget: null, maxBudget: null })
          }
        />
      )}
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear Filters
      </Button>
    </div>
  );
};

/** Location, category and budget of the job directory. The state is in the address. */
export const JobFilters = ({ filter, groups }: { filter: JobFilter; groups: CategoryGroup[] }) => {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef(false);
  const shown = useRef({ location: filter.location, category: filter.category });
  // Fields are not replaced while a person is in them, so they follow the address by code; a response must
  // not undo later typing.
  useEffect(() => {
    const next = { location: filter.location, category: filter.category };
    for (const name of ["location", "category"] as const) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
      if (!field || next[name] === shown.current[name]) continue;
      if (name === "category" || !typing.current) field.value = next[name];
    }
    shown.current = next;
  }, [filter.location, filter.category]);
  const go = (next: JobFilter) =>
    void navigate(`/job-directory${writeJobFilter(next)}`, { preventScrollReset: true });
  const typed = (): JobFilter => {
    const data = new FormData(form.current ?? undefined);
    typing.current = false;
    return {
      ...filter,
      location: String(data.get("location") ?? "").trim(),
      category: String(data.get("category") ?? ""),
    };
  };
  const reset = () => {
    typing.current = false;
    // Text that was typed but not applied is removed too.
    for (const name of ["location", "category"]) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
      if (field) field.value = "";
    }
    go(NO_FILTER);
  };
  return (
    <>
      <Form
        ref={form}
        role="search"
        aria-label="Jobs"
        method="get"
        action="/job-directory"
        onSubmit={(event) => {
          event.preventDefault();
          go(typed());
        }}
        className="grid items-end gap-4 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-[1fr_1fr_auto_auto]"
      >
        <Field label="Location">
          <Input
            name="location"
            onChange={() => {
              typing.current = true;
            }}
            defaultValue={filter.location}
            placeholder="Town or postcode"
            maxLength={INPUT_LIMITS.search}
            autoComplete="address-level2"
          />
        </Field>
        <Field label="Category">
          <Select name="category" defaultValue={filter.category} onChange={() => go(typed())}>
            <option value="">All Categories</option>
            <CategoryOptions groups={groups} />
          </Select>
        </Field>
        <div className="flex flex-wrap gap-4 sm:contents">
          <BudgetFilter
            filter={filter}
            onReset={reset}
            onApply={(budget) => go({ ...typed(), ...budget })}
          />
          <Button type="submit" variant="solid" className="min-h-12 grow">
            Apply Filters
          </Button>
        </div>
      </Form>
      {writeJobFilter(filter) !== "" && (
        <ActiveFilters filter={filter} onChange={go} onClear={reset} />
      )}
    </>
  );
};
