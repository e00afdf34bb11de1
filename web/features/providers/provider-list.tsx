import { displayName } from "#domain/providers/providers.ts";
import { useSettings } from "#web/session/settings.ts";
import { BookmarkButton } from "#web/ui/connected/bookmark-button.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { ProviderCard } from "./provider-card.tsx";
import type { ProviderCard as Provider } from "./queries.ts";
import { useSavedProviders } from "./saved-providers.tsx";

/** Three columns up to 1440 px, and five on the widest screens (spec 2 section 2, Directory). */
export const PROVIDER_GRID =
  "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 2xl:grid-cols-5 2xl:gap-5";

/** Cards of providers; a signed-in person can save each one. */
export const ProviderList = ({
  providers,
  linked = true,
  eager = true,
  level = "h2",
  place,
  className = PROVIDER_GRID,
}: {
  providers: readonly Provider[];
  /** Off for test data, which have no profiles. */
  linked?: boolean;
  /** At the top of a page, so that the first photo is not loaded late. On a phone others would compete with it. */
  eager?: boolean;
  /** Of the names, as headings. */
  level?: "h2" | "h3";
  /** What was searched around. */
  place?: string | undefined;
  className?: string;
}) => {
  const { supabaseUrl } = useSettings();
  const { isSaved, isBusy, toggle } = useSavedProviders(providers.map(({ user_id }) => user_id));
  return (
    <ul className={className}>
      {providers.map((provider, index) => {
        const { user_id: id } = provider;
        const saved = isSaved(id);
        const facts = { provider, supabaseUrl, linked, place, eager: eager && index === 0, level };
        return (
          <li
            key={id}
            {...sameHtml(["card", facts, saved], () => (
              <ProviderCard
                {...facts}
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
            ))}
          />
        );
      })}
    </ul>
  );
};
