import Search from "lucide-react/icons/search";
import type { Ref } from "react";
import { labelOf } from "#domain/categories.ts";
import type { DirectorySearch } from "./queries.ts";

const inWords = ({ service, category, location, within }: DirectorySearch): string =>
  [
    service,
    category && labelOf(category),
    location && within
      ? `${location}, within ${within} ${within === 1 ? "mile" : "miles"}`
      : location,
  ]
    .filter(Boolean)
    .join(" \u00b7 ");

/**
 * An active search in one line that opens its fields: on a telephone the fields would fill the screen, and
 * people want to see the results.
 */
export const SearchSummary = ({
  search,
  form,
  onOpen,
  ref,
}: {
  search: DirectorySearch;
  /** The id of the element that it opens. */
  form: string;
  onOpen: () => void;
  ref: Ref<HTMLButtonElement>;
}) => (
  <button
    ref={ref}
    type="button"
    aria-expanded={false}
    aria-controls={form}
    onClick={onOpen}
    className="flex min-h-13 w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-4 text-left sm:hidden noscript:hidden"
  >
    <Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    <span className="min-w-0 grow truncate">{inWords(search)}</span>
    <span className="font-semibold text-brand underline underline-offset-3">Change</span>
  </button>
);
