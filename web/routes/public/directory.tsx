import { useEffect } from "react";
import { data, redirect } from "react-router";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { displayName } from "#domain/providers/providers.ts";
import { NETWORK_ISSUE } from "#domain/site/faults.ts";
import { foldGroups, loadCategoryGroups } from "#web/features/categories/queries.ts";
import { Directory, DirectoryProblem } from "#web/features/providers/directory.tsx";
import {
  foundNobody,
  isSearch,
  loadDirectory,
  pageCountOf,
  readSearch,
  writeSearch,
} from "#web/features/providers/queries.ts";
import { EMPTY_SEARCH_PATH, isEmptySearch } from "#web/features/site/home/search.ts";
import type { HydrationHandle } from "#web/session/hydration.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessUnreachable } from "#web/session/unless.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import { itemList } from "#web/shell/search-engines/structured-data.ts";
import type { Route } from "./+types/directory.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings, shared, shows } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  if (isEmptySearch(query)) throw redirect(EMPTY_SEARCH_PATH);
  const search = readSearch(query);
  const [page, groups] = await Promise.all([
    loadDirectory(visitor, search, settings.trial),
    shared("categories", () => loadCategoryGroups(visitor)),
  ]).catch((error: unknown) => {
    if (!request.signal.aborted) console.warn(error);
    return [null, [] as CategoryGroup[]] as const;
  });
  if (page && search.page > pageCountOf(page)) {
    const firstPage = `/directory${writeSearch({ ...search, page: 1 })}`;
    throw data({ firstPage }, { status: 404 });
  }
  if (page && isSearch(search) && !page.unplaced && !page.test) {
    shows(
      page.fallback
        ? foundNobody(search)
        : { kind: "search", providers: page.providers.map(({ user_id }) => user_id) },
    );
  }
  return data(
    { search, page, groups: foldGroups(groups, search.category) },
    { status: page ? 200 : 503 },
  );
};

/** The last page's categories, for the filters of one that cannot be loaded. */
let knownGroups: CategoryGroup[] = [];

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  unlessUnreachable(serverLoader(), request, () => ({
    search: readSearch(new URL(request.url).searchParams),
    page: null,
    groups: knownGroups,
    unreachable: true,
  }));

/** Test data are announced at once. */
export const handle: HydrationHandle<Route.ComponentProps["loaderData"]> = {
  hydrate: (loaded) => (loaded?.page?.test === "made up" ? undefined : "on-interaction"),
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { search, page } = loaderData;
  const site = siteOf(matches);
  const { page: number } = search;
  return headTags(site, {
    title: `Professionals${number > 1 ? `, page ${number}` : ""} | ${site.siteName}`,
    description: "Find professionals near you: tradespeople, teachers, photographers and more.",
    path: `/directory${number > 1 ? `?page=${number}` : ""}`,
    // Later pages are listed too, but no filtered ones.
    listed:
      page !== null && writeSearch({ ...search, page: 1 }) === "" && page.total > 0 && !page.test,
    data:
      !page || page.test
        ? []
        : [
            itemList(
              site,
              page.providers.map((one) => ({
                name: displayName(one),
                path: `/directory/${one.user_id}`,
              })),
            ),
          ],
  });
};

export default function DirectoryRoute({ loaderData }: Route.ComponentProps) {
  const { page, search, groups } = loaderData;
  useEffect(() => {
    if (page) knownGroups = groups;
  }, [page, groups]);
  if (!page) {
    return (
      <DirectoryProblem search={search} groups={groups}>
        {"unreachable" in loaderData && NETWORK_ISSUE}
      </DirectoryProblem>
    );
  }
  return <Directory search={search} page={page} groups={groups} />;
}
