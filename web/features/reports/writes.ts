import type { ReportTarget, ReportValues } from "#domain/reports.ts";
import type { Db } from "#web/session/database.ts";

/** @returns the case number */
export const reportContent = async (
  db: Db,
  target: { type: ReportTarget; id: string },
  { reason, details, email }: ReportValues,
): Promise<string> => {
  const { data, error } = await db.rpc("report_content", {
    target_type: target.type,
    target_id: target.id,
    reason,
    ...(details ? { details } : {}),
    ...(email ? { email } : {}),
  });
  if (error) throw error;
  return data;
};

export const appealReport = async (
  db: Db,
  input: { caseNumber: string; key: string; words: string },
): Promise<void> => {
  const { error } = await db.rpc("appeal_report", {
    case_number: input.caseNumber,
    link_key: input.key,
    words: input.words,
  });
  if (error) throw error;
};

export const takeReport = async (db: Db, id: string): Promise<void> => {
  const { error } = await db.rpc("admin_take_report", { report_id: id });
  if (error) throw error;
};

export const decideReport = async (
  db: Db,
  input: { id: string; uphold: boolean; reason: string },
): Promise<void> => {
  const { error } = await db.rpc("admin_decide_report", {
    report_id: input.id,
    uphold: input.uphold,
    reason: input.reason,
  });
  if (error) throw error;
};

/** What a case about a message is about, with nothing else of the conversation; each view is recorded. */
export const readReportedMessage = async (db: Db, id: string) => {
  const { data, error } = await db.rpc("admin_reported_message", { report_id: id });
  if (error) throw error;
  return data[0] ?? null;
};

export const removeMessagePictures = async (
  db: Db,
  { id, reason }: { id: string; reason: string },
): Promise<void> => {
  const { error } = await db.rpc("admin_remove_message_pictures", { report_id: id, reason });
  if (error) throw error;
};
