export { ReportsScreen } from "./admin/reports-screen.tsx";
export { OwnCaseScreen } from "./own-case-screen.tsx";
export { loadOwnCase, loadReport, loadReports, readReportSearch } from "./queries.ts";
export { ReportButton } from "./report-button.tsx";
