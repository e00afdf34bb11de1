import type { ReactNode } from "react";
import { BIO_ON_CARD, displayName, truncate } from "#domain/providers.ts";
import { avatarSources } from "#domain/values/pictures.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Skeleton, SkeletonHead } from "#web/ui/skeleton.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { distanceText, matchReason, type ProviderCard as Provider } from "./queries.ts";

/**
 * A provider in the directory. The whole card is a link to the profile, with one named link. Test data have
 * no profile (P-13).
 */
export const ProviderCard = ({
  provider,
  linked = true,
  action,
}: {
  provider: Provider;
  linked?: boolean;
  /** Another action than opening it, in the corner. */
  action?: ReactNode;
}) => {
  const name = displayName(provider);
  const why = matchReason(provider);
  return (
    <Card interactive={linked} className="flex h-full flex-col wrap-anywhere">
      <div className="relative flex items-start gap-3">
        <Avatar name={name} src={provider.image_url} sources={avatarSources(provider.image_url)} />
        <div className="min-w-0">
          {/* The corner's button takes room from the name alone. */}
          <h2 className={cx("text-lg leading-tight", Boolean(action) && "pr-7")}>{name}</h2>
          {provider.business_name && provider.business_name !== provider.name && (
            <p className="text-sm text-ink-soft">{provider.name}</p>
          )}
        </div>
        {action && <div className="absolute -top-2 -right-2 z-1">{action}</div>}
      </div>
      {provider.title && <p className="mt-4 text-sm font-semibold text-brand">{provider.title}</p>}
      {provider.location && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="map-pin size-4 shrink-0" />
            {provider.location}
          </span>
          {typeof provider.miles === "number" && (
            <span className="whitespace-nowrap">{distanceText(provider.miles)}</span>
          )}
        </p>
      )}
      {provider.bio && <p className="mt-3 text-sm">{truncate(provider.bio, BIO_ON_CARD)}</p>}
      {why && <p className="mt-3 text-xs text-ink-soft">{why}</p>}
      <div className="mt-auto flex items-center justify-between gap-3 pt-4">
        {provider.rating_average === null ? (
          <span className="text-sm text-ink-soft">No feedback yet</span>
        ) : (
          <span className="text-sm">
            <Stars
              rating={provider.rating_average}
              count={provider.rating_count}
              showValue
              size="sm"
            />
          </span>
        )}
        {linked ? (
          <Link
            to={`/directory/${provider.user_id}`}
            prefetch="intent"
            aria-label={`View Profile of ${name}`}
            className="card-link"
          >
            View Profile
          </Link>
        ) : (
          <span className="text-sm text-ink-soft">No profile yet</span>
        )}
      </div>
    </Card>
  );
};

/** The placeholder of a loading card, as high as most of them. */
export const ProviderOutline = () => (
  <Card aria-hidden="true" className="flex h-full flex-col">
    <SkeletonHead />
    <Skeleton className="mt-5 h-3.5 w-2/3" />
    <Skeleton className="mt-2.5 h-3.5 w-1/3" />
    <Skeleton className="mt-5 h-3 w-full" />
    <Skeleton className="mt-2.5 h-3 w-full" />
    <Skeleton className="mt-2.5 h-3 w-1/2" />
    <div className="mt-auto flex justify-between pt-6">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-4 w-20" />
    </div>
  </Card>
);
