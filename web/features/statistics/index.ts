export { AnalyticsScreen } from "./analytics-screen.tsx";
export { loadAnalytics, loadTrends } from "./queries.ts";
export { FurtherFigures, MainFigures } from "./worth/figures.tsx";
export { loadWorth } from "./worth/queries.ts";
