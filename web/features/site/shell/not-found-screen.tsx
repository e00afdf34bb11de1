import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Page Not Found, with links back. */
export const NotFoundScreen = () => (
  <Container width="md" className="py-16">
    <EmptyState
      art="lost"
      level={1}
      title="Page Not Found"
      action={
        <>
          <ButtonLink to="/" variant="solid">
            Return Home
          </ButtonLink>
          <ButtonLink to="/login" variant="outline">
            Log in
          </ButtonLink>
        </>
      }
    >
      <p>The page you are looking for does not exist, or it has moved.</p>
    </EmptyState>
  </Container>
);
