import { loadSupport } from "#web/features/accounts/personal-data/support-queries.ts";
import {
  loadSavedJobs,
  loadSavedProviders,
  orNull,
} from "#web/features/accounts/profile/queries.ts";
import { SavedArea } from "#web/features/accounts/profile/saved.tsx";
import { AccountScreen } from "#web/features/accounts/settings/account-screen.tsx";
import { FinishSignUp, isUnfinished } from "#web/features/accounts/sign-up/finish-sign-up.tsx";
import { loadCategoryGroups } from "#web/features/categories/queries.ts";
import { loadSubscription } from "#web/features/membership/subscription/subscription.ts";
import { loadNotifications } from "#web/features/notifications/queries.ts";
import { getSession, sessionClient, useSession } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
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
