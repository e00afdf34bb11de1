import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Page Not Found, with links back. A list that has become shorter leads to its first page. */
export const NotFoundScreen = ({ firstPage }: { firstPage?: string | undefined }) => (
  <Container width="md" className="py-16">
    <EmptyState
      art="lost"
      level={1}
      title="Page Not Found"
      action={
        <>
          {firstPage && (
            <ButtonLink to={firstPage} variant="solid">
              Go to the first page
            </ButtonLink>
          )}
          <ButtonLink to="/" variant={firstPage ? "outline" : "solid"}>
            Return Home
          </ButtonLink>
          {!firstPage && (
            <ButtonLink to="/login" variant="outline">
              Log in
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        {firstPage
          ? "This list has fewer pages than that."
          : "The page you are looking for does not exist, or it has moved."}
      </p>
    </EmptyState>
  </Container>
);
