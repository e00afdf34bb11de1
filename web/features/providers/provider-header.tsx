import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { labelOf } from "#domain/categories.ts";
import { displayName } from "#domain/providers.ts";
import { amountLabel, cheapestOf } from "#domain/providers-prices.ts";
import type { OfferedService } from "#domain/providers-results.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { avatarSources } from "#domain/values/pictures.ts";
import { type Availability, OpenNow } from "#web/features/providers/availability/index.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { Stars } from "#web/ui/stars.tsx";
import {
  EditAvatar,
  EditBusinessName,
  type Editing,
  EditLinks,
  EditLocation,
  EditName,
  EditPhone,
} from "./editing/index.ts";
import type { ProviderProfile } from "./profile-queries.ts";
import { SocialLinks } from "./social-links.tsx";
import { VerifiedHires } from "./verified-hires.tsx";

const PhoneLine = ({ provider }: { provider: Pick<ProviderProfile, "phone" | "own"> }) => {
  if (provider.phone) {
    return (
      <a
        // On a screen there is a button that calls it.
        className="link hidden items-center gap-1.5 print:inline-flex"
        href={`tel:${provider.phone.replace(/[^+\d]/g, "")}`}
      >
        <Phone aria-hidden="true" className="size-4" />
        {provider.phone}
      </a>
    );
  }
  if (!provider.own) return null;
  return (
    <span className="flex items-center gap-1.5">
      <Phone aria-hidden="true" className="size-5" />
      {provider.own.phone ? `${provider.own.phone} (only you see it)` : "No phone number yet"}
    </span>
  );
};

/** The page's address, for readers of a printed copy. */
const PrintedAddress = ({ id }: { id: string }) => {
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin;
  return origin && <p className="hidden text-sm print:block">{`${origin}/directory/${id}`}</p>;
};

/** Everybody's first questions in one line: which trade, where, and from what price. */
const Headline = ({
  provider,
  services,
  editing,
}: {
  provider: Omit<ProviderProfile, "samples">;
  services: readonly OfferedService[];
  editing: Editing | null;
}) => {
  const [selection] = provider.selections;
  const cheapest = cheapestOf(services);
  return (
    <div className={cx("dotted mt-1 text-lg", editing && "items-center")}>
      {selection && <span className="font-semibold text-brand">{labelOf(selection)}</span>}
      {(provider.location || editing) && (
        <EditLocation editing={editing}>
          <span>{provider.location || "No location yet"}</span>
        </EditLocation>
      )}
      {/* Beside it on a desktop the panel says it too. */}
      {cheapest && (
        <span
          className={cx(
            "inline-block first-letter:uppercase",
            !editing && "lg:hidden print:inline",
          )}
        >
          from {amountLabel(cheapest.price_pence, cheapest.unit)}
        </span>
      )}
    </div>
  );
};

/** What the top of the page says in words; for visitors rendered once. */
const Summary = ({
  provider,
  services,
  hours,
  editing,
}: {
  provider: Omit<ProviderProfile, "samples">;
  services: readonly OfferedService[];
  hours: Availability["hours"];
  editing: Editing | null;
}) => {
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  return (
    <>
      <div className="min-w-0">
        <EditBusinessName editing={editing}>
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-title tracking-title">{name}</h1>
            {!provider.listed && <Badge tone="warning">Not shown in the directory</Badge>}
          </div>
        </EditBusinessName>
        <Headline provider={provider} services={services} editing={editing} />
      </div>
      <div className={cx("min-w-0", !editing && "max-sm:col-span-2")}>
        <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-soft">
          {provider.ratingAverage !== null && (
            <Link
              to={`/directory/${provider.id}?tab=feedback`}
              preventScrollReset
              data-scripted=""
              className="rounded-sm underline-offset-4 hover:underline"
            >
              <Stars rating={provider.ratingAverage} count={provider.ratingCount} compact />
            </Link>
          )}
          <VerifiedHires provider={provider} />
          <OpenNow hours={hours} />
        </div>
        <div
          className={cx(
            "mt-1.5 text-sm text-ink-soft",
            editing ? "flex flex-wrap items-center gap-x-5 gap-y-2" : "dotted",
          )}
        >
          {(provider.businessName || editing) && (
            <EditName editing={editing}>
              <span>{provider.name}</span>
            </EditName>
          )}
          <EditPhone editing={editing}>
            <PhoneLine provider={provider} />
          </EditPhone>
          <span>Joined {formatMonth(provider.joined)}</span>
        </div>
        <EditLinks editing={editing}>
          {provider.links.length > 0 ? (
            <div className={editing ? undefined : "mt-2.5"}>
              <SocialLinks links={provider.links} name={name} besideWebsite={!editing} />
            </div>
          ) : (
            editing && <p className="text-ink-soft">No links yet</p>
          )}
        </EditLinks>
      </div>
    </>
  );
};

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
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  const { samples: _, ...shown } = provider;
  const summary = (facts: typeof shown) => (
    <Summary provider={facts} services={services} hours={hours} editing={editing} />
  );
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
              <EditAvatar userId={provider.id} name={name} src={provider.imageUrl} />
            ) : (
              <Avatar
                name={name}
                src={provider.imageUrl}
                sources={avatarSources(provider.imageUrl)}
                size="xl"
                className="size-16! sm:size-28! max-sm:text-xl"
              />
            )}
          </div>
          <div
            className="contents wrap-anywhere"
            {...(editing
              ? { children: summary(provider) }
              : sameHtml(["provider", shown, services, hours], () => summary(shown)))}
          />
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
