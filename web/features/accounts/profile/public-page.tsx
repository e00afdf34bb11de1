import type { ReactNode } from "react";
import { workSamples } from "#domain/providers-portfolio.ts";
import type { OfferedService } from "#domain/providers-results.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { type Availability, AvailabilityRows } from "#web/features/providers/availability/index.ts";
import type { Profile } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";

/** The most services that are named; the others are counted. */
const NAMED = 3;

/** What the availability has, in an error's words. */
const TIMES = "opening hours and area";

const servicesIn = (services: readonly OfferedService[]): string => {
  const named = services.slice(0, NAMED).map(({ title }) => title);
  const others = services.length - named.length;
  return `${named.join(", ")}${others > 0 ? ` and ${countOf(others, "other", "others")}` : ""}`;
};

const Row = ({
  label,
  what,
  value,
  to,
}: {
  label: string;
  what: string;
  value: ReactNode;
  /** Where it is changed; null if it cannot be. */
  to: string | null;
}) => (
  <SummaryRow
    label={label}
    value={to ? value : value || "Members only"}
    action={
      to && (
        <ButtonLink to={to} variant="outline" size="sm">
          <span>
            {value ? "Change" : "Add"}
            <span className="sr-only"> {what}</span>
          </span>
        </ButtonLink>
      )
    }
  />
);

/** What people read on a provider's page, each with the one place where it is changed. */
export const PublicPage = ({
  profile,
  member,
  services,
  availability,
}: {
  profile: Profile;
  member: boolean;
  /** Null if they could not be loaded, as is the availability. */
  services: readonly OfferedService[] | null;
  availability: Availability | null;
}) => {
  const work = workSamples(profile.work_samples).length;
  return (
    <section aria-labelledby="about">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="about" className="text-xl">
          What people see
        </h2>
        <Link to="/directory/me" className="link text-sm">
          See your public page
        </Link>
      </div>
      <SummaryList>
        <Row
          label="About you"
          what="what people read about you"
          value={profile.bio && <span className="whitespace-pre-line">{profile.bio}</span>}
          to="/account?change=about"
        />
        {services && (
          <Row
            label="Services and prices"
            what="your services"
            value={servicesIn(services)}
            to={member || services.length > 0 ? "/profile?tab=services" : null}
          />
        )}
        {availability && <AvailabilityRows providerId={profile.id} availability={availability} />}
        <Row
          label="Portfolio"
          what="your portfolio"
          value={work > 0 && countOf(work, "piece of work", "pieces of work")}
          to={member || work > 0 ? "/profile?tab=portfolio" : null}
        />
      </SummaryList>
      {!(services && availability) && (
        <div className="mt-4">
          <Alert
            tone="danger"
            title={`Failed to load ${services ? TIMES : availability ? "services" : `services, ${TIMES}`}`}
          />
        </div>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        Your name, town, phone, categories and links are in{" "}
        <Link to="/account" className="link">
          Account settings
        </Link>
        . You joined in {formatMonth(profile.created_at)}.
      </p>
    </section>
  );
};
