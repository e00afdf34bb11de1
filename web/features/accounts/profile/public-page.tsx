import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { workSamples } from "#domain/providers-portfolio.ts";
import type { OfferedService } from "#domain/providers-results.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { type Availability, AvailabilityRows } from "#web/features/providers/availability/index.ts";
import { Thumbnail } from "#web/features/providers/portfolio/index.ts";
import type { Profile } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Link } from "#web/ui/link.tsx";
import { ROW_ACTION, SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";

/** One name for the page wherever it is linked to; without a membership only its owner can see it. */
export const SEE_YOUR_PAGE = "See your public page";
export const PREVIEW_YOUR_PAGE = "Preview your page";

/** The most services that are named, and pictures that are shown; the others are counted. */
const NAMED = 3;

/** What the availability has, in an error's words. */
const TIMES = "opening hours and area";

const servicesIn = (services: readonly OfferedService[]): ReactNode => {
  const others = services.length - NAMED;
  const named = services.slice(0, NAMED).map(({ title }) => title);
  return (
    services.length > 0 && (
      <span className="dotted">
        {named.map((title) => (
          <span key={title}>{title}</span>
        ))}
        {others > 0 && <span>{countOf(others, "other", "others")}</span>}
      </span>
    )
  );
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
    value={
      value ||
      (!to && (
        <span className="text-ink-soft">
          <Lock aria-hidden="true" className="mr-2 inline size-4 align-[-0.15em]" />
          Members only
        </span>
      ))
    }
    action={
      <Link to={to ?? "/membership"} className={`inline-block ${ROW_ACTION}`}>
        {to ? (value ? "Change" : "Add") : "Activate"}
        <span className="sr-only">{to ? ` ${what}` : ` your membership to add ${what}`}</span>
      </Link>
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
  const samples = workSamples(profile.work_samples);
  const work = samples.length;
  return (
    <section aria-labelledby="about">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="about" className="text-xl">
          What people see
        </h2>
        <Link to="/directory/me" className="link text-sm">
          {member ? SEE_YOUR_PAGE : PREVIEW_YOUR_PAGE}
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
          value={
            work > 0 && (
              <>
                {countOf(work, "piece of work", "pieces of work")}
                <span className="mt-2 flex gap-2">
                  {samples.slice(0, NAMED).map(({ id, media }) => (
                    <span
                      key={id}
                      className="relative size-14 overflow-hidden rounded-md bg-sunken"
                    >
                      <Thumbnail media={media[0]} sizes="56px" />
                    </span>
                  ))}
                </span>
              </>
            )
          }
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
