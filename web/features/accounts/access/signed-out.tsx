import { hasLeft } from "#web/session/leaving.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/**
 * Shown on a guarded page once the session has ended, here or in another tab; `to` is its login. After a
 * sign-out of one's own it is on the screen until the next page has loaded.
 */
export const SignedOut = ({ to }: { to: string }) => (
  <Container width="md" className="py-16">
    <EmptyState
      art="letter"
      title="You have been signed out"
      action={
        <ButtonLink to={to} variant="solid">
          Log in
        </ButtonLink>
      }
    >
      {!hasLeft() && <p>Your session has ended. Log in again to continue where you left off.</p>}
    </EmptyState>
  </Container>
);
