import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { shownTexts } from "#domain/accounts/fields.ts";
import { labelOf } from "#domain/categories/categories.ts";
import { amountLabel, cheapestOf } from "#domain/providers/prices.ts";
import { displayName, socialLinks } from "#domain/providers/providers.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { callLink } from "#domain/values/phone.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { Stars } from "#web/ui/stars.tsx";
import type { Availability } from "./availability/availability.ts";
import { OpenNow } from "./availability/open-now.tsx";
import type { Editing } from "./editing/change.ts";
import { EditAvatar } from "./editing/edit-avatar.tsx";
import { EditDetails } from "./editing/owner-only.tsx";
import type { ProviderProfile } from "./profile-queries.ts";
import { SocialLinks } from "./social-links.tsx";
import { VerifiedHires } from "./verified-hires.tsx";

const PhoneLine = ({
  provider: { phone_number: phone, own },
}: {
  provider: Pick<ProviderProfile, "phone_number" | "own">;
}) =>
  phone &&
  !own && (
    <a
      // On a screen there is a button that calls it.
      className="link hidden items-center gap-1.5 print:inline-flex"
      href={callLink(phone)}
    >
      <Phone aria-hidden="true" className="size-4" />
      {phone}
    </a>
  );

/** Longer names are smaller on telephones, where they would take more than three lines. */
const LONG_NAME = 40;

/** The page's address, for readers of a printed copy. */
const PrintedAddress = ({ id }: { id: string }) => {
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin;
  return origin && <p className="hidden text-sm print:block">{`${origin}/directory/${id}`}</p>;
};

interface Top {
  provider: Omit<ProviderProfile, "work_samples">;
  services: readonly OfferedService[];
  hours: Availability["hours"];
}

const Title = ({ provider }: Pick<Top, "provider">) => {
  const name = displayName(provider);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className={cx("text-title tracking-title", name.length > LONG_NAME && "max-sm:text-xl")}>
        {name}
      </h1>
      {!provider.listed && <Badge tone="warning">Not shown in the directory</Badge>}
    </div>
  );
};

/** Everybody's first questions in one line: which trade, where, and from what price. */
const Headline = ({ provider, services }: Pick<Top, "provider" | "services">) => {
  const [selection] = provider.selections;
  const cheapest = cheapestOf(services);
  return (
    <div className="dotted mt-1 text-lg">
      {selection && <span className="font-semibold text-brand">{labelOf(selection)}</span>}
      {(provider.location || provider.own) && <span>{provider.location || "No location yet"}</span>}
      {cheapest && (
        <span className="inline-block first-letter:uppercase">
          from {amountLabel(cheapest.price_pence, cheapest.unit)}
        </span>
      )}
    </div>
  );
};

/** How others judge them, whether they are open, and who they are. */
const Facts = ({ provider, hours }: Pick<Top, "provider" | "hours">) => {
  const links = socialLinks(provider.social_links);
  return (
    <>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-soft">
        {provider.rating_average !== null && (
          <Link
            to={`/directory/${provider.id}?tab=feedback`}
            preventScrollReset
            data-scripted=""
            className="rounded-sm underline-offset-4 hover:underline"
          >
            <Stars rating={provider.rating_average} count={provider.rating_count} compact />
          </Link>
        )}
        <VerifiedHires provider={provider} />
        <OpenNow hours={hours} />
      </div>
      <div className="dotted mt-1.5 text-sm text-ink-soft">
        {provider.business_name && <span>{provider.name}</span>}
        <PhoneLine provider={provider} />
        {shownTexts(provider).map(([label, value]) => (
          <span key={label}>
            {label} {value}
          </span>
        ))}
        <span>Joined {formatMonth(provider.created_at)}</span>
      </div>
      {links.length > 0 && (
        <div className="mt-2.5">
          <SocialLinks links={links} name={displayName(provider)} besideWebsite={!provider.own} />
        </div>
      )}
    </>
  );
};

/** What the top of the page says in words, for visitors; on a telephone the facts go below the picture. */
const Summary = ({ provider, services, hours }: Top) => (
  <>
    <div className="min-w-0">
      <Title provider={provider} />
      <Headline provider={provider} services={services} />
    </div>
    <div className="min-w-0 max-sm:col-span-2">
      <Facts provider={provider} hours={hours} />
    </div>
  </>
);

/** The top of a provider's page: name, trade, place, price, rating and actions. */
export const ProviderHeader = ({
  provider,
  services,
  hours,
  editing,
  actions,
}: {
  provider: ProviderProfile;
  services: readonly OfferedService[];
  hours: Availability["hours"];
  /** For the owner alone. */
  editing: Editing | null;
  actions: ReactNode;
}) => {
  const name = displayName(provider);
  const { work_samples: _, ...shown } = provider;
  return (
    <header className="relative py-6">
      <Breadcrumb trail={[{ label: "Browse Freelancers", to: "/directory" }, { label: name }]} />
      <PrintedAddress id={provider.id} />
      <div className="mt-4 items-start justify-between gap-8 lg:flex">
        <div
          className={cx(
            "grid min-w-0 items-start gap-x-4 sm:grid-cols-[auto_1fr] sm:gap-x-6",
            editing ? "gap-y-3" : "grid-cols-[auto_1fr]",
          )}
        >
          <div className="sm:row-span-2">
            {editing ? (
              <EditAvatar userId={provider.id} name={name} src={provider.image_url} />
            ) : (
              <Avatar
                name={name}
                src={provider.image_url}
                size="xl"
                className="size-16! sm:size-28! max-sm:text-xl"
              />
            )}
          </div>
          {editing ? (
            <div className="min-w-0 wrap-anywhere">
              <EditDetails editing={editing} heading={<Title provider={provider} />}>
                <Headline provider={provider} services={services} />
                <Facts provider={provider} hours={hours} />
              </EditDetails>
            </div>
          ) : (
            <div
              className="contents wrap-anywhere"
              {...sameHtml(["provider", shown, services, hours], () => (
                <Summary provider={shown} services={services} hours={hours} />
              ))}
            />
          )}
        </div>
        <div
          className={cx(
            "mt-4 flex shrink-0 flex-wrap gap-2 lg:mt-0 print:hidden",
            // On a telephone two signs fit beside the way back.
            !editing && "max-sm:absolute max-sm:top-0 max-sm:right-0",
          )}
        >
          {actions}
        </div>
      </div>
    </header>
  );
};
