import { FindProfessionals } from "#web/features/search/find-professionals.tsx";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Page Not Found, with links back. A list that has become shorter leads to its first page. */
export const NotFoundScreen = ({ firstPage }: { firstPage?: string | undefined }) => {
  const mayPost = useMayPostJobs();
  return (
    <Container width="md" className="py-4 sm:py-16">
      <EmptyState
        art="lost"
        level={1}
        title="Page Not Found"
        action={
          <>
            {firstPage && (
              <ButtonLink to={firstPage} variant="signal">
                Go to the first page
              </ButtonLink>
            )}
            {!firstPage && mayPost && (
              <ButtonLink to="/post-job" variant="outline">
                Post a Job
              </ButtonLink>
            )}
            <ButtonLink to="/" variant="outline">
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
            : "This page does not exist, or it has moved."}
        </p>
        {!firstPage && <FindProfessionals />}
      </EmptyState>
    </Container>
  );
};
