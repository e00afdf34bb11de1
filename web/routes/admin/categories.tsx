import { CATEGORIES_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { CategoryManagementScreen, loadManaged } from "#web/features/categories/admin/index.ts";
import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/categories.ts";

export const clientLoader = async () => ({
  managed: await orNull(CATEGORIES_NOT_LOADED, loadManaged(await sessionClient())),
});
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={4} label="Loading categories..." />;

export const meta = pageTitle("Categories Management");

export default function CategoriesRoute({ loaderData }: Route.ComponentProps) {
  return <CategoryManagementScreen managed={loaderData.managed} />;
}
