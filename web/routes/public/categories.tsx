import { CategoriesScreen } from "#web/features/categories/categories-screen.tsx";
import { loadCategoryGroups } from "#web/features/categories/queries.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import { itemList } from "#web/shell/search-engines/structured-data.ts";
import type { Route } from "./+types/categories.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  return { groups: await loadCategoryGroups(visitor), siteName: settings.siteName };
};

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `Service Categories | ${site.siteName}`,
    description: "All services on offer, from carpentry to dog walking.",
    path: "/categories",
    data: loaderData
      ? [
          itemList(
            site,
            loaderData.groups.map(({ name, slug }) => ({ name, path: `/categories/${slug}` })),
          ),
        ]
      : [],
  });
};

export default function CategoriesRoute({ loaderData }: Route.ComponentProps) {
  return <CategoriesScreen groups={loaderData.groups} />;
}
