import { SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { skillsOf } from "#domain/providers/providers.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import { ServicesEditor } from "#web/features/providers/index.ts";
import type { Profile } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { SkillsSection } from "./skills-section.tsx";

/** A provider's services, the same as on the public page, and skills. */
export const ServicesTab = ({
  profile,
  member,
  services,
}: {
  profile: Profile;
  member: boolean;
  /** Null if they could not be loaded. */
  services: OfferedService[] | null;
}) => (
  <div className="grid grid-cols-1 gap-10 wrap-anywhere">
    {!member && (
      <Alert
        title={SUBSCRIPTION_REQUIRED}
        action={
          <ButtonLink to="/membership" size="sm" variant="solid">
            Activate Membership
          </ButtonLink>
        }
      >
        Services can be added with a live membership.
      </Alert>
    )}
    <section aria-labelledby="offered">
      <h2 id="offered" className="mb-3 text-xl">
        What you offer
      </h2>
      {services ? (
        <ServicesEditor
          providerId={profile.id}
          selections={profile.categories}
          services={services}
        />
      ) : (
        <Alert tone="danger" title="Failed to load services" />
      )}
    </section>
    <SkillsSection skills={skillsOf(profile.skills)} userId={profile.id} member={member} />
  </div>
);
