import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { type Demands, judge } from "#web/session/guard.ts";
import { loginPath, secondStepPath } from "#web/session/return-path.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { AccountProblem } from "./account-problem.tsx";

/** For people of the wrong account type (spec 1 section 2). */
const AccessDenied = ({ only }: { only: NonNullable<Demands["accountType"]> }) => {
  const who = { provider: "service providers", client: "clients", admin: "administrators" }[only];
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="lost"
        title="Access Denied"
        action={
          <>
            <ButtonLink to="/directory" variant="solid">
              Browse Directory
            </ButtonLink>
            <ButtonLink to="/" variant="outline">
              Return Home
            </ButtonLink>
          </>
        }
      >
        <p>This content is restricted to {who} only.</p>
      </EmptyState>
    </Container>
  );
};

/**
 * Shows its content to the people it is for, and treats everybody else by the rules of spec 1 section 4.
 */
export const Guard = ({ children, ...demands }: Demands & { children: ReactNode }) => {
  const session = useSession();
  const { pathname, search } = useLocation();
  switch (judge(session, demands)) {
    case "wait":
      return <Skeletons count={2} label="Loading..." />;
    case "login":
      return <Navigate replace to={loginPath(new URL(pathname + search, "http://site"))} />;
    case "second-step":
      return <Navigate replace to={secondStepPath(pathname + search)} />;
    case "failed":
      return <AccountProblem />;
    case "denied":
      return <AccessDenied only={demands.accountType ?? "provider"} />;
    case "membership": {
      const state = { redirectReason: "subscription_required", redirectFrom: pathname };
      return <Navigate replace to="/membership" state={state} />;
    }
    case "enter":
      return children;
  }
};
