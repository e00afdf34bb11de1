import { membershipUntil } from "#domain/accounts/accounts.ts";
import {
  SAVE_PROFESSIONALS,
  SAVED_PROVIDERS_NOT_LOADED,
} from "#domain/accounts/settings-messages.ts";
import { planLabel } from "#domain/membership/plans.ts";
import { displayName } from "#domain/providers/providers.ts";
import {
  activeJobs,
  hireNews,
  JobMeta,
  jobDays,
  nextStepOf,
  withPrice,
} from "#web/features/jobs/index.ts";
import type { ResolvedSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PANEL_ROW, PANEL_ROWS, Panel } from "#web/ui/panel.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";
import type { SavedProvider } from "./queries.ts";

type Subscription = Extract<ResolvedSession, { status: "signed-in" }>["subscription"];

/** A client's jobs that still wait for something, and what; `next` is above them already. */
export const ActiveJobs = ({
  jobs,
  quoters,
  next,
}: Pick<ClientFigures, "jobs" | "quoters"> & { next?: string | undefined }) => {
  const active = activeJobs(jobs ?? []).filter(({ id }) => id !== next);
  if (jobs && active.length === 0) return null;
  return (
    <Panel
      id="active-jobs"
      title={next && jobs?.some(({ id }) => id === next) ? "Your other jobs" : "Your jobs"}
      all={{ to: "/profile?tab=my-jobs", label: "See all" }}
    >
      {!jobs && <LoadProblem title="Failed to load jobs" />}
      <ul className="mt-1">
        {active.slice(0, PANEL_ROWS).map((job) => (
          <li key={job.id} className={PANEL_ROW}>
            <Link to={`/job-directory?job=${job.id}`} className="link wrap-anywhere">
              {job.title}
            </Link>
            <p className="mt-1 text-sm">
              {withPrice(nextStepOf(job)?.says ?? "", quoters.get(job.id)?.from ?? null)}
            </p>
            <JobMeta job={job} says={jobDays(job)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};

/** The work that a provider won, the newest hire first; nothing without any. */
export const WonWork = ({ won }: Pick<ProviderFigures, "won">) => {
  if (won?.length === 0) return null;
  return (
    <Panel
      id="won-work"
      title="You were hired"
      all={{ to: "/dashboard/quotes", label: "My quotes" }}
    >
      {!won && <LoadProblem title="Failed to load your work" />}
      <ul className="mt-1">
        {won?.slice(0, PANEL_ROWS).map((quote) => (
          <li key={quote.job_id} className={PANEL_ROW}>
            <Link to={`/job-directory?job=${quote.job_id}`} className="link wrap-anywhere">
              {quote.title}
            </Link>
            <p className="mt-1 text-sm">{hireNews({ ...quote, status: quote.job_status })}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

/** The professionals that a client saved last and who are still listed. */
export const SavedFaces = ({ saved }: { saved: SavedProvider[] | null }) => {
  const listed = saved?.flatMap((one) => (one.listed ? [{ ...one.listed, id: one.id }] : []));
  return (
    <Panel
      id="saved"
      title="Saved Professionals"
      all={saved?.length ? { to: "/profile?tab=saved", label: "See all" } : undefined}
    >
      {!listed && <LoadProblem title={SAVED_PROVIDERS_NOT_LOADED} />}
      {listed?.length === 0 && (
        <>
          <p className="mt-3 text-ink-soft">{SAVE_PROFESSIONALS}</p>
          <ButtonLink to="/directory" variant="outline" className="mt-4">
            Find Professionals
          </ButtonLink>
        </>
      )}
      {listed && listed.length > 0 && (
        <ul className="mt-1">
          {listed.slice(0, PANEL_ROWS).map((provider) => (
            <li key={provider.id} className={`${PANEL_ROW} flex items-center gap-3`}>
              <Avatar name={displayName(provider)} src={provider.image_url} size="sm" />
              <div className="min-w-0">
                <Link to={`/directory/${provider.id}`} className="link wrap-anywhere">
                  {displayName(provider)}
                </Link>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {[provider.title, provider.location].filter(Boolean).join(" · ")}
                </p>
                {typeof provider.rating_average === "number" && (
                  <p className="text-sm">
                    <Stars
                      rating={provider.rating_average}
                      count={provider.rating_count ?? 0}
                      compact
                    />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};

/** A member's plan, and until when it lasts, in the words of /membership. */
export const MembershipCard = ({
  subscription: { tier, expiresAt, cancelAtPeriodEnd, free },
}: {
  subscription: Subscription;
}) => {
  const { plans } = useSettings();
  const until = expiresAt && membershipUntil(expiresAt, cancelAtPeriodEnd, free);
  return (
    <Card className="self-start">
      <h2 className="text-xl">{free ? "Membership" : planLabel(tier, plans)}</h2>
      {until && <p className="text-sm text-ink-soft">{until}</p>}
      <ButtonLink to="/membership" variant="outline" size="sm" className="mt-4">
        Your membership
      </ButtonLink>
    </Card>
  );
};
