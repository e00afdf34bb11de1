import { CategoriesScreen, loadCategoryGroups } from "#web/features/categories/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/categories.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  return { groups: await loadCategoryGroups(visitor), siteName: settings.siteName };
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Service Categories | ${loaderData?.siteName}` },
  { name: "description", content: "All services on offer, from carpentry to dog walking." },
];

export default function CategoriesRoute({ loaderData }: Route.ComponentProps) {
  return <CategoriesScreen groups={loaderData.groups} />;
}
