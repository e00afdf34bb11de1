import type { Demands } from "#web/session/guard.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** For people of the wrong account type (spec 1 section 2). */
export const AccessDenied = ({ only }: { only: NonNullable<Demands["accountType"]> }) => {
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
