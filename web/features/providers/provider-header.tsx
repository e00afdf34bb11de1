import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { displayName } from "#domain/providers.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { avatarSources } from "#domain/values/pictures.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { Link } from "#web/ui/link.tsx";
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

const PhoneLine = ({ provider }: { provider: ProviderProfile }) => {
  if (provider.phone) {
    return (
      <a
        className="link flex items-center gap-1.5"
        href={`tel:${provider.phone.replace(/[^+\d]/g, "")}`}
      >
        <Phone aria-hidden="true" className="size-5" />
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

/** The top of a provider's page: name, place, rating and actions. */
export const ProviderHeader = ({
  provider,
  editing,
  actions,
}: {
  provider: ProviderProfile;
  /** For the owner alone. */
  editing: Editing | null;
  actions: ReactNode;
}) => {
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  return (
    <header className="pt-6 pb-8">
      <Breadcrumb trail={[{ label: "Browse Freelancers", to: "/directory" }, { label: name }]} />
      <PrintedAddress id={provider.id} />
      <div className="mt-6 flex flex-col gap-4 sm:flex-row sm:items-start sm:gap-6">
        {editing ? (
          <EditAvatar userId={provider.id} name={name} src={provider.imageUrl} />
        ) : (
          <Avatar
            name={name}
            src={provider.imageUrl}
            sources={avatarSources(provider.imageUrl)}
            size="xl"
            className="max-sm:size-20 max-sm:text-2xl"
          />
        )}
        <div className="min-w-0 flex-1 wrap-anywhere">
          <EditBusinessName editing={editing}>
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="text-title tracking-title">{name}</h1>
              {!provider.listed && <Badge tone="warning">Not shown in the directory</Badge>}
            </div>
          </EditBusinessName>
          {(provider.businessName || editing) && (
            <div className="mt-1">
              <EditName editing={editing}>
                <p className="text-lg text-ink-soft">{provider.name}</p>
              </EditName>
            </div>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 wrap-anywhere text-ink-soft">
            {provider.ratingAverage !== null && (
              <Link
                to={`/directory/${provider.id}?tab=feedback`}
                preventScrollReset
                data-scripted=""
                className="rounded-sm underline-offset-4 hover:underline"
              >
                <Stars rating={provider.ratingAverage} count={provider.ratingCount} showValue />
              </Link>
            )}
            {(provider.location || editing) && (
              <EditLocation editing={editing}>
                <span className="flex items-center gap-1.5">
                  <MapPin aria-hidden="true" className="size-5 shrink-0" />
                  {provider.location || "No location yet"}
                </span>
              </EditLocation>
            )}
            <EditPhone editing={editing}>
              <PhoneLine provider={provider} />
            </EditPhone>
            <span>Joined {formatMonth(provider.joined)}</span>
          </div>
          <EditLinks editing={editing}>
            {provider.links.length > 0 ? (
              <div className={editing ? undefined : "mt-4"}>
                <SocialLinks links={provider.links} name={name} />
              </div>
            ) : (
              editing && <p className="text-ink-soft">No links yet</p>
            )}
          </EditLinks>
        </div>
        <div className="flex flex-wrap gap-3 *:grow sm:grid sm:shrink-0 print:hidden">
          {actions}
        </div>
      </div>
    </header>
  );
};
