import { createClient } from "@supabase/supabase-js";
import { Navigate, Outlet, useLocation } from "react-router";
import { AccountProblem } from "#web/features/accounts/access/account-problem.tsx";
import { SignedOut } from "#web/features/accounts/access/signed-out.tsx";
import { DashboardSkeleton } from "#web/features/accounts/profile/dashboard-skeleton.tsx";
import { EnquiriesSkeleton } from "#web/features/enquiries/enquiries-skeleton.tsx";
import { requireUser } from "#web/session/guard.ts";
import { FOR_ACCOUNTS } from "#web/session/hydration.ts";
import { loginPath, secondStepPath } from "#web/session/return-path.ts";
import { getSession, useSession } from "#web/session/session.ts";
import { Container } from "#web/ui/container.tsx";
import { NeedsScripts } from "#web/ui/needs-scripts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";

/**
 * Every page here needs the client. As one of the route's own scripts it is fetched beside the others
 * and not after them.
 */
export const handle = { createClient, ...FOR_ACCOUNTS };

export const clientMiddleware = [requireUser];

/** Runs the guard when the page opens: without a loader there would be nothing to guard. */
export const clientLoader = async () => {
  await getSession();
  return null;
};

/** Two placeholders for jobs, three for everything else (spec 1 section 9). */
export const HydrateFallback = () => {
  const { pathname, search } = useLocation();
  // On a telephone a conversation has its own.
  const enquiries = pathname === "/dashboard/enquiries" && !/[?&]open=/.test(search);
  const jobs = /[?&]tab=(my|saved)-jobs\b/.test(search);
  return (
    // The last line is the space below a dashboard.
    <Container className={pathname === "/dashboard" ? undefined : enquiries ? "pb-16" : "py-16"}>
      {enquiries && <PageHeader title="Enquiries" />}
      <NeedsScripts>
        {pathname === "/dashboard" ? (
          <DashboardSkeleton />
        ) : enquiries ? (
          <EnquiriesSkeleton />
        ) : (
          <Skeletons count={jobs ? 2 : 3} label="Loading..." />
        )}
        {/* In view also where the placeholders are higher than the window. */}
        <p className="after-a-while sticky bottom-0 mt-10 bg-paper py-3 text-ink-soft">
          This is taking longer than usual.
        </p>
      </NeedsScripts>
    </Container>
  );
};

/**
 * Pages for signed-in people. Signing out in another tab, or an ended session, closes them here too; typed
 * text remains in its draft for the same person.
 */
export default function Protected() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === "second-step") {
    return <Navigate replace to={secondStepPath(pathname + search)} />;
  }
  if (session.status === "loading") return <HydrateFallback />;
  if (session.status === "signed-in") {
    // The settings themselves say what could not be loaded (spec 1 section 5).
    return session.loadFailed && pathname !== "/account" ? <AccountProblem /> : <Outlet />;
  }
  return <SignedOut to={loginPath({ pathname, search })} />;
}
