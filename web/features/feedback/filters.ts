/** The orders of the Feedback tab; the first is the default. */
export const ORDERS = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest rated first",
  lowest: "Lowest rated first",
} as const;
type Order = keyof typeof ORDERS;

/** The filters in the address of a provider's feedback: `order`, `stars`, `verified`, `page`. */
export interface FeedbackFilters {
  order: Order;
  /** 1 to 5, or null for all. */
  stars: number | null;
  verified: boolean;
  page: number;
}

/** The last page; nobody turns more. */
const LAST_PAGE = 500;

const whole = (text: string | null, largest: number): number | null => {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= 1 && value <= largest ? value : null;
};

export const readFeedbackFilters = (params: URLSearchParams): FeedbackFilters => {
  const order = params.get("order") ?? "";
  return {
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : "newest",
    stars: whole(params.get("stars"), 5),
    verified: params.get("verified") === "yes",
    page: whole(params.get("page"), LAST_PAGE) ?? 1,
  };
};

/** The address of the Feedback tab with these filters; defaults are left out. */
export const feedbackPath = (providerId: string, filters: Partial<FeedbackFilters>): string => {
  const { order = "newest", stars, verified, page = 1 } = filters;
  const params = new URLSearchParams({ tab: "feedback" });
  if (order !== "newest") params.set("order", order);
  if (stars) params.set("stars", String(stars));
  if (verified) params.set("verified", "yes");
  if (page > 1) params.set("page", String(page));
  return `/directory/${providerId}?${params}`;
};

export const isFiltered = ({ stars, verified }: FeedbackFilters): boolean =>
  stars !== null || verified;
