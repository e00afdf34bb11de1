import MapPin from "lucide-react/icons/map-pin";
import Pencil from "lucide-react/icons/pencil";
import { useSearchParams } from "react-router";
import { accountLabel, fullNameOf } from "#domain/accounts.ts";
import { labelOf } from "#domain/categories.ts";
import { formatMonth } from "#domain/dates.ts";
import { workSamples } from "#domain/providers.ts";
import { SubscriptionTab } from "#web/features/accounts/index.ts";
import { PortfolioTab } from "#web/features/providers/index.ts";
import type { Profile, SettledSession } from "#web/session/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { type Tab, Tabs } from "#web/ui/tabs.tsx";
import { MyJobs } from "./my-jobs.tsx";
import type { OwnJob, Review, SavedJob, SavedProvider } from "./queries.ts";
import { ReviewsTab } from "./reviews-tab.tsx";
import { SavedArea, SavedJobs } from "./saved.tsx";
import { servicesOf } from "./services.ts";
import { ServicesTab } from "./services-tab.tsx";

type SignedIn = Extract<SettledSession, { status: "signed-in" }>;

/** What the route loads; a list is null when it failed, and empty where it does not apply. */
export interface ProfileLists {
  savedProviders: SavedProvider[] | null;
  savedJobs: SavedJob[] | null;
  ownJobs: OwnJob[] | null;
  reviews: Review[] | null;
}

const About = ({ profile, email }: { profile: Profile; email: string }) => (
  <div className="grid gap-8 lg:grid-cols-[2fr_1fr]">
    <section aria-labelledby="about">
      <h2 id="about" className="text-xl">
        About
      </h2>
      <p className="mt-3 max-w-prose whitespace-pre-line break-words">
        {profile.bio || (
          <span className="text-ink-soft">
            Nothing here yet. Edit your profile to introduce yourself.
          </span>
        )}
      </p>
    </section>
    <section aria-labelledby="details">
      <h2 id="details" className="text-xl">
        Details
      </h2>
      <dl className="mt-3 grid gap-3 [&_dt]:text-sm [&_dt]:text-ink-soft">
        <div>
          <dt>Email</dt>
          <dd className="break-words">{email}</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>{formatMonth(profile.created_at)}</dd>
        </div>
        {profile.categories.length > 0 && (
          <div>
            <dt>{profile.account_type === "provider" ? "Business Category" : "Interested In"}</dt>
            <dd>{profile.categories.map(labelOf).join(", ")}</dd>
          </div>
        )}
      </dl>
    </section>
  </div>
);

const Subscriptions = ({ session }: { session: SignedIn }) =>
  session.profile?.account_type === "provider" ? (
    <SubscriptionTab subscription={session.subscription} />
  ) : (
    <Card className="max-w-xl">
      <h2 className="text-xl">Nothing to pay</h2>
      <p className="mt-2 text-ink-soft">
        Searching, posting jobs and leaving feedback are free. Memberships are for service
        providers.
      </p>
    </Card>
  );

const tabsFor = (session: SignedIn, profile: Profile, lists: ProfileLists): Tab[] => {
  const userId = session.user.id;
  const type = profile.account_type;
  const provider = type === "provider";
  const name = fullNameOf(profile, "You");
  return [
    {
      value: "about",
      label: "About",
      content: <About profile={profile} email={session.user.email ?? ""} />,
    },
    {
      value: "subscriptions",
      label: "Subscriptions",
      content: <Subscriptions session={session} />,
    },
    ...(provider
      ? [
          {
            value: "services",
            label: "Services",
            content: (
              <ServicesTab
                services={servicesOf(profile.skills)}
                userId={userId}
                member={session.subscription.isSubscribed}
              />
            ),
          },
          {
            value: "portfolio",
            label: "Portfolio",
            content: <PortfolioTab samples={workSamples(profile.work_samples)} name={name} />,
          },
          {
            value: "reviews",
            label: "Reviews",
            count: lists.reviews?.length,
            content: <ReviewsTab reviews={lists.reviews} />,
          },
          {
            value: "saved-jobs",
            label: "Saved Jobs",
            count: lists.savedJobs?.length,
            content: <SavedJobs saved={lists.savedJobs} userId={userId} />,
          },
        ]
      : []),
    ...(type === "client"
      ? [
          {
            value: "my-jobs",
            label: "My Jobs",
            count: lists.ownJobs?.length,
            content: <MyJobs jobs={lists.ownJobs} userId={userId} />,
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

/** /profile: one's own page, with the tabs of one's role (spec 1 section 2). */
export const ProfileScreen = ({
  session,
  profile,
  lists,
}: {
  session: SignedIn;
  profile: Profile;
  lists: ProfileLists;
}) => {
  const [query, setQuery] = useSearchParams();
  const tabs = tabsFor(session, profile, lists);
  const asked = query.get("tab") ?? "";
  const name = fullNameOf(profile, session.user.email ?? "Your profile");
  return (
    <Container className="pb-16">
      <header className="flex flex-wrap items-center gap-5 pt-8 pb-6 sm:pt-12">
        <Avatar name={name} src={profile.profile_image_url} size="lg" />
        <div className="min-w-52 flex-1">
          <h1 className="text-3xl tracking-display wrap-anywhere">{name}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-3 text-ink-soft">
            <Badge tone="brand">{accountLabel(profile.account_type)}</Badge>
            {profile.location && (
              <span className="flex items-center gap-1.5">
                <MapPin aria-hidden="true" className="size-4" />
                {profile.location}
              </span>
            )}
          </p>
        </div>
        <ButtonLink to="/account-settings" variant="outline" icon={<Pencil />}>
          Edit Profile
        </ButtonLink>
      </header>
      <Tabs
        label="Profile"
        value={tabs.some(({ value }) => value === asked) ? asked : "about"}
        onChange={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
        tabs={tabs}
      />
    </Container>
  );
};
