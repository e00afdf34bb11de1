import type { ReportTarget, ReportValues } from "#domain/reports/reports.ts";
import type { Db } from "#web/session/database.ts";

/** @returns the case number */
export const reportContent = async (
  db: Db,
  target: { type: ReportTarget; id: string },
  { reason, details, email }: ReportValues,
): Promise<string> => {
  const { data } = await db
    .rpc("report_content", {
      target_type: target.type,
      target_id: target.id,
      reason,
      ...(details ? { details } : {}),
      ...(email ? { email } : {}),
    })
    .throwOnError();
  return data;
};

export const appealReport = async (
  db: Db,
  input: { caseNumber: string; key: string; words: string },
): Promise<void> => {
  await db
    .rpc("appeal_report", {
      case_number: input.caseNumber,
      link_key: input.key,
      words: input.words,
    })
    .throwOnError();
};
