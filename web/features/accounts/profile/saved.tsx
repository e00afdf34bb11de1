import { useRef } from "react";
import { SAVED_PROVIDERS_NOT_LOADED } from "#domain/accounts-settings-messages.ts";
import { displayName } from "#domain/providers.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { avatarSources } from "#domain/values/pictures.ts";
import { saveJob, saveProvider, showSaveFailed } from "#web/features/accounts/bookmarks/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import type { SavedJob, SavedProvider } from "./queries.ts";

const ROW =
  "flex flex-wrap items-center gap-x-4 gap-y-4 border-b border-line py-3.5 last:border-b-0";

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
  const removeBookmark = async (id: string, name: string) => {
    if (!(await change(false, id))) return;
    toast({
      title: "No longer saved",
      description: name,
      action: { label: "Undo", onPress: () => void change(true, id) },
    });
  };
  return { place, removeBookmark };
};

/** A person's saved professionals; null if they could not be loaded. */
const SavedProviders = ({ saved, userId }: { saved: SavedProvider[] | null; userId: string }) => {
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
          action={<ButtonLink to="/directory">Find Professionals</ButtonLink>}
        />
      )}
      <ul>
        {saved.map(({ id, listed }) => {
          const name = listed ? displayName(listed) : "A professional who is no longer listed";
          return (
            <li key={id} className={ROW}>
              <div className="flex min-w-0 grow basis-60 items-start gap-4">
                <Avatar
                  name={name}
                  src={listed?.image_url}
                  sources={avatarSources(listed?.image_url)}
                />
                <div className="min-w-0">
                  {listed ? (
                    <Link to={`/directory/${id}`} className="link">
                      {name}
                    </Link>
                  ) : (
                    <span className="text-ink-soft">{name}</span>
                  )}
                  {listed && (
                    <p className="dotted text-sm text-ink-soft">
                      {listed.title && <span>{listed.title}</span>}
                      {listed.location && <span>{listed.location}</span>}
                    </p>
                  )}
                  {listed && (
                    <p className="dotted mt-1 text-sm">
                      {typeof listed.rating_average === "number" && (
                        <>
                          <Stars rating={listed.rating_average} size="sm" />
                          <span>{countOf(listed.rating_count ?? 0, "review", "reviews")}</span>
                        </>
                      )}
                      {listed.price && <span>from {listed.price}</span>}
                    </p>
                  )}
                </div>
              </div>
              <div className="flex flex-wrap items-center gap-2 max-sm:pl-18">
                {listed && (
                  <ButtonLink
                    to={`/directory/${id}?action=contact`}
                    size="sm"
                    aria-label={`Send an enquiry to ${name}`}
                  >
                    Send an enquiry
                  </ButtonLink>
                )}
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Remove ${name}`}
                  disabled={busy}
                  onClick={() => void removeBookmark(id, name)}
                >
                  Remove
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {saved.length > 0 && (
        <p className="mt-5">
          <ButtonLink to="/directory" variant="outline" size="sm">
            Find more professionals
          </ButtonLink>
        </p>
      )}
    </div>
  );
};

/** A provider's saved jobs; null if they could not be loaded. */
export const SavedJobs = ({ saved, userId }: { saved: SavedJob[] | null; userId: string }) => {
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
      <ul>
        {saved.map(({ id, open }) => (
          <li key={id} className={ROW}>
            <div className="min-w-0 grow basis-48">
              {open ? (
                <>
                  <Link to={`/job-directory?job=${id}`} className="link">
                    {open.title}
                  </Link>
                  <p className="text-sm text-ink-soft">
                    {[open.location, open.budget, `Posted ${formatUnbrokenDay(open.posted_date)}`]
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
              onClick={() => void removeBookmark(id, open?.title ?? "A job")}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
};

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
  const title = "Saved Professionals";
  const content = <SavedProviders saved={providers} userId={userId} />;
  if (!provider) {
    return (
      <section aria-labelledby="saved">
        <h2 id="saved" className="mb-2 text-xl">
          {title}
        </h2>
        {content}
      </section>
    );
  }
  return (
    <Tabs
      label="Saved"
      tabs={[
        { value: "providers", label: title, count: providers?.length || undefined, content },
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

const SummaryRow = ({
  title,
  saved,
  to,
}: {
  title: string;
  saved: readonly unknown[] | null;
  to: string;
}) => (
  <SettingRow
    title={title}
    value={saved ? `${saved.length} saved` : "We couldn't count them."}
    action={
      <ButtonLink to={to} variant="outline" size="sm" aria-label={`See ${title}`}>
        See all
      </ButtonLink>
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
  <div className="max-w-3xl divide-y divide-line border-b border-line *:py-3.5 lg:border-t">
    <SummaryRow title="Saved Professionals" saved={providers} to="/profile?tab=saved" />
    {provider && <SummaryRow title="Saved Jobs" saved={jobs} to="/profile?tab=saved-jobs" />}
  </div>
);
