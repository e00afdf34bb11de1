import { isRouteErrorResponse } from "react-router";
import { faultOf } from "#domain/faults.ts";
import { Button } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

const UNEXPECTED = "An unexpected error occurred";

const messageOf = (error: unknown): string => {
  if (isRouteErrorResponse(error) && error.status === 503)
    return "The site is very busy right now. Please try again in a few seconds.";
  if (isRouteErrorResponse(error)) return error.statusText || `Error ${error.status}`;
  return faultOf(error, UNEXPECTED).message;
};

/** The generic error fallback: its message, and a way to try again (spec 1 section 2). */
export const ErrorScreen = ({ error }: { error: unknown }) => (
  <Container width="md" className="py-16">
    <EmptyState
      art="lost"
      level={1}
      title="Something went wrong"
      action={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      <p>{messageOf(error)}</p>
    </EmptyState>
  </Container>
);
