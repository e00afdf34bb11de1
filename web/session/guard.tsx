import type { ReactNode } from "react";
import { Navigate, replace, useLocation } from "react-router";
import { loginPath } from "./return-path.ts";
import { getSession, type Profile, useSession } from "./session.ts";

/**
 * The first two steps of the guard (spec 1 section 4): wait for the session, then send a visitor to
 * /login with the way back, replacing the entry in the history. Runs before the loaders below it.
 */
export const requireUser = async ({ request }: { request: Request }): Promise<void> => {
  const session = await getSession();
  if (session.status === "signed-out") throw replace(loginPath(new URL(request.url)));
};

/**
 * The last two steps: the wrong account type sees `denied`; a provider without a live membership
 * goes to /membership, told why. Clients pass pages that want a subscription.
 */
export const Guard = ({
  accountType,
  subscription = false,
  denied,
  fallback = null,
  children,
}: {
  accountType?: Profile["account_type"];
  subscription?: boolean;
  denied: ReactNode;
  fallback?: ReactNode;
  children: ReactNode;
}) => {
  const session = useSession();
  const location = useLocation();
  if (session.status === "loading") return fallback;
  if (session.status === "signed-out") {
    return (
      <Navigate
        replace
        to={loginPath(new URL(location.pathname + location.search, "http://site"))}
      />
    );
  }
  const type = session.profile?.account_type;
  if (accountType && type !== accountType) return denied;
  if (subscription && type === "provider" && !session.subscription.isSubscribed) {
    const state = { redirectReason: "subscription_required", redirectFrom: location.pathname };
    return <Navigate replace to="/membership" state={state} />;
  }
  return children;
};
