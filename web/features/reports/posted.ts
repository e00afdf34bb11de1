import { REPORT_TARGETS, reportSchema } from "#domain/reports/reports.ts";
import { faultOf } from "#domain/site/faults.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Db } from "#web/session/database.ts";
import { type PostedForm, postedText, refusedForm } from "#web/ui/posted-form.ts";
import type { Target } from "./target.ts";
import { reportContent } from "./writes.ts";

/** What the address of the form's page names (`reportPath`), or null. */
export const readTarget = (params: URLSearchParams): Target | null => {
  const id = params.get("id") ?? "";
  const type = REPORT_TARGETS.find((one) => one === params.get("type"));
  return type && isUuid(id) ? { type, id } : null;
};

export interface ReportInput {
  reason: string;
  details: string;
  email: string;
}

/** If no other reason is known. */
export const WHY_NOT_SENT =
  "Your report could not be sent. Nothing you typed is lost: please try again.";

export interface PostedReport extends PostedForm<ReportInput> {
  /** Of a report that was sent. */
  caseNumber: string | null;
}

/** Sends the report of a form that no script handled. */
export const postReport = async (
  visitor: Db,
  target: Target,
  form: FormData,
): Promise<PostedReport> => {
  const values = {
    reason: postedText(form, "reason"),
    details: postedText(form, "details"),
    email: postedText(form, "email"),
  };
  const refuse = (...messages: string[]) => ({
    ...refusedForm(...messages),
    values,
    caseNumber: null,
  });
  const parsed = reportSchema.safeParse(values);
  if (!parsed.success) return refuse(...parsed.error.issues.map(({ message }) => message));
  try {
    const caseNumber = await reportContent(visitor, target, parsed.data);
    return { tone: "success", title: "", messages: [], done: true, values, caseNumber };
  } catch (error) {
    return refuse(
      faultOf(error, "Your report could not be sent. Nothing you typed is lost: please try again.")
        .message,
    );
  }
};
