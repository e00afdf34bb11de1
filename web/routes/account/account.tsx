import { loadSubscription } from "#web/features/accounts/index.ts";
import { loadSupport } from "#web/features/accounts/personal-data/index.ts";
import {
  loadSavedJobs,
  loadSavedProviders,
  orNull,
  SavedArea,
} from "#web/features/accounts/profile/index.ts";
import { AccountScreen } from "#web/features/accounts/settings/account-screen.tsx";
import { FinishSignUp, isUnfinished } from "#web/features/accounts/sign-up/finish-sign-up.tsx";
import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { JobAlerts } from "#web/features/jobs/index.ts";
import { loadNotifications } from "#web/features/notifications/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { getSession, sessionClient, useSession } from "#web/session/session.ts";
import type { Route } from "./+types/account.ts";

export const meta = pageTitle("Account settings");

export const clientLoader = async () => {
  const session = await getSession();
  if (session.status !== "signed-in") {
    return {
      groups: [],
      providers: [],
      jobs: [],
      subscription: null,
      notifications: null,
      support: null,
      unfinished: false,
    };
  }
  const db = await sessionClient();
  const { id } = session.user;
  const provider = session.profile?.account_type === "provider";
  const [groups, providers, jobs, subscription, notifications, support, unfinished] =
    await Promise.all([
      orNull(loadCategoryGroups(db)),
      orNull(loadSavedProviders(db, id)),
      provider ? orNull(loadSavedJobs(db)) : [],
      provider ? orNull(loadSubscription(db, id)) : null,
      orNull(loadNotifications(db, id)),
      orNull(loadSupport(db, id)),
      isUnfinished(db, session.user),
    ]);
  // Without them the picker reports an issue, and the rest can be changed.
  return {
    groups: groups ?? [],
    providers,
    jobs,
    subscription,
    notifications,
    support,
    unfinished,
  };
};

export default function AccountRoute({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  const { groups, providers, jobs, subscription, notifications, support, unfinished } = loaderData;
  if (unfinished) return <FinishSignUp session={session} groups={groups} />;
  return (
    <AccountScreen
      session={session}
      subscription={subscription}
      groups={groups}
      jobAlerts={<JobAlerts userId={session.user.id} groups={groups} />}
      notifications={notifications}
      support={support}
      bookmarked={(providers?.length ?? 0) + (jobs?.length ?? 0)}
      bookmarks={
        <SavedArea
          userId={session.user.id}
          provider={session.profile?.account_type === "provider"}
          providers={providers}
          jobs={jobs}
        />
      }
    />
  );
}
