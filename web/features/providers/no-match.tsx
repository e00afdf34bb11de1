import { RADII } from "#domain/values/places.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { type DirectorySearch, USUAL_MILES, writeSearch } from "./queries.ts";

/** Broader searches than one without a match, the nearest to it first. */
const widerSearches = (search: DirectorySearch) => {
  const { service, location, category, within = USUAL_MILES } = search;
  const wider = RADII.find((miles) => miles > Math.max(within, USUAL_MILES));
  const found: { label: string; search: Partial<DirectorySearch> }[] = [];
  const offer = (label: string, change: Partial<DirectorySearch>) =>
    found.push({ label, search: { ...search, page: 1, ...change } });
  if (location && wider) offer(`Within ${wider} miles of ${location}`, { within: wider });
  if (location && (service || category)) offer("Anywhere in the UK", { location: "" });
  if (category && (service || location)) offer("In any category", { category: "" });
  return found;
};

/** Says that everybody is shown because nobody matched (spec 2 section 2), and what to try instead. */
export const NoMatch = ({ search }: { search: DirectorySearch }) => {
  const wider = widerSearches(search);
  return (
    <div className="mt-6">
      <Alert tone="warning" live>
        No professionals match your current filters. Showing all available professionals instead.
      </Alert>
      {wider.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <p id="try-instead" className="font-semibold">
            Try instead
          </p>
          <ul aria-labelledby="try-instead" className="flex flex-wrap gap-2 wrap-anywhere">
            {wider.map(({ label, search: next }) => (
              <li key={label}>
                <ButtonLink
                  to={`/directory${writeSearch(next)}`}
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
        </div>
      )}
    </div>
  );
};
