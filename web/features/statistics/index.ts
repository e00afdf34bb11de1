export { AnalyticsScreen } from "./analytics-screen.tsx";
export { loadAnalytics, loadTrends } from "./queries.ts";
