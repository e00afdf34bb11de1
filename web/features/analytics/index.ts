export { AnalyticsScreen } from "./analytics-screen.tsx";
export { loadAnalytics, loadCourses } from "./queries.ts";
