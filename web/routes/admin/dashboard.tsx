import { LatestChanges } from "#web/features/audit/latest-changes.tsx";
import { loadLatestChanges } from "#web/features/audit/queries.ts";
import { loadDashboard } from "#web/features/site/admin/dashboard-counts.ts";
import { DashboardScreen } from "#web/features/site/admin/dashboard-screen.tsx";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/dashboard.ts";

export const clientLoader = async () => {
  const db = await sessionClient();
  const [counts, changes] = await Promise.all([loadDashboard(db), loadLatestChanges(db)]);
  return { counts, changes };
};

export const meta = pageTitle("Admin Dashboard");

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <DashboardScreen counts={loaderData.counts}>
        <LatestChanges entries={loaderData.changes} />
      </DashboardScreen>
    </>
  );
}
