import type { Db } from "#web/session/database.ts";

export type JobAct = "close" | "allow" | "delete";

/** When the job was last changed. */
export const loadVersion = async (db: Db, jobId: string): Promise<string> => {
  const { data, error } = await db.from("jobs").select("updated_at").eq("id", jobId).single();
  if (error) throw error;
  return data.updated_at;
};

const CALLS = {
  close: "admin_stop_job",
  allow: "admin_allow_job",
  delete: "admin_delete_job",
} as const;

/** Closes, reopens or deletes anybody's job; its poster gets the reason. */
export const moderateJob = async (
  db: Db,
  input: { act: JobAct; jobId: string; reason: string; seen: string },
): Promise<void> => {
  const { error } = await db.rpc(CALLS[input.act], {
    job_id: input.jobId,
    reason: input.reason,
    seen: input.seen,
  });
  if (error) throw error;
};
