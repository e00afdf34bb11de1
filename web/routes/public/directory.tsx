import { displayName } from "#domain/providers.ts";
import { foldGroups, loadCategoryGroups } from "#web/features/categories/index.ts";
import { headTags, itemList, siteOf } from "#web/features/discovery/index.ts";
import {
  Directory,
  loadDirectory,
  readSearch,
  writeSearch,
} from "#web/features/providers/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/directory.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const search = readSearch(new URL(request.url).searchParams);
  const [page, groups] = await Promise.all([
    loadDirectory(visitor, search, settings.trial),
    loadCategoryGroups(visitor),
  ]);
  return { search, page, groups: foldGroups(groups, search.category), siteName: settings.siteName };
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { search, page, siteName } = loaderData;
  const site = siteOf(matches);
  return headTags(site, {
    title: `Professionals | ${siteName}`,
    description:
      "Find trusted professionals near you: tradespeople, teachers, photographers and more.",
    path: "/directory",
    listed: writeSearch(search) === "" && page.total > 0 && !page.test,
    data: page.test
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
  return <Directory {...loaderData} />;
}
