import type { ReportTarget } from "#domain/reports/reports.ts";

/** What a report is about. */
export interface Target {
  type: ReportTarget;
  id: string;
}

/** The form's page for a browser without scripts. */
export const reportPath = ({ type, id }: Target): string => `/report?type=${type}&id=${id}`;
