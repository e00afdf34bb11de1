export { OwnCaseScreen } from "./own-case-screen.tsx";
export { postReport, readTarget } from "./posted.ts";
export { loadOwnCase, loadReport, loadReports, readReportSearch } from "./queries.ts";
export { ReportButton } from "./report-button.tsx";
export { ReportScreen } from "./report-screen.tsx";
export { loadReported, loadReportedForAdmin, REPORTED_NOT_LOADED } from "./reported.ts";
export { reportPath, type Target } from "./target.ts";
