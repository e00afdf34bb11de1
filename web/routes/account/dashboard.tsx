import { replace } from "react-router";
import { PROFILE_NOT_LOADED } from "#domain/accounts/settings-messages.ts";
import { ReadableError } from "#domain/site/faults.ts";
import { DashboardProblem } from "#web/features/accounts/profile/dashboard-problem.tsx";
import {
  loadClientFigures,
  loadProviderFigures,
} from "#web/features/accounts/profile/dashboard-queries.ts";
import { PersonalDashboard } from "#web/features/accounts/profile/dashboard-screen.tsx";
import { orNull } from "#web/features/accounts/profile/queries.ts";
import { OwnClaims } from "#web/features/businesses/claim-state.tsx";
import { loadOwnClaims } from "#web/features/businesses/queries.ts";
import { loadWorth } from "#web/features/statistics/queries.ts";
import { loadFreeYearsLeft } from "#web/session/membership-offer.ts";
import { getSession, sessionClient, useSession } from "#web/session/session.ts";
import { unlessEnded } from "#web/session/unless.ts";
import { ErrorScreen } from "#web/shell/error-screen.tsx";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/dashboard.ts";

export const meta = pageTitle("Dashboard");

export const clientLoader = async () => {
  const session = await getSession();
  if (session.status !== "signed-in") return null;
  const type = session.profile?.account_type;
  if (type === "admin") throw replace("/admin/dashboard");
  const db = await sessionClient();
  const { id } = session.user;
  const figures =
    type === "provider"
      ? loadProviderFigures(db, id, session.profile?.categories ?? null)
      : loadClientFigures(db, id);
  const member = type === "provider" && session.subscription.isSubscribed;
  const worth = member ? orNull(loadWorth(db)) : null;
  const freeYears = type === "provider" && !member ? orNull(loadFreeYearsLeft(db, id)) : null;
  const loading = Promise.all([figures, worth, freeYears, loadOwnClaims(db, id)]);
  return unlessEnded(
    loading.then(([figures, worth, freeYearsLeft, claims]) => ({
      figures,
      worth,
      freeYearsLeft,
      claims,
    })),
    () => null,
  );
};

/** The menu and the rest of the site remain. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DashboardProblem error={error} />;
}

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  if (session.status !== "signed-in" || !loaderData) return null;
  if (!session.profile) return <ErrorScreen error={new ReadableError(PROFILE_NOT_LOADED)} />;
  return (
    <PersonalDashboard
      session={session}
      profile={session.profile}
      {...loaderData}
      claims={<OwnClaims claims={loaderData.claims} />}
    />
  );
}
