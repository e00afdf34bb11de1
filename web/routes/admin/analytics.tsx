import { orNull } from "#web/features/administration/index.ts";
import { AnalyticsScreen, loadAnalytics } from "#web/features/analytics/index.ts";
import { sessionClient } from "#web/session/session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/analytics.ts";

export const clientLoader = async () => ({
  analytics: await orNull("Failed to load analytics data", loadAnalytics(await sessionClient())),
});
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={3} label="Loading analytics..." />;

export const meta = () => [{ title: "Analytics Dashboard" }];

export default function AnalyticsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Analytics Dashboard" />
      <AnalyticsScreen analytics={loaderData.analytics} />
    </>
  );
}
