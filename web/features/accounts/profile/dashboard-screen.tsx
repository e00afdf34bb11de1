import type { ReactNode } from "react";
import { priceOfMembership } from "#domain/membership/plans.ts";
import type { MembershipWorth } from "#domain/statistics/results.ts";
import { PostingSteps } from "#web/features/jobs/index.ts";
import type { Profile, ResolvedSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ActiveJobs, SavedFaces } from "./dashboard-panels.tsx";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";
import { AfterThat, NextStep } from "./next-steps.tsx";
import { ProviderDashboard } from "./provider-dashboard.tsx";
import { tasksFor } from "./tasks.ts";

type SignedIn = Extract<ResolvedSession, { status: "signed-in" }>;

/** /dashboard: the person's own figures, tasks and shortcuts (P-25). */
export const PersonalDashboard = ({
  session,
  profile,
  figures,
  worth,
  freeYearsLeft,
  claims,
}: {
  session: SignedIn;
  profile: Profile;
  figures: ClientFigures | ProviderFigures;
  /** Of members; null if it could not be loaded. */
  worth: MembershipWorth | null;
  /** For providers without a membership; null if unknown. */
  freeYearsLeft: number | null;
  /** Their claims of businesses. */
  claims: ReactNode;
}) => {
  const { isSubscribed } = session.subscription;
  const tasks = tasksFor(profile, isSubscribed, figures, worth !== null, {
    left: freeYearsLeft,
    price: priceOfMembership(useSettings().plans),
  });
  const [next, ...others] = tasks;
  return (
    <Container className="pb-16">
      <PageHeader
        title={profile.first_name ? `Hello, ${profile.first_name}` : "Dashboard"}
        actions={
          // Where posting is the next step, its button is there.
          figures.kind === "client" &&
          next?.to !== "/post-job" && (
            <ButtonLink to="/post-job" variant="outline">
              Post a Job
            </ButtonLink>
          )
        }
      />
      {claims}
      {figures.kind === "provider" ? (
        <ProviderDashboard
          profile={profile}
          subscription={session.subscription}
          figures={figures}
          worth={worth}
          tasks={tasks}
        />
      ) : (
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid content-start gap-10">
            <NextStep task={next} />
            {figures.jobs?.length === 0 && (
              <section aria-labelledby="posting">
                <h2 id="posting" className="text-xl">
                  How posting a job works
                </h2>
                <PostingSteps first="begin" />
              </section>
            )}
            <AfterThat tasks={others} />
            <ActiveJobs jobs={figures.jobs} quoters={figures.quoters} next={next?.key} />
          </div>
          <div className="grid content-start gap-10">
            <SavedFaces saved={figures.saved} />
          </div>
        </div>
      )}
    </Container>
  );
};
