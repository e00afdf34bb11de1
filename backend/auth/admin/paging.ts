import type { Call } from "../context.ts";
import { refuse } from "../errors.ts";

const MOST = 1000;

interface Page {
  number: number;
  size: number;
}

const wholeNumber = (value: string | null, otherwise: number): number => {
  if (!value) return otherwise;
  if (!/^\d{1,7}$/.test(value) || Number(value) === 0) {
    throw refuse("validation_failed", { message: "Bad Pagination Parameters" });
  }
  return Number(value);
};

/** `page` and `per_page` of the query: the first fifty by default, a thousand at most. */
export const pageOf = ({ url }: Call): Page => ({
  number: wholeNumber(url.searchParams.get("page"), 1),
  size: Math.min(wholeNumber(url.searchParams.get("per_page"), 50), MOST),
});

/**
 * The count in `x-total-count`; the next and last pages of the same query in `link`. Written as GoTrue
 * does, below its own root and sorted by name, because clients read the number after the first `=`.
 */
export const pageHeaders = ({ url }: Call, page: Page, total: number): Record<string, string> => {
  const last = Math.ceil(total / page.size);
  const path = url.pathname.replace(/^\/auth\/v1/, "");
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page", String(to));
    query.sort();
    return `<${path}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page.number < last ? [link(page.number + 1, "next")] : []),
    link(last, "last"),
  ];
  return { "x-total-count": String(total), link: links.join(", ") };
};

/** The text for use within an `ilike` pattern: its wildcards are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
