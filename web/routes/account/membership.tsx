import { useEffect } from "react";
import { Navigate } from "react-router";
import { PROVIDERS_ONLY } from "#domain/membership-checkout-messages.ts";
import { MembershipScreen } from "#web/features/membership/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { useSession } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";

export const meta = pageTitle("Membership");

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

export default function MembershipRoute() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  if (session.profile && session.profile.account_type !== "provider") return <NotForYou />;
  return <MembershipScreen user={session.user} subscription={session.subscription} />;
}
