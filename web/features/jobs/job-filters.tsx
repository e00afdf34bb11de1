import { useEffect, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { type CategoryGroup, labelOf } from "#domain/categories/categories.ts";
import {
  isFiltered,
  type JobFilter,
  NO_FILTER,
  readJobFilter,
  writeJobFilter,
} from "#domain/jobs/jobs.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { RADII } from "#domain/values/places.ts";
import { CategoryOptions } from "#web/features/categories/index.ts";
import { SearchInput } from "#web/features/search/index.ts";
import { useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/field.tsx";
import { closeFold, FormFold, UNDER_FOLD } from "#web/ui/form-fold.tsx";
import { Select } from "#web/ui/select.tsx";
import { pounds, TYPE_LABELS } from "./budget-button.tsx";
import { BudgetFilter, PlainBudget } from "./budget-filter.tsx";
import { JOB_FORM } from "./job-sort.tsx";

/** The active filters as they are called everywhere. */
const inWords = ({ keyword, location, within, category, ...budget }: JobFilter) => ({
  keyword,
  location:
    location && within
      ? `${location}, within ${within} ${within === 1 ? "mile" : "miles"}`
      : location,
  category: category && labelOf(category),
  budget: [
    budget.budgetType === "any" ? "" : TYPE_LABELS[budget.budgetType],
    budget.minBudget === null ? "" : `from ${pounds(budget.minBudget)}`,
    budget.maxBudget === null ? "" : `to ${pounds(budget.maxBudget)}`,
  ]
    .filter(Boolean)
    .join(" "),
});

/** The active filters, each with a button to remove it. */
const ActiveFilters = ({
  filter,
  onChange,
  onClear,
}: {
  filter: JobFilter;
  onChange: (filter: JobFilter) => void;
  onClear: () => void;
}) => {
  const { keyword, location, category, budget } = inWords(filter);
  const chips = [
    keyword && { label: `Search: ${keyword}`, without: { keyword: "" } },
    location && { label: `Location: ${location}`, without: { location: "", within: 0 } },
    category && { label: `Category: ${category}`, without: { category: "" } },
    filter.budgetType !== "any" && {
      label: `Budget: ${budget}`,
      without: { budgetType: "any", minBudget: null, maxBudget: null } as const,
    },
  ];
  return (
    <ul aria-label="Active filters" className="mt-4 flex flex-wrap items-center gap-2">
      {chips.map(
        (chip) =>
          chip && (
            <li key={chip.label}>
              <Chip label={chip.label} onRemove={() => onChange({ ...filter, ...chip.without })} />
            </li>
          ),
      )}
      <li>
        <button type="button" onClick={onClear} className="link ml-1 min-h-8 text-sm">
          Clear Filters
        </button>
      </li>
    </ul>
  );
};

/** The fields of the form that follow the address. */
const FIELDS = ["keyword", "location", "within", "category"] as const;

const fieldOf = (form: HTMLFormElement | null, name: string) =>
  form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null | undefined;

const NO_CATEGORIES: string[] = [];

/** Words, place, distance, category and budget of the job directory. The state is in the address. */
export const JobFilters = ({ filter, groups }: { filter: JobFilter; groups: CategoryGroup[] }) => {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const fold = useRef<HTMLDetailsElement>(null);
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
  const session = useSession();
  const profile = session.status === "signed-in" ? session.profile : null;
  const own =
    profile?.account_type === "provider" ? (profile.categories ?? NO_CATEGORIES) : NO_CATEGORIES;
  const ownBefore = useRef(own);
  // With the person's own options the chosen one may have gone.
  useEffect(() => {
    if (ownBefore.current === own) return;
    ownBefore.current = own;
    const field = fieldOf(form.current, "category");
    if (field?.value === "") field.value = filter.category;
  }, [own, filter.category]);
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
      <FormFold
        ref={fold}
        words={Object.values(inWords(filter)).filter(Boolean).join(" \u00b7 ")}
        onOpen={() => fieldOf(form.current, "keyword")?.focus()}
      />
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
          closeFold(fold.current);
        }}
        className={cx(
          UNDER_FOLD,
          "group grid items-end gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4 xl:grid-cols-[1.2fr_1fr_1fr_1.2fr_auto]",
        )}
      >
        <Field label="Search" className="relative">
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
            <CategoryOptions groups={groups} own={own} />
          </Select>
        </Field>
        <PlainBudget filter={filter} />
        <div className="flex flex-wrap items-end gap-4 sm:max-xl:col-span-full sm:max-xl:grid sm:max-xl:grid-cols-2">
          <div className="grid grow gap-1.5 noscript:hidden">
            <span aria-hidden="true" className="font-semibold text-ink">
              Budget
            </span>
            <BudgetFilter
              filter={filter}
              onReset={reset}
              onApply={(budget) => go({ ...entered(), ...budget })}
            />
          </div>
          <Button type="submit" variant="signal" className="min-h-12 grow">
            Apply Filters
          </Button>
        </div>
      </Form>
      {isFiltered(filter) && <ActiveFilters filter={filter} onChange={go} onClear={reset} />}
    </>
  );
};
