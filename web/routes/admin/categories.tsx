import { CATEGORIES_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { loadManaged } from "#web/features/categories/admin/queries.ts";
import { CategoryManagementScreen } from "#web/features/categories/admin/screen.tsx";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/categories.ts";

export const clientLoader = async () => ({
  managed: await orNull(CATEGORIES_NOT_LOADED, loadManaged(await sessionClient())),
});

export const HydrateFallback = () => <Skeletons count={4} label="Loading categories..." />;

export const meta = pageTitle("Categories Management");

export default function CategoriesRoute({ loaderData }: Route.ComponentProps) {
  return <CategoryManagementScreen managed={loaderData.managed} />;
}
