import { ReportsScreen } from "#web/features/reports/admin/reports-screen.tsx";
import { loadReport, loadReports, readReportSearch } from "#web/features/reports/queries.ts";
import { loadReportedForAdmin, REPORTED_NOT_LOADED } from "#web/features/reports/reported.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
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

export const meta = pageTitle("Reports");

export default function ReportsRoute({ loaderData }: Route.ComponentProps) {
  return <ReportsScreen {...loaderData} />;
}
