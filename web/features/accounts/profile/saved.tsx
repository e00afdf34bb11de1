import Bookmark from "lucide-react/icons/bookmark";
import { useRef } from "react";
import {
  SAVE_PROFESSIONALS,
  SAVED_PROVIDERS_NOT_LOADED,
} from "#domain/accounts/settings-messages.ts";
import { displayName } from "#domain/providers/providers.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { saveJob } from "#web/features/jobs/index.ts";
import { ProviderCard, saveProvider } from "#web/features/providers/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { showSaveFailed } from "#web/ui/connected/bookmark-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import type { SavedJob, SavedProvider } from "./queries.ts";

const SAVED_PROVIDERS = "Saved Professionals";

/**
 * Removes one item of a list. Its button disappears, so the focus moves to the list, and a message names
 * the item and offers to undo it.
 */
const useRemoveBookmark = (run: (saved: boolean, id: string) => Promise<unknown>) => {
  const place = useRef<HTMLDivElement>(null);
  const change = async (saved: boolean, id: string): Promise<boolean> => {
    try {
      await run(saved, id);
    } catch (error) {
      await showSaveFailed(error);
      return false;
    }
    place.current?.focus();
    return true;
  };
  const removeBookmark = async (id: string, name: string, undoable = true) => {
    if (!(await change(false, id))) return;
    toast({
      title: "No longer saved",
      description: name,
      ...(undoable && { action: { label: "Undo", onPress: () => void change(true, id) } }),
    });
  };
  return { place, removeBookmark };
};

/** A person's saved professionals; null if they could not be loaded. */
const SavedProviders = ({ saved, userId }: { saved: SavedProvider[] | null; userId: string }) => {
  const { supabaseUrl } = useSettings();
  const { run, busy } = useWrite(saveProvider);
  const { place, removeBookmark } = useRemoveBookmark((keep, id) =>
    run({ providerId: id, saved: keep }, userId),
  );
  if (!saved) return <LoadProblem title={SAVED_PROVIDERS_NOT_LOADED} />;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {saved.length === 0 && (
        <EmptyState
          art="shelf"
          title="No saved professionals yet"
          action={
            <ButtonLink to="/directory" variant="signal">
              Find Professionals
            </ButtonLink>
          }
        >
          <p>{SAVE_PROFESSIONALS}</p>
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {saved.map(({ id, listed }) => {
          const name = listed ? displayName(listed) : "A professional who is no longer listed";
          const remove = (
            <IconButton
              label={`Remove ${name}`}
              icon={<Bookmark aria-hidden="true" fill="currentColor" className="text-brand" />}
              aria-disabled={busy}
              onClick={() => void removeBookmark(id, name)}
            />
          );
          return (
            <li key={id}>
              {listed ? (
                <ProviderCard
                  provider={listed}
                  supabaseUrl={supabaseUrl}
                  level="h3"
                  action={remove}
                />
              ) : (
                <Card className="flex items-start justify-between gap-3 text-ink-soft">
                  {name}
                  {remove}
                </Card>
              )}
            </li>
          );
        })}
      </ul>
      {saved.length > 0 && (
        <p className="mt-5">
          <ButtonLink to="/directory" variant="outline">
            Find more professionals
          </ButtonLink>
        </p>
      )}
    </div>
  );
};

/** A provider's saved jobs; null if they could not be loaded. */
const SavedJobs = ({ saved, userId }: { saved: SavedJob[] | null; userId: string }) => {
  const { run, busy } = useWrite(saveJob);
  const { place, removeBookmark } = useRemoveBookmark((keep, id) =>
    run({ jobId: id, saved: keep }, userId),
  );
  if (!saved) return <LoadProblem title="Failed to load saved jobs" />;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {saved.length === 0 && (
        <EmptyState
          art="shelf"
          title="No saved jobs yet"
          action={<ButtonLink to="/job-directory">Browse jobs</ButtonLink>}
        />
      )}
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {saved.map(({ job_id: id, title, location, budget, posted_date, readable, quoted }) => (
          <li key={id} className="flex items-start gap-4 py-3.5 pr-2 pl-4 sm:items-center">
            <div className="min-w-0 grow items-center justify-between gap-x-6 sm:flex">
              {readable ? (
                <>
                  <div className="min-w-0">
                    <Link to={`/job-directory?job=${id}`} className="link">
                      {title}
                    </Link>
                    <p className="dotted mt-0.5 text-sm text-ink-soft">
                      {location && <span>{location}</span>}
                      {budget && <span>{budget}</span>}
                      <span>Posted {formatUnbrokenDay(posted_date)}</span>
                    </p>
                    {quoted && <Badge tone="success">Quote sent</Badge>}
                  </div>
                  <ButtonLink
                    to={`/job-directory?job=${id}${quoted ? "#your-quote" : ""}`}
                    variant="outline"
                    size="sm"
                    className="shrink-0 max-sm:mt-3"
                    aria-label={`${quoted ? "See your quote for" : "View job"} ${title}`}
                  >
                    {quoted ? "See your quote" : "View job"}
                  </ButtonLink>
                </>
              ) : (
                <div className="wrap-anywhere text-ink-soft">
                  {title ? `${title} (no longer open)` : "A job that is no longer open"}
                </div>
              )}
            </div>
            <IconButton
              label={`Remove ${title ?? "this job"}`}
              icon={<Bookmark aria-hidden="true" fill="currentColor" className="text-brand" />}
              aria-disabled={busy}
              onClick={() => void removeBookmark(id, title ?? "A job", readable)}
            />
          </li>
        ))}
      </ul>
      {saved.length > 0 && (
        <p className="mt-5">
          <ButtonLink to="/job-directory" variant="outline">
            Find more jobs
          </ButtonLink>
        </p>
      )}
    </div>
  );
};

/** Saved professionals under their heading. */
const SavedProvidersPart = (props: { saved: SavedProvider[] | null; userId: string }) => (
  <section aria-labelledby="saved">
    <h2 id="saved" className="mb-4 text-xl">
      {SAVED_PROVIDERS}
    </h2>
    <SavedProviders {...props} />
  </section>
);

/** Saved jobs under their heading. */
export const SavedJobsPart = (props: { saved: SavedJob[] | null; userId: string }) => (
  <section aria-labelledby="saved-jobs">
    <h2 id="saved-jobs" className="mb-4 text-xl">
      Saved Jobs
    </h2>
    <SavedJobs {...props} />
  </section>
);

/** Saved Professionals, and for providers Saved Jobs in a tab beside it (spec 1 section 2). */
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
}) => {
  if (!provider) return <SavedProvidersPart saved={providers} userId={userId} />;
  return (
    <Tabs
      label="Saved"
      tabs={[
        {
          value: "providers",
          label: SAVED_PROVIDERS,
          count: providers?.length || undefined,
          content: <SavedProviders saved={providers} userId={userId} />,
        },
        {
          value: "jobs",
          label: "Saved Jobs",
          count: jobs?.length || undefined,
          content: <SavedJobs saved={jobs} userId={userId} />,
        },
      ]}
    />
  );
};
