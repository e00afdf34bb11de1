import { replace } from "react-router";
import { PROFILE_NOT_LOADED } from "#domain/accounts/settings-messages.ts";
import { ReadableError } from "#domain/site/faults.ts";
import { ProfileScreen } from "#web/features/accounts/profile/profile-screen.tsx";
import {
  loadSavedJobs,
  loadSavedProviders,
  orNull,
} from "#web/features/accounts/profile/queries.ts";
import { loadReviews } from "#web/features/feedback/queries.ts";
import { loadMyJobs, loadQuotersOf } from "#web/features/jobs/own/queries.ts";
import { loadProviderPage } from "#web/features/providers/profile-queries.ts";
import { getSession, sessionClient, useSession } from "#web/session/session.ts";
import { ErrorScreen } from "#web/shell/error-screen.tsx";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/profile.ts";

export const meta = pageTitle("My Profile");

/** The lists of the person's role; another role's are empty. Enquiries have a page of their own. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  if (new URL(request.url).searchParams.get("tab") === "enquiries")
    throw replace("/dashboard/enquiries");
  const session = await getSession();
  const empty = {
    savedProviders: [],
    savedJobs: [],
    ownJobs: [],
    quoters: new Map(),
    reviews: null,
    services: [],
    availability: null,
  };
  if (session.status !== "signed-in") return empty;
  const db = await sessionClient();
  const { id } = session.user;
  const type = session.profile?.account_type;
  const [savedProviders, savedJobs, ownJobs, reviews, page] = await Promise.all([
    orNull(loadSavedProviders(db, id)),
    type === "provider" ? orNull(loadSavedJobs(db)) : [],
    type === "client" ? orNull(loadMyJobs(db)) : [],
    type === "provider" ? orNull(loadReviews(db, id)) : null,
    type === "provider" ? orNull(loadProviderPage(db, id)) : null,
  ]);
  return {
    savedProviders,
    savedJobs,
    ownJobs,
    quoters: await loadQuotersOf(db, ownJobs ?? []),
    reviews,
    services: type === "provider" ? (page?.services ?? null) : [],
    availability: page?.availability ?? null,
  };
};

export default function ProfileRoute({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  if (!session.profile) return <ErrorScreen error={new ReadableError(PROFILE_NOT_LOADED)} />;
  return <ProfileScreen session={session} profile={session.profile} lists={loaderData} />;
}
