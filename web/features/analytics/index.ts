export { AnalyticsScreen } from "./analytics-screen.tsx";
export { loadAnalytics } from "./queries.ts";
