/**
 * The job directory's rules (spec 2 sections 2, 7 and 9). Money here is in whole pounds, as on the slider.
 */
export const JOBS_PAGE = 5;

export const BUDGET_SLIDER = { min: 0, max: 10_000, step: 100, from: 0, to: 5_000 } as const;

export const BUDGET_TYPES = ["any", "range", "hourly", "fixed"] as const;
export type BudgetType = (typeof BUDGET_TYPES)[number];

export interface JobFilter {
  category: string;
  location: string;
  /** Pounds; null if no bound is set. */
  minBudget: number | null;
  maxBudget: number | null;
  budgetType: BudgetType;
}

export const NO_FILTER: JobFilter = {
  category: "",
  location: "",
  minBudget: null,
  maxBudget: null,
  budgetType: "any",
};

const pounds = (value: string | null): number | null => {
  if (value === null || value.trim() === "") return null;
  const number = Number(value);
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
  const swapped = low !== null && high !== null && low > high;
  return {
    category: params.get("category")?.trim() ?? "",
    location: params.get("location")?.trim() ?? "",
    budgetType,
    // Choosing any type clears the bounds (spec 2 section 4).
    minBudget: budgetType === "any" ? null : swapped ? high : low,
    maxBudget: budgetType === "any" ? null : swapped ? low : high,
  };
};

/** The address's query for a filter and page; unset values are omitted. */
export const writeJobFilter = (filter: JobFilter, page = 1): string => {
  const params = new URLSearchParams();
  if (filter.category) params.set("category", filter.category);
  if (filter.location) params.set("location", filter.location);
  if (filter.budgetType !== "any") {
    params.set("budgetType", filter.budgetType);
    if (filter.minBudget !== null) params.set("minBudget", String(filter.minBudget));
    if (filter.maxBudget !== null) params.set("maxBudget", String(filter.maxBudget));
  }
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

export const readPage = (params: URLSearchParams): number =>
  Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 1_000_000);

/** A single page with at most this many rows. */
export const pageCount = (total: number, size = JOBS_PAGE): number =>
  Math.max(1, Math.ceil(total / size));
