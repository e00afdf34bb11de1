import type { MembershipWorth } from "#domain/statistics-results.ts";
import { type OwnClaim, OwnClaims } from "#web/features/businesses/index.ts";
import { CountedSince, MainFigures } from "#web/features/statistics/index.ts";
import type { Profile, ResolvedSession } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { type Step, StepList } from "#web/ui/step-list.tsx";
import { ActiveJobs, MembershipCard, NewJobs, SavedFaces } from "./dashboard-panels.tsx";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";
import { NextSteps } from "./next-steps.tsx";
import { IDEAS, ideasFor, tasksFor } from "./tasks.ts";

type SignedIn = Extract<ResolvedSession, { status: "signed-in" }>;

/** What the membership brought lately, and all of it one link away. */
const Worth = ({ worth }: { worth: MembershipWorth }) => (
  <section aria-labelledby="worth">
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 id="worth" className="text-xl">
        Your last 30 days
      </h2>
      <Link to="/membership" className="link text-sm">
        All your figures
      </Link>
    </div>
    <MainFigures worth={worth} />
    <CountedSince worth={worth} />
  </section>
);

const Ideas = ({ ideas }: { ideas: Step[] }) => (
  <section aria-labelledby="ideas">
    <h2 id="ideas" className="text-xl">
      {ideas.length === IDEAS
        ? "Three things that would bring you more"
        : "What would bring you more"}
    </h2>
    <StepList steps={ideas} />
  </section>
);

/** Fewer events than these make a line that says nothing. */
const LEAST_EVENTS = 8;

/** Twelve weeks as a line, under a figure. */
const Weeks = ({ values, what }: { values: readonly number[]; what: string }) => {
  if (values.reduce((total, value) => total + value, 0) < LEAST_EVENTS) return null;
  const words = `${what} in each of the last ${values.length} weeks: ${values.join(", ")}`;
  return (
    <div className="mt-2">
      <Sparkline values={values} label={words} />
    </div>
  );
};

const ProviderStats = ({ figures }: { figures: ProviderFigures }) => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
    <div>
      <Stat
        label="Rating"
        to="/profile?tab=reviews"
        value={figures.ratingAverage?.toFixed(1) ?? "–"}
        note={`${figures.ratingCount} ${figures.ratingCount === 1 ? "review" : "reviews"}`}
      />
      <Weeks values={figures.reviews} what="Reviews" />
    </div>
    <div>
      <Stat label="Contacts unlocked" value={figures.contactsUnlocked} />
      <Weeks values={figures.unlocks} what="Contacts unlocked" />
    </div>
    <Stat label="Saved jobs" to="/profile?tab=saved-jobs" value={figures.savedJobs} />
    <Stat label="New messages" to="/dashboard/enquiries" value={figures.unreadMessages} />
  </div>
);

/** /dashboard: the person's own figures, tasks and shortcuts (P-25). */
export const PersonalDashboard = ({
  session,
  profile,
  figures,
  worth,
  claims,
}: {
  session: SignedIn;
  profile: Profile;
  figures: ClientFigures | ProviderFigures;
  /** Of members; null if it could not be loaded. */
  worth: MembershipWorth | null;
  claims: readonly OwnClaim[];
}) => (
  <Container className="pb-16">
    <PageHeader
      title={profile.first_name ? `Hello, ${profile.first_name}` : "Dashboard"}
      actions={
        <>
          {figures.kind === "provider" ? (
            <ButtonLink to="/job-directory" variant="solid">
              Browse jobs
            </ButtonLink>
          ) : (
            <ButtonLink to="/post-job" variant="outline">
              Post a Job
            </ButtonLink>
          )}
          <ButtonLink to="/dashboard/enquiries" variant="outline">
            Enquiries{figures.unreadMessages > 0 && ` (${figures.unreadMessages} new)`}
          </ButtonLink>
        </>
      }
    />
    {worth ? (
      <Worth worth={worth} />
    ) : (
      figures.kind === "provider" && <ProviderStats figures={figures} />
    )}
    <OwnClaims claims={claims} />
    <div
      className={cx(
        "grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]",
        figures.kind === "provider" && "mt-10",
      )}
    >
      <div className="grid content-start gap-10">
        <NextSteps
          tasks={tasksFor(profile, session.subscription.isSubscribed, figures, worth !== null)}
        />
        {worth && <Ideas ideas={ideasFor(profile, worth)} />}
        {figures.kind === "client" && <ActiveJobs jobs={figures.jobs} />}
      </div>
      <div className="grid content-start gap-10">
        {figures.kind === "client" ? (
          <SavedFaces saved={figures.saved} />
        ) : (
          <>
            <NewJobs found={figures.newJobs} />
            <MembershipCard
              subscription={session.subscription}
              contactsUnlocked={figures.contactsUnlocked}
            />
          </>
        )}
      </div>
    </div>
  </Container>
);
