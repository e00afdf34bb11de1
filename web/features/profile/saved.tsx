import { Link } from "react-router";
import { formatDay } from "#domain/dates.ts";
import { displayName } from "#domain/providers.ts";
import { saveJob, saveProvider, tellSaveFailed } from "#web/features/bookmarks/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { SavedJob, SavedProvider } from "./queries.ts";

const ROW = "flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4 last:border-b-0";

/** A person's saved professionals; null when they could not be loaded. */
const SavedProviders = ({ saved, userId }: { saved: SavedProvider[] | null; userId: string }) => {
  const { run, busy } = useWrite(saveProvider);
  if (!saved) return <LoadProblem title="Failed to load saved providers" />;
  if (saved.length === 0) {
    return (
      <EmptyState
        art="shelf"
        title="No saved professionals yet"
        action={<ButtonLink to="/directory">Find Professionals</ButtonLink>}
      />
    );
  }
  return (
    <ul>
      {saved.map(({ id, listed }) => {
        const name = listed ? displayName(listed) : "A professional who is no longer listed";
        return (
          <li key={id} className={ROW}>
            <Avatar name={name} src={listed?.image_url} size="sm" />
            <div className="min-w-0 flex-1">
              {listed ? (
                <Link to={`/directory/${id}`} className="link">
                  {name}
                </Link>
              ) : (
                <span className="text-ink-soft">{name}</span>
              )}
              {listed?.location && <p className="text-sm text-ink-soft">{listed.location}</p>}
            </div>
            <Button
              variant="outline"
              size="sm"
              disabled={busy}
              aria-label={`Remove ${name}`}
              onClick={() => {
                run({ providerId: id, saved: false }, userId).catch(tellSaveFailed);
              }}
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
};

/** A provider's saved jobs; null when they could not be loaded. */
export const SavedJobs = ({ saved, userId }: { saved: SavedJob[] | null; userId: string }) => {
  const { run, busy } = useWrite(saveJob);
  if (!saved) return <LoadProblem title="Failed to load saved jobs" />;
  if (saved.length === 0) {
    return (
      <EmptyState
        art="shelf"
        title="No saved jobs yet"
        action={<ButtonLink to="/job-directory">Browse jobs</ButtonLink>}
      />
    );
  }
  return (
    <ul>
      {saved.map(({ id, open }) => (
        <li key={id} className={ROW}>
          <div className="min-w-0 flex-1">
            {open ? (
              <>
                <Link to={`/job-directory?job=${id}`} className="link">
                  {open.title}
                </Link>
                <p className="text-sm text-ink-soft">
                  {[open.location, open.budget, `Posted ${formatDay(open.posted_date)}`]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </>
            ) : (
              <span className="text-ink-soft">A job that is no longer open</span>
            )}
          </div>
          <Button
            variant="outline"
            size="sm"
            disabled={busy}
            aria-label={`Remove ${open?.title ?? "this job"}`}
            onClick={() => {
              run({ jobId: id, saved: false }, userId).catch(tellSaveFailed);
            }}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** Saved Professionals, and for providers Saved Jobs beside it (spec 1 section 2). */
export const SavedArea = ({
  userId,
  provider,
  providers,
  jobs,
}: {
  userId: string;
  provider: boolean;
  providers: SavedProvider[] | null;
  jobs: SavedJob[] | null;
}) => (
  <Tabs
    label="Saved"
    tabs={[
      {
        value: "providers",
        label: "Saved Professionals",
        count: providers?.length,
        content: <SavedProviders saved={providers} userId={userId} />,
      },
      ...(provider
        ? [
            {
              value: "jobs",
              label: "Saved Jobs",
              count: jobs?.length,
              content: <SavedJobs saved={jobs} userId={userId} />,
            },
          ]
        : []),
    ]}
  />
);
