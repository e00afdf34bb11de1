import type { ReportTarget } from "#domain/reports.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** What a report is about. */
export interface Target {
  type: ReportTarget;
  id: string;
}

/** The form's page for a browser without scripts. */
export const reportPath = ({ type, id }: Target): string => `/report?type=${type}&id=${id}`;

/** What that page's address names, or null. */
export const readTarget = (params: URLSearchParams): Target | null => {
  const id = params.get("id") ?? "";
  const type = params.get("type");
  return isUuid(id) && (type === "profile" || type === "job" || type === "feedback")
    ? { type, id }
    : null;
};
