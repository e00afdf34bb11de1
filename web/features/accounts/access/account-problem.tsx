import { useState } from "react";
import { refreshSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown where a page needs an account that could not be loaded. */
export const AccountProblem = () => {
  const [busy, setBusy] = useState(false);
  const { contactEmail } = useSettings();
  const retry = () => {
    setBusy(true);
    void refreshSession().finally(() => setBusy(false));
  };
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="lost"
        level={1}
        title="Your account could not be loaded"
        action={
          <Button busy={busy} onClick={retry}>
            Try again
          </Button>
        }
      >
        <p>
          You are still logged in, and nothing is lost. If it keeps happening, write to{" "}
          <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
            {contactEmail}
          </a>
          .
        </p>
      </EmptyState>
    </Container>
  );
};
