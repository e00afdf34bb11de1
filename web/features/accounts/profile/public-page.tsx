import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { fullNameOf } from "#domain/accounts/accounts.ts";
import { areaText } from "#domain/providers/area.ts";
import { WHY_ADD } from "#domain/providers/page-messages.ts";
import { workSamples } from "#domain/providers/portfolio.ts";
import { priceLabel } from "#domain/providers/prices.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { type Availability, AvailabilityRows, Thumbnail } from "#web/features/providers/index.ts";
import type { Profile } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { ROW_ACTION, SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";

/** The most services that are named; the others are counted. */
const NAMED = 5;
/** The most pictures that are shown. */
const SHOWN = 3;

/** What the availability has, in an error's words. */
const TIMES = "opening hours and area";

const servicesIn = (services: readonly OfferedService[]): ReactNode => {
  const others = services.length - NAMED;
  return (
    services.length > 0 && (
      <ul className="grid gap-2">
        {services.slice(0, NAMED).map((service) => (
          <li key={service.title} className="flex flex-wrap justify-between gap-x-6">
            <span className="min-w-32 flex-1">{service.title}</span>
            {priceLabel(service) && (
              <span className="text-right text-ink-soft">{priceLabel(service)}</span>
            )}
          </li>
        ))}
        {others > 0 && <li>{countOf(others, "other", "others")}</li>}
      </ul>
    )
  );
};

const Row = ({
  label,
  what,
  value,
  why,
  to,
  primary = false,
}: {
  label: string;
  what: string;
  value: ReactNode;
  why: string;
  /** It is where to begin. */
  primary?: boolean;
  /** Where it is changed; null if that needs a membership. */
  to: string | null;
}) => (
  <SummaryRow
    label={label}
    why={why}
    value={value}
    action={
      to ? (
        <Link
          to={to}
          className={primary ? buttonClass("solid", "sm") : `inline-block ${ROW_ACTION}`}
        >
          {value ? "Change" : "Add"}
          <span className="sr-only"> {what}</span>
        </Link>
      ) : (
        <>
          <Lock aria-hidden="true" className="size-4 text-ink-soft" />
          <span className="sr-only">Needs a membership</span>
        </>
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
  const samples = workSamples(profile.work_samples);
  const work = samples.length;
  const locked = {
    services: !member && services !== null && services.length === 0,
    portfolio: !member && work === 0,
  };
  const added = [
    profile.profile_image_url,
    profile.bio,
    profile.phone_number,
    availability && Object.keys(availability.hours).length,
    availability && (areaText(availability) || availability.places.length),
    ...(locked.services ? [] : [services?.length]),
    ...(locked.portfolio ? [] : [work]),
  ];
  const done = added.filter(Boolean).length;
  const servicesRow = services && (
    <Row
      label="Services and prices"
      what="your services"
      value={servicesIn(services)}
      why={WHY_ADD.services}
      to={locked.services ? null : "/profile?tab=services"}
    />
  );
  const portfolioRow = (
    <Row
      label="Portfolio"
      what="your portfolio"
      value={
        work > 0 && (
          <>
            {countOf(work, "piece of work", "pieces of work")}
            <span className="mt-2 flex gap-2">
              {samples.slice(0, SHOWN).map(({ id, media }) => (
                <span key={id} className="relative size-14 overflow-hidden rounded-md bg-sunken">
                  <Thumbnail media={media[0]} sizes="56px" />
                </span>
              ))}
            </span>
          </>
        )
      }
      why={WHY_ADD.portfolio}
      to={locked.portfolio ? null : "/profile?tab=portfolio"}
    />
  );
  return (
    <section aria-labelledby="about">
      <div className="mb-4">
        <div className="flex items-baseline justify-between gap-x-4">
          <h2 id="about" className="text-xl">
            Your public page
          </h2>
          <Link
            to={member ? "/directory/me" : "/directory/me?view=visitor"}
            className="link text-sm"
          >
            {member ? "View page" : "Preview page"}
          </Link>
        </div>
        <p className="mt-1 text-sm text-ink-soft">
          {services && availability && <span>{`${done} of ${added.length} sections added. `}</span>}
          {!member && <span>Until your membership is active, only you can see it.</span>}
          {member && profile.is_visible && <span>Anyone can see it.</span>}
        </p>
        {services && availability && done < added.length && (
          <div className="mt-3 max-w-xs">
            <ProgressBar label="Sections added" value={(100 * done) / added.length} />
          </div>
        )}
      </div>
      <SummaryList headed>
        <Row
          label="About you"
          what="what people read about you"
          value={profile.bio && <span className="whitespace-pre-line">{profile.bio}</span>}
          why={WHY_ADD.about}
          to="/account?change=about"
          primary={!profile.bio}
        />
        <Row
          label="Photo"
          what="your photo"
          value={
            profile.profile_image_url && (
              <>
                <Avatar name={fullNameOf(profile, "")} src={profile.profile_image_url} />
                <span className="sr-only">Added</span>
              </>
            )
          }
          why={WHY_ADD.photo}
          to="/account?tab=profile"
        />
        <Row
          label="Phone"
          what="your phone number"
          value={
            profile.phone_number &&
            `${profile.phone_number}, ${profile.show_phone ? "on your page" : "private"}`
          }
          why={WHY_ADD.phone}
          to="/account?change=phone"
        />
        {availability && <AvailabilityRows providerId={profile.id} availability={availability} />}
        {!locked.services && servicesRow}
        {!locked.portfolio && portfolioRow}
      </SummaryList>
      {(locked.services || locked.portfolio) && (
        <>
          <div className="mt-8 mb-3 flex items-baseline justify-between gap-4">
            <h3 className="text-lg">With a membership</h3>
            <Link to="/membership" className="link text-sm">
              Activate<span className="sr-only"> your membership</span>
            </Link>
          </div>
          <SummaryList headed>
            {locked.services && servicesRow}
            {locked.portfolio && portfolioRow}
          </SummaryList>
        </>
      )}
      {!(services && availability) && (
        <div className="mt-4">
          <Alert
            tone="danger"
            title={`Failed to load ${services ? TIMES : availability ? "services" : `services, ${TIMES}`}`}
          />
        </div>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        Your name, town, categories and links are in{" "}
        <Link to="/account" className="link">
          Account settings
        </Link>
        .
      </p>
      <p className="text-sm text-ink-soft">You joined in {formatMonth(profile.created_at)}.</p>
    </section>
  );
};
