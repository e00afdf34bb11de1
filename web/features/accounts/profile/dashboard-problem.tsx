import { faultOf } from "#domain/site/faults.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { reloadPage } from "#web/ui/connected/reachable.ts";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown in place of a dashboard that could not be loaded. */
export const DashboardProblem = ({ error }: { error: unknown }) => {
  const { contactEmail } = useSettings();
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="lost"
        level={1}
        title="We could not load your dashboard"
        action={
          <>
            <Button onClick={() => void reloadPage()}>Try again</Button>
            <ButtonLink to="/dashboard/enquiries" variant="outline">
              Open messages
            </ButtonLink>
          </>
        }
      >
        <p>{faultOf(error, "Try again in a moment.").message}</p>
        <p>
          If it keeps happening, write to{" "}
          <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
            {contactEmail}
          </a>
          .
        </p>
      </EmptyState>
    </Container>
  );
};
