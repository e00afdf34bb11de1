import type { Ref } from "react";
import { displayName } from "#domain/providers.ts";
import { BookmarkButton, useSavedProviders } from "#web/features/accounts/bookmarks/index.ts";
import { ProviderCard } from "./provider-card.tsx";
import type { ProviderCard as Provider } from "./queries.ts";

/** Cards of providers; a signed-in person can save each one. */
export const ProviderList = ({
  providers,
  linked = true,
  className,
  ref,
}: {
  providers: readonly Provider[];
  /** Off for test data, which have no profiles. */
  linked?: boolean;
  className: string;
  ref?: Ref<HTMLUListElement>;
}) => {
  const { isSaved, isBusy, toggle } = useSavedProviders(providers.map(({ user_id }) => user_id));
  return (
    <ul ref={ref} className={className}>
      {providers.map((provider) => {
        const { user_id: id } = provider;
        const saved = isSaved(id);
        return (
          <li key={id}>
            <ProviderCard
              provider={provider}
              linked={linked}
              action={
                saved !== undefined && (
                  <BookmarkButton
                    size="sm"
                    name={displayName(provider)}
                    saved={saved}
                    busy={isBusy(id)}
                    onToggle={() => void toggle(id)}
                  />
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
};
