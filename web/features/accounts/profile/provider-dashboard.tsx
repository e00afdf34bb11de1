import type { MembershipWorth } from "#domain/statistics/results.ts";
import { NewJobs } from "#web/features/jobs/index.ts";
import { ideasFor } from "#web/features/membership/index.ts";
import { MainFigures } from "#web/features/statistics/index.ts";
import type { Profile } from "#web/session/session.ts";
import type { Subscription } from "#web/session/subscription.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { type Step, StepList } from "#web/ui/step-list.tsx";
import { MembershipCard, WonWork } from "./dashboard-panels.tsx";
import type { ProviderFigures } from "./dashboard-queries.ts";
import { AfterThat, NextStep } from "./next-steps.tsx";
import type { Task } from "./tasks.ts";

/** What the membership brought lately, and all of it one link away. */
const Worth = ({ worth }: { worth: MembershipWorth }) => (
  <section aria-labelledby="worth">
    <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 id="worth" className="text-xl">
        Your last 30 days
      </h2>
      <Link to="/membership#value" className="link text-sm">
        All your figures
      </Link>
    </div>
    <MainFigures worth={worth} />
  </section>
);

const Ideas = ({ ideas }: { ideas: Step[] }) => (
  <section aria-labelledby="ideas">
    <h2 id="ideas" className="text-xl">
      Get more enquiries
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

/** What a provider has without a membership, if there is anything. */
const Figures = ({ figures }: { figures: ProviderFigures }) => {
  const { ratingCount, contactsUnlocked, savedJobs, unreadMessages } = figures;
  if (ratingCount + contactsUnlocked + savedJobs + unreadMessages === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
      <div>
        <Stat
          label="Rating"
          to="/profile?tab=reviews"
          value={figures.ratingAverage?.toFixed(1) ?? "–"}
          note={`${ratingCount} ${ratingCount === 1 ? "review" : "reviews"}`}
        />
        <Weeks values={figures.reviews} what="Feedback" />
      </div>
      <div>
        <Stat label="Contacts unlocked" value={contactsUnlocked} />
        <Weeks values={figures.unlocks} what="Contacts unlocked" />
      </div>
      <Stat label="Saved jobs" to="/profile?tab=saved-jobs" value={savedJobs} />
      <Stat label="New messages" to="/dashboard/enquiries" value={unreadMessages} />
    </div>
  );
};

/** What a member changes most. */
const PARTS = [
  ["Opening hours and area", "/profile"],
  ["Services and prices", "/profile?tab=services"],
  ["Portfolio", "/profile?tab=portfolio"],
] as const;

/** Only /profile shows whether they have been added. */
const HOURS: Step = {
  key: "hours",
  title: "Set your opening hours and area",
  why: "They show people when and where you work.",
  to: "/profile",
};

/** The public page, and where each part of it is changed. */
const YourPage = ({ listed }: { listed: boolean }) => (
  <section aria-labelledby="your-page">
    <h2 id="your-page" className="text-xl">
      Your public page
    </h2>
    {!listed && (
      <p className="mt-3 text-ink-soft">Only you can see it until your membership is active.</p>
    )}
    <ButtonLink to="/directory/me" variant="outline" size="sm" className="mt-3">
      {listed ? "View" : "Preview"}
      <span className="sr-only"> your public page</span>
    </ButtonLink>
    {listed && (
      <ul className="mt-4 grid gap-2">
        {PARTS.map(([label, to]) => (
          <li key={to}>
            <Link to={to} className="link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** A provider's part of /dashboard: what to do next, then how it goes. */
export const ProviderDashboard = ({
  profile,
  subscription,
  figures,
  worth,
  tasks: [next, ...others],
}: {
  profile: Profile;
  subscription: Subscription;
  figures: ProviderFigures;
  /** Of members; null if it could not be loaded. */
  worth: MembershipWorth | null;
  tasks: readonly Task[];
}) => {
  const listed = subscription.isSubscribed;
  const jobs = <NewJobs found={figures.newJobs} />;
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-10">
        <WonWork won={figures.won} />
        <NextStep task={next} />
        <AfterThat tasks={listed ? others : [...others, HOURS]} />
        {worth ? <Worth worth={worth} /> : <Figures figures={figures} />}
        {listed && jobs}
      </div>
      {/* Others than members have no figures, so the jobs fit here. */}
      <div className="grid content-start gap-10 sm:max-lg:grid-cols-2">
        {listed && <MembershipCard subscription={subscription} />}
        <YourPage listed={listed} />
        {!listed && jobs}
        {worth && <Ideas ideas={ideasFor(profile, worth)} />}
      </div>
    </div>
  );
};
