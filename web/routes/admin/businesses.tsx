import { BUSINESSES_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { BusinessesScreen } from "#web/features/businesses/admin/businesses-screen.tsx";
import { loadBusinesses, readBusinessSearch } from "#web/features/businesses/queries.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import type { Route } from "./+types/businesses.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readBusinessSearch(new URL(request.url).searchParams);
  const loading = loadBusinesses(await sessionClient(), search);
  return { search, list: await orNull(BUSINESSES_NOT_LOADED, loading) };
};

export const meta = pageTitle("Businesses");

export default function BusinessesRoute({ loaderData }: Route.ComponentProps) {
  return <BusinessesScreen {...loaderData} />;
}
