import { type ReactNode, useEffect, useId, useState } from "react";
import { useNavigation } from "react-router";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { placeName } from "#domain/values/places.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FairLink } from "#web/ui/fair-link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { DirectoryFilters } from "./directory-filters.tsx";
import { SortSelect } from "./directory-sort.tsx";
import { BroaderSearches, NoMatchNotice } from "./no-match.tsx";
import { ProviderOutline } from "./provider-card.tsx";
import { PROVIDER_GRID, ProviderList } from "./provider-list.tsx";
import {
  type DirectoryPage,
  type DirectorySearch,
  isSearch,
  orderReason,
  pageCountOf,
  writeSearch,
} from "./queries.ts";
import { answerTo, placeOf, WiderResults } from "./search-answer.tsx";

/** How the search read the typed text, if not literally. */
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
    {page.unplaced && (
      <p className="text-ink">
        We do not know “{search.location}”. Please type a town or a postcode.
      </p>
    )}
    {page.place?.near && !search.covering && (
      <p>
        <span>
          {page.place.within
            ? `Within ${page.place.within} ${page.place.within === 1 ? "mile" : "miles"} of ${placeName(page.place.name)}${page.providers.some(({ covers }) => covers) ? ", and those who cover it" : ""}.`
            : `Measured from ${placeName(page.place.name)}.`}
        </span>
        {page.place.area && (
          <span>
            {` Distances for ${page.place.area} postcodes are measured from the centre of ${placeName(page.place.name)}.`}
          </span>
        )}
      </p>
    )}
  </>
);

/** Why this order: visible, but on narrow screens behind a button, because it is long. */
const Why = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="min-h-6 justify-self-start text-left text-sm text-ink-soft underline underline-offset-3 lg:hidden noscript:hidden"
      >
        Why this order?
      </button>
      <p
        id={id}
        className={cx(
          "max-w-3xl text-sm text-ink-soft max-lg:col-span-2 max-lg:row-start-3",
          !open && "max-lg:hidden noscript:max-lg:block",
        )}
      >
        {children}
      </p>
    </>
  );
};

/** The directory whose list cannot be shown, with its filters. */
export const DirectoryProblem = ({
  search,
  groups,
  children,
}: {
  search: DirectorySearch;
  groups: CategoryGroup[];
  /** The reason, if it is known. */
  children: ReactNode;
}) => (
  <Container className="pb-20">
    <PageHeader title="Professionals" />
    <DirectoryFilters search={search} around={null} groups={groups} />
    <div className="mt-6">
      <LoadProblem title="Failed to load providers">{children || undefined}</LoadProblem>
    </div>
  </Container>
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
  const loading = navigation.location?.pathname === "/directory";
  const shown = page.providers;
  const searching = isSearch(search);

  // The answer above says it all.
  const single = searching && !page.fallback && page.total === 1;

  // Real profiles that a trial shows while nobody is a member are no test data.
  const test = page.test === "made up";
  useEffect(() => {
    if (test) toast({ title: "Using test data" });
  }, [test]);

  return (
    <Container className="pb-16">
      {searching ? (
        <header className="pt-5 pb-4 sm:pt-8 sm:pb-5">
          <h1 className="font-sans text-sm font-semibold tracking-normal text-ink-soft">
            Professionals
          </h1>
          <h2 className="mt-0.5 text-title tracking-title">{answerTo(search, page)}</h2>
          {page.fallback && !loading && <NoMatchNotice />}
        </header>
      ) : (
        <PageHeader
          title="Professionals"
          lead="Find people near you, and compare their work, prices and reviews."
        />
      )}
      <DirectoryFilters
        search={search}
        around={search.location ? page.place?.within : null}
        groups={groups}
      />
      <ActiveFilters search={search} />
      {page.fallback && !loading && (
        <>
          <BroaderSearches search={search} unplaced={page.unplaced} />
          <WiderResults search={search} page={page} />
          {shown.length > 0 && <h2 className="mt-8 -mb-3 text-xl">All professionals</h2>}
        </>
      )}
      <div className="mt-6 mb-4 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 lg:mb-6">
        <div role="status" className="min-w-0 text-ink-soft max-sm:col-span-2">
          <p className={cx(single && !loading && "sr-only")}>
            {loading
              ? "Loading professionals…"
              : `Showing ${shown.length} of ${page.total} professionals`}
          </p>
          {!loading && <Understood search={search} page={page} />}
        </div>
        {/* It is another's order until the new page is there. */}
        {!loading && (
          <Why>
            {orderReason(
              page.fallback ? { ...search, service: "" } : search,
              Boolean(page.place?.near),
            )}{" "}
            <FairLink />
          </Why>
        )}
        <div
          hidden={single}
          className="col-start-2 row-start-2 sm:row-span-2 sm:row-start-1 sm:self-end"
        >
          <SortSelect
            sort={search.sort ?? "relevance"}
            matched={Boolean(search.service || search.location) && !page.fallback}
            measurable={Boolean(search.location || page.place)}
          />
        </div>
      </div>
      {loading ? (
        <Skeletons count={6} label="Loading professionals…" className={PROVIDER_GRID}>
          <ProviderOutline />
        </Skeletons>
      ) : shown.length === 0 ? (
        <EmptyState
          title="No professionals listed yet"
          action={
            <ButtonLink to="/signup?type=provider" variant="signal">
              Be the first
            </ButtonLink>
          }
        >
          <p>Professionals appear here as soon as their membership starts.</p>
        </EmptyState>
      ) : (
        <ProviderList
          providers={shown}
          linked={page.test === undefined}
          place={placeOf(page)}
          level={page.fallback ? "h3" : "h2"}
        />
      )}
      <div hidden={loading} className="mt-8 empty:hidden print:hidden">
        <Pagination
          page={search.page}
          pageCount={pageCountOf(page)}
          label="Pages of professionals"
          href={(number) => `/directory${writeSearch({ ...search, page: number })}`}
        />
      </div>
      {!page.fallback && !loading && <WiderResults search={search} page={page} />}
    </Container>
  );
};
