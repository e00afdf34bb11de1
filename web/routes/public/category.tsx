import { data } from "react-router";
import { NO_FILTER } from "#domain/jobs.ts";
import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { loadJobs } from "#web/features/jobs/index.ts";
import { CategoryScreen, loadDirectory } from "#web/features/providers/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/category.ts";

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const group = (await loadCategoryGroups(visitor)).find(({ slug }) => slug === params.slug);
  if (!group) throw data(null, { status: 404 });
  const [page, list] = await Promise.all([
    loadDirectory(visitor, { service: "", location: "", category: group.name, page: 1 }),
    loadJobs(visitor, { ...NO_FILTER, category: group.name }, 1),
  ]);
  // Everybody else is no answer to one category: the page says instead that nobody is here.
  const found = page.fallback ? { total: 0, providers: [], fallback: false } : page;
  return { group, page: found, jobs: list.jobs, siteName: settings.siteName };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.group.name} | ${loaderData.siteName}` },
        {
          name: "description",
          content: `${loaderData.group.name}: professionals and open jobs across the UK.`,
        },
      ]
    : [{ title: "Page Not Found" }];

export default function CategoryRoute({ loaderData }: Route.ComponentProps) {
  const { siteName: _title, ...page } = loaderData;
  return <CategoryScreen {...page} />;
}
