import { Outlet, replace, useLocation } from "react-router";
import { AccountProblem } from "#web/features/accounts/access/account-problem.tsx";
import { SignedOut } from "#web/features/accounts/access/signed-out.tsx";
import { secondStepPath } from "#web/session/return-path.ts";
import { getSession, useSession } from "#web/session/session.ts";
import { AdminFrame } from "#web/ui/admin/admin-frame.tsx";
import { Container } from "#web/ui/container.tsx";
import { NeedsScripts } from "#web/ui/needs-scripts.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/protected.ts";

/** `/admin-login?return=…` for the page where a person was stopped. */
const adminLoginPath = ({ pathname, search }: { pathname: string; search: string }): string =>
  pathname.startsWith("/admin/")
    ? `/admin-login?return=${encodeURIComponent(pathname + search)}`
    : "/admin-login";

/** Everybody but an admin is sent to the admin login; the database refuses them anyway (P-03). */
const requireAdmin: Route.ClientMiddlewareFunction = async ({ request }) => {
  const session = await getSession();
  // If the account could not be loaded, the database decides what the person may read.
  if (session.status === "signed-in" && session.loadFailed) return;
  if (session.status === "signed-in" && session.profile?.account_type === "admin") return;
  const { pathname, search } = new URL(request.url);
  if (session.status === "second-step") throw replace(secondStepPath(pathname + search));
  throw replace(adminLoginPath({ pathname, search }));
};

export const clientMiddleware = [requireAdmin];

/** Runs the guard when the page opens: without a loader there would be nothing to guard. */
export const clientLoader = async () => {
  await getSession();
  return null;
};

export const HydrateFallback = () => (
  <Container className="py-16">
    <NeedsScripts>
      <Skeletons count={3} label="Loading..." />
    </NeedsScripts>
  </Container>
);

export default function AdminProtected() {
  const session = useSession();
  const location = useLocation();
  if (session.status === "signed-out") return <SignedOut to={adminLoginPath(location)} />;
  if (session.status === "signed-in" && session.loadFailed) return <AccountProblem />;
  const admin = session.status === "signed-in" && session.profile?.account_type === "admin";
  if (!admin) return <HydrateFallback />;
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}
