import { useNavigation } from "react-router";
import type { CategoryGroup } from "#domain/categories.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { ActiveFilters } from "./active-filters.tsx";
import { DirectoryFilters } from "./directory-filters.tsx";
import { ProviderCard } from "./provider-card.tsx";
import {
  DIRECTORY_PAGE,
  type DirectoryPage,
  type DirectorySearch,
  LAST_PAGE,
  whyThisOrder,
  writeSearch,
} from "./queries.ts";

const GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5";

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
  const pageCount = Math.min(Math.ceil(page.total / DIRECTORY_PAGE), LAST_PAGE);
  return (
    <Container className="pb-16 2xl:max-w-[96rem]">
      <PageHeader
        title="Professionals"
        lead="People and firms across the UK who solve what you cannot, or would rather not."
      />
      <DirectoryFilters search={search} groups={groups} />
      <ActiveFilters search={search} />
      {page.fallback && !loading && (
        <div className="mt-6">
          <Alert tone="warning" live>
            No professionals match your current filters. Showing all available professionals
            instead.
          </Alert>
        </div>
      )}
      <div role="status" className="mt-6 text-ink-soft">
        <p>
          {loading
            ? "Loading professionals…"
            : `Showing ${page.providers.length} of ${page.total}${page.capped ? "+" : ""} professionals`}
        </p>
        {page.corrected && !loading && (
          <p className="text-ink">
            Showing results for <strong>{page.corrected}</strong> instead of {search.service}.
          </p>
        )}
      </div>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {whyThisOrder(page.fallback ? { ...search, service: "" } : search)}
      </p>
      {loading ? (
        <Skeletons count={6} label="Loading professionals…" className={GRID} />
      ) : page.providers.length === 0 ? (
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
        <ul className={GRID}>
          {page.providers.map((provider) => (
            <li key={provider.user_id}>
              <ProviderCard provider={provider} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-10">
        <Pagination
          page={search.page}
          pageCount={pageCount}
          label="Pages of professionals"
          href={(number) =>
            `/directory${writeSearch({ ...(page.fallback ? {} : search), page: number })}`
          }
        />
      </div>
    </Container>
  );
};
