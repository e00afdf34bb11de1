export { DashboardScreen } from "./dashboard-screen.tsx";
export { ModerationScreen } from "./moderation-screen.tsx";
export { loadDashboard, loadModeration, readModeration } from "./queries.ts";
