import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { formatMonth } from "#domain/dates.ts";
import { displayName } from "#domain/providers.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { ProviderProfile } from "./queries.ts";
import { SocialLinks } from "./social-links.tsx";

/** The head of a provider's page: who they are, where, how they are rated, and what one can do. */
export const ProviderHeader = ({
  provider,
  actions,
}: {
  provider: ProviderProfile;
  actions: ReactNode;
}) => {
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  return (
    <header className="pt-6 pb-8">
      <Breadcrumb trail={[{ label: "Browse Freelancers", to: "/directory" }, { label: name }]} />
      <div className="mt-6 flex flex-col gap-6 sm:flex-row sm:items-start">
        <Avatar name={name} src={provider.imageUrl} size="xl" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-3xl tracking-display">{name}</h1>
            {!provider.listed && <Badge tone="warning">Not shown in the directory</Badge>}
          </div>
          {provider.businessName && <p className="mt-1 text-lg text-ink-soft">{provider.name}</p>}
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 wrap-anywhere text-ink-soft">
            {provider.ratingAverage !== null && (
              <Stars rating={provider.ratingAverage} count={provider.ratingCount} showValue />
            )}
            {provider.location && (
              <span className="flex items-center gap-1.5">
                <MapPin aria-hidden="true" className="size-5 shrink-0" />
                {provider.location}
              </span>
            )}
            {provider.phone && (
              <a
                className="link flex items-center gap-1.5"
                href={`tel:${provider.phone.replace(/[^+\d]/g, "")}`}
              >
                <Phone aria-hidden="true" className="size-5" />
                {provider.phone}
              </a>
            )}
            <span>Joined {formatMonth(provider.joined)}</span>
          </div>
          <SocialLinks links={provider.links} name={name} />
        </div>
        <div className="flex flex-wrap gap-3 sm:flex-col sm:items-stretch">{actions}</div>
      </div>
    </header>
  );
};
