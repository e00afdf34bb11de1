import { LatestChanges, loadLatestChanges } from "#web/features/audit/index.ts";
import { DashboardScreen, loadDashboard } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/dashboard.ts";

export const clientLoader = async () => {
  const db = await sessionClient();
  const [counts, changes] = await Promise.all([loadDashboard(db), loadLatestChanges(db)]);
  return { counts, changes };
};
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={4} label="Loading dashboard…" />;

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
