export { actOnEach } from "./act-on-each.ts";
export { AdminFrame, AdminMenu } from "./admin-frame.tsx";
export { loadDashboard } from "./dashboard-counts.ts";
export { DashboardScreen } from "./dashboard-screen.tsx";
export { adminRefusal, describeFailure } from "./describe-failure.ts";
export { loadHealth } from "./health.ts";
export { HealthScreen } from "./health-screen.tsx";
export { LoadFailure, orNull } from "./load-failure.tsx";
export { AdminLoginScreen } from "./login-screen.tsx";
export { ReasonDialog } from "./reason-dialog.tsx";
export { reportAct } from "./report-act.ts";
export {
  type Outcome,
  OutcomeReport,
  type Selection,
  SelectionBar,
  useSelection,
} from "./selection.tsx";
export { AdminSetupScreen } from "./setup-screen.tsx";
export { useAct } from "./use-act.ts";
