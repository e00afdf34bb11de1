import { ReportsScreen } from "#web/features/reports/admin/index.ts";
import {
  loadReport,
  loadReportedForAdmin,
  loadReports,
  REPORTED_NOT_LOADED,
  readReportSearch,
} from "#web/features/reports/index.ts";
import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/reports.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readReportSearch(new URL(request.url).searchParams);
  const db = await sessionClient();
  const [list, found] = await Promise.all([
    orNull("Failed to load reports", loadReports(db, search)),
    search.open ? loadReport(db, search.open) : null,
  ]);
  const reported = found && (await orNull(REPORTED_NOT_LOADED, loadReportedForAdmin(db, found)));
  return { search, list, found, reported };
};
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={3} label="Loading reports…" />;

export const meta = pageTitle("Reports");

export default function ReportsRoute({ loaderData }: Route.ComponentProps) {
  return <ReportsScreen {...loaderData} />;
}
