import { useEffect } from "react";
import { Navigate } from "react-router";
import { PROVIDERS_ONLY } from "#domain/membership/checkout-messages.ts";
import { orNull } from "#web/features/accounts/profile/queries.ts";
import { loadJobsOfTrade } from "#web/features/jobs/jobs-of-trade.tsx";
import { MembershipScreen } from "#web/features/membership/membership-screen.tsx";
import { loadContacts, type MembershipData } from "#web/features/membership/queries.ts";
import { loadSubscription } from "#web/features/membership/subscription/subscription.ts";
import { loadWorth } from "#web/features/statistics/queries.ts";
import { loadFreeYearsLeft } from "#web/session/membership-offer.ts";
import { getSession, sessionClient, useSession } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { toast } from "#web/ui/toast.ts";
import type { Route } from "./+types/membership.ts";

export const meta = pageTitle("Membership");

const NO_DATA = {
  member: false,
  membership: null,
  worth: null,
  contacts: null,
  freeYearsLeft: null,
  jobs: null,
};

/** A member's figures, or what helps others to decide. */
export const clientLoader = async (): Promise<MembershipData> => {
  const session = await getSession();
  if (session.status !== "signed-in" || session.profile?.account_type !== "provider")
    return NO_DATA;
  const db = await sessionClient();
  const { id } = session.user;
  const member = session.subscription.isSubscribed;
  const [membership, worth, contacts, freeYearsLeft, jobs] = await Promise.all([
    member ? orNull(loadSubscription(db, id)) : null,
    member ? orNull(loadWorth(db)) : null,
    member ? orNull(loadContacts(db)) : null,
    member ? null : orNull(loadFreeYearsLeft(db, id)),
    orNull(loadJobsOfTrade(db, session.profile.categories)),
  ]);
  return { member, membership, worth, contacts, freeYearsLeft, jobs };
};

/** People who are not providers see the reason and go to the directory (spec 2 section 6). */
const NotForYou = () => {
  useEffect(() => {
    toast({
      title: "Invalid account type",
      description: PROVIDERS_ONLY,
      variant: "destructive",
    });
  }, []);
  return <Navigate to="/directory" replace />;
};

export default function MembershipRoute({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  if (session.profile && session.profile.account_type !== "provider") return <NotForYou />;
  return (
    <MembershipScreen
      user={session.user}
      profile={session.profile}
      subscription={session.subscription}
      data={loaderData}
    />
  );
}
