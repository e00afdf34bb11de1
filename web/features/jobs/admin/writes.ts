import type { Db } from "#web/session/database.ts";

export type JobAct = "close" | "allow" | "delete";

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
  await db
    .rpc(CALLS[input.act], { job_id: input.jobId, reason: input.reason, seen: input.seen })
    .throwOnError();
};

/** Takes a picture off a job and deletes its file; its poster gets the reason. */
export const hideJobPicture = async (
  db: Db,
  input: { jobId: string; picture: string; reason: string; seen: string },
): Promise<void> => {
  const { jobId, picture, reason, seen } = input;
  await db.rpc("admin_hide_job_picture", { job_id: jobId, picture, reason, seen }).throwOnError();
  // The server deletes a file that remains here, within a day.
  await db.storage.from("pictures").remove([picture.replace(/^.*\/public\/pictures\//, "")]);
};
