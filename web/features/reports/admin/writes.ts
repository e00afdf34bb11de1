import { ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";

export const takeReport = async (db: Db, id: string): Promise<void> => {
  await db.rpc("admin_take_report", { report_id: id }).throwOnError();
};

/** What an admin hides with the decision: an account's page, a job, which is closed, or feedback. */
export interface Hidable {
  type: "profile" | "job" | "feedback";
  id: string;
}

const hideReported = async (db: Db, { type, id }: Hidable, reason: string): Promise<void> => {
  if (type === "feedback") {
    const { data } = await db
      .rpc("admin_moderate_feedback", { items: [{ id }], approve: false, reason })
      .throwOnError();
    if (data[0]?.outcome === "refused") throw new ReadableError(data[0].message, { code: "PT409" });
    return;
  }
  if (type === "job") {
    await db.rpc("admin_stop_job", { job_id: id, reason }).throwOnError();
    return;
  }
  const hidden = { status_field: "is_visible", new_value: false };
  await db
    .rpc("admin_toggle_user_status", { target_user_id: id, ...hidden, reason })
    .throwOnError();
};

/**
 * Decides a case. With `hide`, visitors no longer see what was reported: that comes first, so that a case whose
 * item could not be hidden is still there to be decided.
 */
export const decideReport = async (
  db: Db,
  input: { id: string; uphold: boolean; reason: string; hide?: Hidable },
): Promise<void> => {
  if (input.hide) await hideReported(db, input.hide, input.reason);
  await db
    .rpc("admin_decide_report", { report_id: input.id, uphold: input.uphold, reason: input.reason })
    .throwOnError();
};

/** What a case about a message is about, with nothing else of the conversation; each view is recorded. */
export const readReportedMessage = async (db: Db, id: string) => {
  const { data } = await db.rpc("admin_reported_message", { report_id: id }).throwOnError();
  return data[0] ?? null;
};

export const removeMessagePictures = async (
  db: Db,
  { id, reason }: { id: string; reason: string },
): Promise<void> => {
  await db.rpc("admin_remove_message_pictures", { report_id: id, reason }).throwOnError();
};
