import { CATEGORIES_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { loadUsers, readUserSearch } from "#web/features/accounts/admin/queries.ts";
import { UsersScreen } from "#web/features/accounts/admin/users-screen.tsx";
import { loadCategoryGroups } from "#web/features/categories/queries.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import type { Route } from "./+types/users.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readUserSearch(new URL(request.url).searchParams);
  const db = await sessionClient();
  const [list, groups] = await Promise.all([
    orNull("Failed to load users", loadUsers(db, search)),
    orNull(CATEGORIES_NOT_LOADED, loadCategoryGroups(db)),
  ]);
  return { search, list, groups: groups ?? [] };
};

export const meta = pageTitle("User Management");

export default function UsersRoute({ loaderData }: Route.ComponentProps) {
  return <UsersScreen {...loaderData} />;
}
