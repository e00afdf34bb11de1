import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { Directory, hasFilters, loadDirectory, readSearch } from "#web/features/providers/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/directory.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const search = readSearch(new URL(request.url).searchParams);
  const [page, groups] = await Promise.all([
    loadDirectory(visitor, search, settings.trial),
    loadCategoryGroups(visitor),
  ]);
  return { search, page, groups, siteName: settings.siteName };
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Professionals | ${loaderData?.siteName}` },
  {
    name: "description",
    content: "Find trusted professionals near you: tradespeople, teachers, photographers and more.",
  },
  ...(loaderData && (hasFilters(loaderData.search) || loaderData.page.fallback)
    ? [{ name: "robots", content: "noindex, follow" }]
    : []),
];

export default function DirectoryRoute({ loaderData }: Route.ComponentProps) {
  return <Directory {...loaderData} />;
}
