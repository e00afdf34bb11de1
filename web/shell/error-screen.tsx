import { isRouteErrorResponse } from "react-router";
import { faultOf, isServerFault, PAGE_FAILED, VERY_BUSY } from "#domain/site/faults.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { reloadPage } from "#web/ui/connected/reachable.ts";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The router refuses requests that no page of ours sends, such as a form to a page without one. */
const NOT_ACCEPTED = {
  title: "This page could not take what was sent",
  text: "Please go back, reload the page and try again.",
};
const UNEXPECTED = "An unexpected error occurred";

/** The server's own page has this text too when it has no capacity to render. */
const wordsFor = (error: unknown): { title: string; text: string } => {
  if (isRouteErrorResponse(error) && error.status === 503) return VERY_BUSY;
  if (!isRouteErrorResponse(error)) {
    if (isServerFault(error)) return PAGE_FAILED;
    const { kind, message } = faultOf(error, UNEXPECTED);
    return { title: PAGE_FAILED.title, text: kind === "server" ? UNEXPECTED : message };
  }
  return error.status < 500 ? NOT_ACCEPTED : PAGE_FAILED;
};

/** The generic error fallback: its message, and a way to try again (spec 1 section 2). */
export const ErrorScreen = ({ error }: { error: unknown }) => {
  const { title, text } = wordsFor(error);
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="lost"
        level={1}
        title={title}
        action={
          <>
            <Button onClick={() => void reloadPage()}>Try again</Button>
            <ButtonLink to="/" variant="outline">
              Return Home
            </ButtonLink>
          </>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </Container>
  );
};
