import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { hoursOf } from "#domain/providers/opening-hours.ts";
import { amountLabel } from "#domain/providers/prices.ts";
import { displayName } from "#domain/providers/providers.ts";
import { distanceText } from "#domain/values/places.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { fileAddress } from "#web/ui/pictures/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { OpenMark } from "./availability/open-now.tsx";
import { CardPicture } from "./card-picture.tsx";
import { coversText, isPostcode, matchReason, type ProviderCard as Provider } from "./queries.ts";

/** Photo above the text, and on phones beside it. */
const LAYOUT = "flex h-full overflow-hidden p-3 sm:flex-col sm:p-0";
const PHOTO =
  "relative aspect-square w-26 shrink-0 self-start overflow-hidden rounded-md bg-sunken sm:aspect-16/10 sm:w-full sm:rounded-none";

/** Rating and lowest price: what is known, and nothing if nothing is. */
const Facts = ({ provider }: { provider: Provider }) => (
  <p className="dotted items-baseline text-sm max-sm:flex-col">
    {provider.rating_average === null ? (
      <span className="text-ink-soft">No feedback yet</span>
    ) : (
      <Stars compact rating={provider.rating_average} count={provider.rating_count} size="sm" />
    )}
    {typeof provider.price_pence === "number" && (
      <span className="inline-block">
        from {amountLabel(provider.price_pence, provider.price_unit)}
      </span>
    )}
  </p>
);

/**
 * A provider in a list. The whole card is a link to the profile, with one named link. Test data have no
 * profile (P-13).
 */
export const ProviderCard = ({
  provider,
  supabaseUrl = "",
  linked = true,
  place,
  eager = false,
  level: Name = "h2",
  action,
}: {
  provider: Provider;
  /** Where its pictures are, if not here. */
  supabaseUrl?: string;
  linked?: boolean;
  /** What was searched around, as it is called. */
  place?: string | undefined;
  /** On the first screen, so that its photo is not loaded late. */
  eager?: boolean;
  level?: "h2" | "h3";
  /** Another action than opening it, in the corner. */
  action?: ReactNode;
}) => {
  const name = displayName(provider);
  const why = matchReason(provider);
  const isBusiness = Boolean(provider.business_name) && provider.business_name !== provider.name;
  const { miles = null } = provider;
  return (
    <Card interactive={linked} padded={false} className={cx("group wrap-anywhere", LAYOUT)}>
      <div className={PHOTO}>
        <CardPicture
          address={fileAddress(provider.picture ?? "", supabaseUrl)}
          mainCategory={provider.main_category}
          trade={provider.title}
          eager={eager}
        />
        <OpenMark hours={hoursOf(provider.hours)} />
      </div>
      <div className="flex min-w-0 grow flex-col pl-3 sm:px-5 sm:pb-4">
        {/* Not on phones, where twenty faces would be a sixth of the page's weight. */}
        <div className="relative flex items-end gap-2.5 max-sm:hidden">
          <Avatar
            name={name}
            src={provider.image_url}
            className="-mt-6 size-12! border-3 border-surface"
          />
          {isBusiness && <p className="-mb-2 truncate text-sm text-ink-soft">{provider.name}</p>}
        </div>
        <Name
          className={cx(
            "line-clamp-2 text-base leading-tight sm:mt-3 sm:text-lg",
            Boolean(action) && "max-sm:pr-7",
          )}
        >
          {name}
        </Name>
        <p className="dotted mt-0.5 text-sm text-ink-soft">
          {provider.title && <span className="font-semibold text-brand">{provider.title}</span>}
          {provider.location && <span>{provider.location}</span>}
          {provider.covers ? (
            <span className="inline-block">{coversText(place)}</span>
          ) : (
            // A town is measured from its middle, where everybody there is.
            miles !== null &&
            (miles > 0 || isPostcode(place)) && (
              <span className="inline-block">{distanceText(miles)}</span>
            )
          )}
        </p>
        {provider.bio && <p className="mt-1 line-clamp-2 text-sm sm:mt-2">{provider.bio}</p>}
        {why && <p className="mt-1 text-xs text-ink-soft sm:mt-2">{why}</p>}
        <div className="mt-auto flex items-end justify-between gap-1 pt-1.5 sm:gap-3 sm:pt-3 2xl:flex-wrap 2xl:gap-y-1">
          <Facts provider={provider} />
          {linked ? (
            <Link
              to={`/directory/${provider.user_id}`}
              prefetch="intent"
              aria-label={`View Profile of ${name}`}
              className="card-link"
            >
              <span className="max-sm:hidden">View Profile</span>
              <ChevronRight aria-hidden="true" className="size-5 sm:hidden" />
            </Link>
          ) : (
            <span className="text-sm text-ink-soft">No profile yet</span>
          )}
        </div>
      </div>
      {action && (
        <div className="absolute top-1 right-1 z-1 rounded-full sm:top-2.5 sm:right-2.5 sm:bg-surface">
          {action}
        </div>
      )}
    </Card>
  );
};

/** The placeholder of a loading card, as high as most of them. */
export const ProviderOutline = () => (
  <Card aria-hidden="true" padded={false} className={LAYOUT}>
    <div className={PHOTO} />
    <div className="grow pl-3 sm:px-5 sm:py-4">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="mt-2 h-3.5 w-1/2" />
      <Skeleton className="mt-4 h-3 w-full" />
      <Skeleton className="mt-2 h-3 w-4/5" />
      <Skeleton className="mt-5 h-4 w-2/5" />
    </div>
  </Card>
);
