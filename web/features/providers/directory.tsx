import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import type { CategoryGroup } from "#domain/categories.ts";
import { displayName } from "#domain/providers.ts";
import { BookmarkButton, useSavedProviders } from "#web/features/bookmarks/index.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { DirectoryFilters, SortSelect } from "./directory-filters.tsx";
import { ProviderCard } from "./provider-card.tsx";
import {
  DIRECTORY_PAGE,
  type DirectoryPage,
  type DirectorySearch,
  LAST_PAGE,
  placeName,
  whyThisOrder,
  writeSearch,
} from "./queries.ts";
import { useHeldPages } from "./use-held-pages.ts";

const GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5";

/** What an entry of the history remembers when it was reached by 'More results'. */
const MORE = { more: true };
const isMore = (state: unknown) => (state as typeof MORE | null)?.more === true;

/** How the search understood what was typed, wherever that is not word for word. */
const Understood = ({ search, page }: { search: DirectorySearch; page: DirectoryPage }) => (
  <>
    {page.corrected && (
      <p className="text-ink">
        Showing results for <strong>{page.corrected}</strong> instead of {search.service}.
      </p>
    )}
    {page.place?.corrected && (
      <p className="text-ink">
        Showing results in <strong>{placeName(page.place.name)}</strong> instead of{" "}
        {search.location}.
      </p>
    )}
    {page.place?.near && (
      <p>
        {page.place.within
          ? `Within ${page.place.within} ${page.place.within === 1 ? "mile" : "miles"} of ${placeName(page.place.name)}`
          : `Measured from ${placeName(page.place.name)}`}
        {page.place.area && `, from where we measure every ${page.place.area} postcode`}.
      </p>
    )}
  </>
);

/** The professionals directory (spec 2 section 2). */
export const Directory = ({
  search,
  page,
  groups,
}: {
  search: DirectorySearch;
  page: DirectoryPage;
  groups: CategoryGroup[];
}) => {
  const navigation = useNavigation();
  const toDirectory = navigation.location?.pathname === "/directory";
  const adding = toDirectory && isMore(navigation.location?.state);
  const loading = toDirectory && !adding;
  const more = isMore(useLocation().state);
  const { shown, before } = useHeldPages(search, page.providers, more);
  const { isSaved, isBusy, toggle } = useSavedProviders(shown.map(({ user_id }) => user_id));
  const pageCount = Math.min(Math.ceil(page.total / DIRECTORY_PAGE), LAST_PAGE);
  const hrefOf = (number: number) => `/directory${writeSearch({ ...search, page: number })}`;

  const test = page.test !== undefined;
  useEffect(() => {
    if (test) toast({ title: "Using test data" });
  }, [test]);

  const list = useRef<HTMLUListElement>(null);
  const from = useRef(search.page);
  useEffect(() => {
    // Who asked for more goes on reading at the first new card.
    if (more && search.page > from.current)
      list.current?.children[before]?.querySelector("a")?.focus({ preventScroll: true });
    from.current = search.page;
  }, [more, search.page, before]);

  return (
    <Container className="pb-16 2xl:max-w-[96rem]">
      <PageHeader
        title="Professionals"
        lead="People and firms across the UK who solve what you cannot, or would rather not."
      />
      <DirectoryFilters
        search={search}
        around={search.location ? page.place?.within : null}
        groups={groups}
      />
      <ActiveFilters search={search} />
      {page.fallback && !loading && (
        <div className="mt-6">
          <Alert tone="warning" live>
            No professionals match your current filters. Showing all available professionals
            instead.
          </Alert>
        </div>
      )}
      <div className="mt-6 mb-4 flex items-end justify-between gap-x-8 gap-y-3 max-sm:flex-wrap">
        <div className="max-w-prose min-w-0">
          <div role="status" className="text-ink-soft">
            <p>
              {loading
                ? "Loading professionals…"
                : `Showing ${shown.length} of ${page.total} professionals`}
            </p>
            {!loading && <Understood search={search} page={page} />}
          </div>
          <p className="mt-1 text-sm text-ink-soft">
            {whyThisOrder(page.fallback ? { ...search, service: "" } : search, page.place?.near)}
          </p>
        </div>
        <SortSelect sort={search.sort ?? "relevance"} />
      </div>
      {loading ? (
        <Skeletons count={6} label="Loading professionals…" className={GRID} />
      ) : shown.length === 0 ? (
        <EmptyState
          title="Nobody is listed yet"
          action={
            <ButtonLink to="/signup?type=provider" variant="signal">
              Be the first
            </ButtonLink>
          }
        >
          <p>Professionals appear here as soon as their membership starts.</p>
        </EmptyState>
      ) : (
        <ul ref={list} className={GRID}>
          {shown.map((provider) => {
            const saved = isSaved(provider.user_id);
            return (
              <li key={provider.user_id}>
                <ProviderCard
                  provider={provider}
                  linked={!test}
                  action={
                    saved !== undefined && (
                      <BookmarkButton
                        size="sm"
                        name={displayName(provider)}
                        saved={saved}
                        busy={isBusy(provider.user_id)}
                        onToggle={() => void toggle(provider.user_id)}
                      />
                    )
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
      {search.page < pageCount && !loading && (
        <p className="mt-8 text-center">
          <ButtonLink
            to={hrefOf(search.page + 1)}
            state={MORE}
            preventScrollReset
            variant="outline"
            aria-busy={adding || undefined}
          >
            {adding ? "Loading more…" : "More results"}
          </ButtonLink>
        </p>
      )}
      <div className="mt-6">
        <Pagination
          page={search.page}
          pageCount={pageCount}
          label="Pages of professionals"
          href={hrefOf}
        />
      </div>
    </Container>
  );
};
