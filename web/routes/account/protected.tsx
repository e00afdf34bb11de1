import { Navigate, Outlet, useLocation } from "react-router";
import { requireUser } from "#web/session/guard.ts";
import { loginPath, secondStepPath } from "#web/session/return-path.ts";
import { getSession, useSession } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";

export const clientMiddleware = [requireUser];

/** Runs the guard when the page opens: without a loader there would be nothing to guard. */
export const clientLoader = async () => {
  await getSession();
  return null;
};
clientLoader.hydrate = true as const;

/** Two placeholders where jobs will stand, three for all else (spec 1 section 9). */
export const HydrateFallback = () => {
  const { search } = useLocation();
  const jobs = /[?&]tab=(my|saved)-jobs\b/.test(search);
  return (
    <Container className="py-16">
      <Skeletons count={jobs ? 2 : 3} label="Loading..." />
    </Container>
  );
};

/**
 * Pages for whoever is signed in. Signing out in another tab, or a session that has ended, closes them
 * here too; what was typed waits in its draft for whoever comes back.
 */
export default function Protected() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === "second-step") {
    return <Navigate replace to={secondStepPath(pathname + search)} />;
  }
  if (session.status === "loading") return <HydrateFallback />;
  if (session.status === "signed-in") return <Outlet />;
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="letter"
        title="You have been signed out"
        action={
          <ButtonLink to={loginPath(new URL(pathname + search, "http://site"))} variant="solid">
            Log in
          </ButtonLink>
        }
      >
        <p>Your session has ended. Log in again to go on where you were.</p>
      </EmptyState>
    </Container>
  );
}
