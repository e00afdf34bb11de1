import { withPoundSign } from "#domain/jobs/budget.ts";
import type { NewJob } from "#domain/jobs/posting.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";

/** The row of a form, with null for what is empty. */
const rowOf = (input: NewJob) => ({
  title: input.title.trim(),
  description: input.description.trim(),
  category: input.categories[0] ?? "",
  categories: input.categories,
  location: input.location.trim() || null,
  budget: withPoundSign(input.budget) || null,
  contact_name: input.contact_name.trim() || null,
  contact_email: input.contact_email.trim(),
  contact_phone: input.contact_phone.trim() || null,
  pictures: input.pictures,
  reveal_limit: input.reveal_limit,
});

export const postJob = async (db: Db, input: NewJob, userId: string): Promise<string> => {
  // The poster may read back only the public columns; an insert that requests only these is allowed.
  const { data } = await db
    .from("jobs")
    .insert({ ...rowOf(input), user_id: userId })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
};

/** Changes the person's own job, and opens it again if it should; another person's does not change. */
export const editJob = async (
  db: Db,
  input: NewJob,
  jobId: string,
  reopens: boolean,
): Promise<string> => {
  const row = { ...rowOf(input), ...(reopens ? { status: "open" } : {}) };
  await changedRows(db.from("jobs").update(row).eq("id", jobId).select("id"));
  return jobId;
};

/** Closing stops further reveals; reopening allows them again (P-07). */
export const setJobStatus = async (db: Db, input: { jobId: string; status: "open" | "closed" }) => {
  await changedRows(
    db.from("jobs").update({ status: input.status }).eq("id", input.jobId).select("id"),
  );
};

export const deleteJob = async (db: Db, input: { jobId: string }, userId: string) => {
  await changedRows(
    db.from("jobs").delete().eq("id", input.jobId).eq("posted_by", userId).select("id"),
  );
};
