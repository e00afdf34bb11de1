export { ReportButton } from "./report-button.tsx";
export { reportPath } from "./target.ts";
