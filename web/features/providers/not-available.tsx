import { FindProfessionals } from "#web/features/search/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export const PROFILE_MISSING =
  "The provider profile you're looking for doesn't exist or isn't accessible.";

/** Instead of a profile that does not exist or is not shown. */
export const NotAvailable = () => {
  const { siteName } = useSettings();
  return (
    <Container width="md" className="py-4 sm:py-16">
      <EmptyState
        art="lost"
        level={1}
        title="Profile Not Available"
        action={
          <ButtonLink to="/directory" variant="outline">
            Back to Directory
          </ButtonLink>
        }
      >
        <p>
          {PROFILE_MISSING} This professional may have left {siteName}.
        </p>
        <FindProfessionals />
      </EmptyState>
    </Container>
  );
};
