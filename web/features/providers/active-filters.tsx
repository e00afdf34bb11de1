import X from "lucide-react/icons/x";
import { Link } from "#web/ui/link.tsx";
import { type DirectorySearch, writeSearch } from "./queries.ts";

const LABELS = { service: "Search", location: "Location", category: "Category" } as const;

const inWords = (search: DirectorySearch, name: keyof typeof LABELS): string => {
  const { within, covering } = search;
  if (name === "location" && covering) return `Covers: ${search.location}`;
  const around =
    name === "location" && within ? `, within ${within} ${within === 1 ? "mile" : "miles"}` : "";
  return `${LABELS[name]}: ${search[name]}${around}`;
};

/**
 * A link to the directory without any filter, and of several each as a link to the directory without it. On a
 * telephone the line above says the same, so they are left out there to bring the results higher.
 */
export const ActiveFilters = ({ search }: { search: DirectorySearch }) => {
  const active = (["service", "location", "category"] as const).filter((name) => search[name]);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="mt-4 flex flex-wrap gap-x-3 gap-y-2 max-sm:mt-2">
      {(active.length > 1 ? active : []).map((name) => (
        <li key={name} className="max-sm:hidden">
          <Link
            to={`/directory${writeSearch({ ...search, [name]: "", page: 1, ...(name === "location" && { within: undefined, covering: false }) })}`}
            preventScrollReset
            aria-label={`Remove ${inWords(search, name)}`}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-sm hover:border-ink hover:bg-hover"
          >
            <span className="truncate">{inWords(search, name)}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/directory" className="link inline-flex min-h-8 items-center text-sm">
          Clear All
        </Link>
      </li>
    </ul>
  );
};
