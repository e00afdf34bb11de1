export { NewJobs } from "./dashboard-panels.tsx";
export { DashboardProblem } from "./dashboard-problem.tsx";
export {
  type JobsOfTrade,
  loadClientFigures,
  loadJobsOfTrade,
  loadProviderFigures,
} from "./dashboard-queries.ts";
export { PersonalDashboard } from "./dashboard-screen.tsx";
export { ProfileScreen } from "./profile-screen.tsx";
export {
  loadSavedJobs,
  loadSavedProviders,
  orNull,
} from "./queries.ts";
export { SavedArea } from "./saved.tsx";
export { ideasFor } from "./tasks.ts";
