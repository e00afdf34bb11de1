import { plainDigits } from "#domain/values/numbers.ts";
import { readMiles } from "#domain/values/places.ts";

/**
 * The job directory's rules (spec 2 sections 2, 7 and 9). Money here is in whole pounds, as on the slider.
 */
export const JOBS_PAGE = 5;

export const BUDGET_SLIDER = { min: 0, max: 10_000, step: 100, from: 0, to: 5_000 } as const;

export const BUDGET_TYPES = ["any", "range", "hourly", "fixed"] as const;
export type BudgetType = (typeof BUDGET_TYPES)[number];

/** The orders of the job directory; the database has the same. */
export const JOB_SORTS = {
  newest: "Newest",
  nearest: "Nearest",
  budget: "Highest budget",
  closing: "Closing soon",
} as const;
export type JobSort = keyof typeof JOB_SORTS;

export interface JobFilter {
  keyword: string;
  category: string;
  location: string;
  /** Miles around the location; 0 matches it as part of a place's name. */
  within: number;
  /** Pounds; null if no bound is set. */
  minBudget: number | null;
  maxBudget: number | null;
  budgetType: BudgetType;
  sort: JobSort;
}

export const NO_FILTER: JobFilter = {
  keyword: "",
  category: "",
  location: "",
  within: 0,
  minBudget: null,
  maxBudget: null,
  budgetType: "any",
  sort: "newest",
};

const pounds = (value: string | null): number | null => {
  if (value === null || value.trim() === "") return null;
  const number = Number(plainDigits(value));
  return Number.isFinite(number) && number >= 0 && number <= 1_000_000 ? number : null;
};

const isBudgetType = (value: string | null): value is BudgetType =>
  BUDGET_TYPES.some((type) => type === value);

/** The filter in an address; invalid values are ignored. */
export const readJobFilter = (params: URLSearchParams): JobFilter => {
  const type = params.get("budgetType");
  const budgetType = isBudgetType(type) ? type : "any";
  const low = pounds(params.get("minBudget"));
  const high = pounds(params.get("maxBudget"));
  const sort = params.get("sort");
  const location = params.get("location")?.trim() ?? "";
  const swapped = low !== null && high !== null && low > high;
  return {
    keyword: params.get("keyword")?.trim() ?? "",
    category: params.get("category")?.trim() ?? "",
    location,
    within: (location && readMiles(params.get("within"))) || 0,
    budgetType,
    // Choosing any type clears the bounds (spec 2 section 4).
    minBudget: budgetType === "any" ? null : swapped ? high : low,
    maxBudget: budgetType === "any" ? null : swapped ? low : high,
    sort: sort !== null && Object.hasOwn(JOB_SORTS, sort) ? (sort as JobSort) : "newest",
  };
};

/** The address's query for a filter and page; unset values are omitted. */
export const writeJobFilter = (filter: JobFilter, page = 1): string => {
  const params = new URLSearchParams();
  for (const name of ["keyword", "category", "location"] as const) {
    if (filter[name]) params.set(name, filter[name]);
  }
  if (filter.location && filter.within > 0) params.set("within", String(filter.within));
  if (filter.budgetType !== "any") {
    params.set("budgetType", filter.budgetType);
    if (filter.minBudget !== null) params.set("minBudget", String(filter.minBudget));
    if (filter.maxBudget !== null) params.set("maxBudget", String(filter.maxBudget));
  }
  if (filter.sort !== "newest") params.set("sort", filter.sort);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

/** Whether the filter leaves out any job. */
export const isFiltered = (filter: JobFilter): boolean =>
  writeJobFilter({ ...filter, sort: "newest" }) !== "";

export const readPage = (params: URLSearchParams): number =>
  Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 1_000_000);

/** How many pages so many jobs fill; one for none. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / JOBS_PAGE));
