import { RADII } from "#domain/values/places.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { type DirectorySearch, USUAL_MILES, writeSearch } from "./queries.ts";

/** Broader searches than one without a match, the nearest to it first. */
const widerSearches = (search: DirectorySearch, unplaced: boolean) => {
  const { service, location, category, within = USUAL_MILES } = search;
  const wider = RADII.find((miles) => miles > Math.max(within, USUAL_MILES));
  const found: { label: string; to: string }[] = [];
  const offer = (label: string, change: Partial<DirectorySearch>) =>
    found.push({ label, to: `/directory${writeSearch({ ...search, page: 1, ...change })}` });
  if (location && wider && !unplaced)
    offer(`Within ${wider} miles of ${location}`, { within: wider });
  if (location && (service || category)) offer("Anywhere in the UK", { location: "" });
  if (category && (service || location)) offer("In any category", { category: "" });
  return found;
};

/** Says that everybody is shown because nobody matched (spec 2 section 2), under the answer whose sub-line it is. */
export const NoMatchNotice = () => (
  <p role="alert" className="mt-2 text-ink-soft">
    No professionals match your current filters. Showing all available professionals instead.
  </p>
);

/** What to try instead of a search without a match. */
export const BroaderSearches = ({
  search,
  unplaced = false,
}: {
  search: DirectorySearch;
  /** The place is not known, so nothing is within any distance of it. */
  unplaced?: boolean | undefined;
}) => (
  <ul
    aria-label="Try instead"
    className="mt-4 flex flex-wrap gap-2 wrap-anywhere empty:hidden print:hidden"
  >
    {widerSearches(search, unplaced).map(({ label, to }) => (
      <li key={label}>
        <ButtonLink
          to={to}
          preventScrollReset
          variant="outline"
          size="sm"
          className="whitespace-normal!"
        >
          {label}
        </ButtonLink>
      </li>
    ))}
  </ul>
);
