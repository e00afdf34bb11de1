import { ANALYTICS_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { readSpan } from "#domain/statistics/statistics.ts";
import { AnalyticsScreen } from "#web/features/statistics/analytics-screen.tsx";
import { loadAnalytics, loadAnswers, loadTrends } from "#web/features/statistics/queries.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/analytics.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const span = readSpan(new URL(request.url).searchParams);
  const db = await sessionClient();
  const loading = Promise.all([loadAnalytics(db), loadTrends(db, span), loadAnswers(db)]);
  return { span, loaded: await orNull(ANALYTICS_NOT_LOADED, loading) };
};

export const HydrateFallback = () => <Skeletons count={3} label="Loading analytics..." />;

export const meta = pageTitle("Analytics Dashboard");

export default function AnalyticsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Analytics Dashboard" />
      <AnalyticsScreen {...loaderData} />
    </>
  );
}
