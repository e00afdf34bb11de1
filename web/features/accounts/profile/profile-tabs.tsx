import { accountsLabel } from "#domain/accounts/accounts.ts";
import { MEMBERS_ARE_FOUND } from "#domain/membership/checkout-messages.ts";
import { planLabel } from "#domain/membership/plans.ts";
import { workSamples } from "#domain/providers/portfolio.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import type { OwnReviews } from "#web/features/feedback/index.ts";
import { type MyJob, MyJobs, type Quoters } from "#web/features/jobs/index.ts";
import type { Availability } from "#web/features/providers/index.ts";
import { OwnPortfolio } from "#web/features/providers/index.ts";
import type { Profile, ResolvedSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import type { Tab } from "#web/ui/tabs.tsx";
import { About } from "./about.tsx";
import { OwnPlan } from "./own-plan.tsx";
import { PublicPage } from "./public-page.tsx";
import type { SavedJob, SavedProvider } from "./queries.ts";
import { ReviewsTab, reviewCountOf } from "./reviews-tab.tsx";
import { SavedArea, SavedJobsPart } from "./saved.tsx";
import { ServicesTab } from "./services-tab.tsx";

export type SignedIn = Extract<ResolvedSession, { status: "signed-in" }>;

/** The route's data; null means that loading failed, and a list is empty if it does not apply. */
export interface ProfileLists {
  savedProviders: SavedProvider[] | null;
  savedJobs: SavedJob[] | null;
  ownJobs: MyJob[] | null;
  /** Of the own jobs, by job. */
  quoters: ReadonlyMap<string, Quoters>;
  reviews: OwnReviews | null;
  services: OfferedService[] | null;
  availability: Availability | null;
}

/** What the person pays. */
const Subscriptions = ({ type, session }: { type: string; session: SignedIn }) => {
  const { siteName, plans } = useSettings();
  const { isSubscribed, tier, expiresAt } = session.subscription;
  if (isSubscribed && expiresAt)
    return <OwnPlan subscription={session.subscription} endsAt={expiresAt} />;
  const forProviders = `Memberships are for ${accountsLabel("provider", siteName)}.`;
  if (type === "admin") return <p>{forProviders}</p>;
  return type === "provider" ? (
    <SettingRow
      title={planLabel(tier, plans)}
      value={MEMBERS_ARE_FOUND}
      action={
        <ButtonLink to="/membership" variant="signal">
          Activate Membership
        </ButtonLink>
      }
    />
  ) : (
    <section aria-labelledby="free">
      <h2 id="free" className="text-xl">
        It's free for you
      </h2>
      <p className="mt-2 max-w-prose">{`Searching, posting jobs and leaving feedback are free. ${forProviders}`}</p>
      <ButtonLink to="/post-job" variant="signal" className="mt-5 max-sm:w-full">
        Post a Job
      </ButtonLink>
    </section>
  );
};

/** The tabs of one role, in the order of spec 1 section 2. */
export const tabsFor = (session: SignedIn, profile: Profile, lists: ProfileLists): Tab[] => {
  const userId = session.user.id;
  const type = profile.account_type;
  const provider = type === "provider";
  return [
    {
      value: "about",
      label: "About",
      content: provider ? (
        <PublicPage
          member={session.subscription.isSubscribed}
          profile={profile}
          services={lists.services}
          availability={lists.availability}
        />
      ) : (
        <About profile={profile} email={session.user.email ?? ""} />
      ),
    },
    {
      value: "subscriptions",
      label: "Subscriptions",
      content: <Subscriptions type={type} session={session} />,
    },
    ...(provider
      ? [
          {
            value: "services",
            label: "Services",
            content: (
              <ServicesTab
                profile={profile}
                member={session.subscription.isSubscribed}
                services={lists.services}
              />
            ),
          },
          {
            value: "portfolio",
            label: "Portfolio",
            content: <OwnPortfolio samples={workSamples(profile.work_samples)} userId={userId} />,
          },
          {
            value: "reviews",
            label: "Reviews",
            count: reviewCountOf(lists.reviews) || undefined,
            content: <ReviewsTab reviews={lists.reviews} profile={profile} />,
          },
          {
            value: "saved-jobs",
            label: "Saved Jobs",
            count: lists.savedJobs?.length || undefined,
            content: <SavedJobsPart saved={lists.savedJobs} userId={userId} />,
          },
        ]
      : []),
    ...(type === "client"
      ? [
          {
            value: "my-jobs",
            label: "My Jobs",
            count: lists.ownJobs?.length || undefined,
            content: <MyJobs jobs={lists.ownJobs} quoters={lists.quoters} userId={userId} />,
          },
        ]
      : []),
    ...(type === "admin"
      ? [
          {
            value: "admin",
            label: "Admin Dashboard",
            content: (
              <ButtonLink to="/admin" variant="solid">
                Open the Admin Dashboard
              </ButtonLink>
            ),
          },
        ]
      : []),
    {
      value: "saved",
      label: "Saved",
      ...(!provider && { count: lists.savedProviders?.length || undefined }),
      content: (
        <SavedArea
          userId={userId}
          provider={provider}
          providers={lists.savedProviders}
          jobs={lists.savedJobs}
        />
      ),
    },
  ];
};
