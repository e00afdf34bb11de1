import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import { type CategoryGroup, labelOf } from "#domain/categories.ts";
import {
  BUDGET_SLIDER,
  BUDGET_TYPES,
  type BudgetType,
  isFiltered,
  type JobFilter,
  NO_FILTER,
  readJobFilter,
  writeJobFilter,
} from "#domain/jobs.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { RADII } from "#domain/values/places.ts";
import { CategoryOptions } from "#web/features/categories/index.ts";
import { SearchInput } from "#web/features/search/index.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Select } from "#web/ui/select.tsx";
import { JOB_FORM } from "./job-sort.tsx";

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
      {filter.keyword && (
        <Chip label={filter.keyword} onRemove={() => onChange({ ...filter, keyword: "" })} />
      )}
      {filter.location && (
        <Chip
          label={filter.location}
          onRemove={() => onChange({ ...filter, location: "", within: 0 })}
        />
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

/** The fields of the form that follow the address. */
const FIELDS = ["keyword", "location", "within", "category"] as const;

const fieldOf = (form: HTMLFormElement | null, name: string) =>
  form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null | undefined;

/** The budget where no scripts run: the popover needs them. */
const PlainBudget = ({ filter }: { filter: JobFilter }) => (
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

/** Words, place, distance, category and budget of the job directory. The state is in the address. */
export const JobFilters = ({ filter, groups }: { filter: JobFilter; groups: CategoryGroup[] }) => {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef(new Set<string>());
  const shown = useRef(filter);
  // Fields are not replaced while a person is in them, so they follow the address by code; a response must
  // not undo later typing.
  useEffect(() => {
    for (const name of FIELDS) {
      const field = fieldOf(form.current, name);
      if (!field || filter[name] === shown.current[name] || typing.current.has(name)) continue;
      field.value = String(filter[name]);
    }
    shown.current = filter;
  }, [filter]);
  const go = (next: JobFilter) =>
    void navigate(`/job-directory${writeJobFilter(next)}`, { preventScrollReset: true });
  const entered = (): JobFilter => {
    typing.current.clear();
    const params = new URLSearchParams(writeJobFilter(filter));
    const data = new FormData(form.current ?? undefined);
    for (const name of [...FIELDS, "sort"]) params.set(name, String(data.get(name) ?? ""));
    return readJobFilter(params);
  };
  const reset = () => {
    typing.current.clear();
    // Text that was typed but not applied is removed too.
    for (const name of FIELDS) {
      const field = fieldOf(form.current, name);
      if (field) field.value = String(NO_FILTER[name]);
    }
    go({ ...NO_FILTER, sort: filter.sort });
  };
  const text = (name: "keyword" | "location") => ({
    name,
    defaultValue: filter[name],
    maxLength: INPUT_LIMITS.search,
    onChange: () => void typing.current.add(name),
  });
  return (
    <>
      <Form
        ref={form}
        id={JOB_FORM}
        role="search"
        aria-label="Jobs"
        method="get"
        action="/job-directory"
        onSubmit={(event) => {
          event.preventDefault();
          go(entered());
        }}
        className="group grid items-end gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4 xl:grid-cols-[1.2fr_1fr_1fr_1.2fr_auto]"
      >
        <Field label="Keyword" className="relative">
          <SearchInput
            suggests="service"
            type="search"
            placeholder="Tiling, garden, piano…"
            {...text("keyword")}
          />
        </Field>
        <Field label="Location" className="relative">
          <SearchInput
            suggests="location"
            placeholder="Town or postcode"
            autoComplete="address-level2"
            {...text("location")}
          />
        </Field>
        {/* On a telephone the distance appears once there is a place to measure from. */}
        <Field
          label="Distance"
          className="max-sm:group-has-[[name=location]:placeholder-shown]:hidden"
        >
          <Select name="within" defaultValue={filter.within} onChange={() => go(entered())}>
            <option value="0">This area only</option>
            {[...new Set([...RADII, ...(filter.within ? [filter.within] : [])])]
              .sort((a, b) => a - b)
              .map((miles) => (
                <option key={miles} value={miles}>
                  Within {miles} {miles === 1 ? "mile" : "miles"}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="Category">
          <Select name="category" defaultValue={filter.category} onChange={() => go(entered())}>
            <option value="">All Categories</option>
            <CategoryOptions groups={groups} />
          </Select>
        </Field>
        <PlainBudget filter={filter} />
        <div className="flex flex-wrap gap-3 sm:max-xl:col-span-full">
          <div className="flex grow noscript:hidden">
            <BudgetFilter
              filter={filter}
              onReset={reset}
              onApply={(budget) => go({ ...entered(), ...budget })}
            />
          </div>
          <Button type="submit" variant="solid" className="min-h-12 grow">
            Apply Filters
          </Button>
        </div>
      </Form>
      {isFiltered(filter) && <ActiveFilters filter={filter} onChange={go} onClear={reset} />}
    </>
  );
};
