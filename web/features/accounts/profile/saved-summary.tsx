import { displayName } from "#domain/providers.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import type { SavedJob, SavedProvider } from "./queries.ts";

/** The newest saved ones, which the summary names. */
const NAMED = 3;

const SummaryRow = ({
  title,
  saved,
  items = [],
  why,
  to,
  browse,
}: {
  title: string;
  saved: readonly unknown[] | null;
  /** Those that can still be seen, with their addresses. */
  items: readonly { name: string; to: string }[] | undefined;
  /** What saving is good for, while there are none. */
  why: string;
  to: string;
  /** Where to find some, while there are none. */
  browse: { to: string; label: string };
}) => (
  <SettingRow
    title={title}
    value={
      !saved ? (
        "We couldn't count them."
      ) : saved.length === 0 ? (
        why
      ) : (
        <span className="dotted">
          <span>{saved.length} saved</span>
          {items.slice(0, NAMED).map(({ name, to: place }) => (
            <span key={place}>
              <Link to={place} className="link">
                {name}
              </Link>
            </span>
          ))}
        </span>
      )
    }
    action={
      saved?.length === 0 ? (
        <ButtonLink to={browse.to} variant="outline" size="sm">
          {browse.label}
        </ButtonLink>
      ) : (
        <ButtonLink to={to} variant="outline" size="sm" aria-label={`See ${title}`}>
          See all
        </ButtonLink>
      )
    }
  />
);

/** How much a person has saved, and where it is. */
export const SavedSummary = ({
  provider,
  providers,
  jobs,
}: {
  provider: boolean;
  providers: SavedProvider[] | null;
  jobs: SavedJob[] | null;
}) => (
  <div className="divide-y divide-line border-b border-line *:py-3.5 lg:border-t">
    <SummaryRow
      title="Saved Professionals"
      saved={providers}
      items={providers?.flatMap(({ id, listed }) =>
        listed ? { name: displayName(listed), to: `/directory/${id}` } : [],
      )}
      why="Press Save on a professional's page to find them here."
      to="/profile?tab=saved"
      browse={{ to: "/directory", label: "Find Professionals" }}
    />
    {provider && (
      <SummaryRow
        title="Saved Jobs"
        saved={jobs}
        items={jobs?.flatMap(({ id, open }) =>
          open ? { name: open.title, to: `/job-directory?job=${id}` } : [],
        )}
        why="Press Save on a job to find it here."
        to="/profile?tab=saved-jobs"
        browse={{ to: "/job-directory", label: "Browse jobs" }}
      />
    )}
  </div>
);
