import type { JobQuestion } from "#domain/jobs-results.ts";

export type { JobQuestion } from "#domain/jobs-results.ts";

import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/site.ts";

export interface NewJob {
  title: string;
  description: string;
  categories: string[];
  location: string;
  budget: string;
  contactName: string;
  contactEmail: string;
  contactPhone: string;
  /** How many providers may unlock the contact; null means no limit. */
  revealLimit: number | null;
}

const rowOf = (input: NewJob) => ({
  title: input.title.trim(),
  description: input.description.trim(),
  category: input.categories[0] ?? "",
  categories: input.categories,
  location: input.location.trim() || null,
  budget: input.budget.trim() || null,
  contact_name: input.contactName.trim() || null,
  contact_email: input.contactEmail.trim(),
  contact_phone: input.contactPhone.trim() || null,
  reveal_limit: input.revealLimit,
});

export const postJob = async (db: Db, input: NewJob, userId: string): Promise<string> => {
  // The poster may read back only the public columns; an insert that requests only these is allowed.
  const { data, error } = await db
    .from("jobs")
    .insert({ ...rowOf(input), user_id: userId })
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
};

/** Changes the person's own job; another person's does not change. */
export const editJob = async (db: Db, input: NewJob, jobId: string): Promise<string> => {
  await changedRows(db.from("jobs").update(rowOf(input)).eq("id", jobId).select("id"));
  return jobId;
};

/** The person's own job in the form's shape, or null. */
export const loadEditable = async (
  db: Db,
  jobId: string,
  userId: string,
): Promise<NewJob | null> => {
  const { data: job, error } = await db
    .from("jobs")
    .select("title, description, categories, location, budget, reveal_limit")
    .eq("id", jobId)
    .eq("posted_by", userId)
    .maybeSingle();
  if (error && error.code !== "22P02") throw error;
  if (!job) return null;
  const contact = await revealContact(db, jobId);
  return {
    title: job.title,
    description: job.description,
    categories: job.categories,
    location: job.location ?? "",
    budget: job.budget ?? "",
    contactName: contact.contact_name ?? "",
    contactEmail: contact.contact_email,
    contactPhone: contact.contact_phone ?? "",
    revealLimit: job.reveal_limit,
  };
};

export interface Contact {
  contact_name: string | null;
  contact_email: string;
  contact_phone: string | null;
}

/** The contact of a job, for people whom the database permits; a provider's view is recorded. */
export const revealContact = async (db: Db, jobId: string): Promise<Contact> => {
  const { data, error } = await db.rpc("reveal_job_contact", { job_id: jobId }).single();
  if (error) throw error;
  return data;
};

/** Which of these jobs this provider has already unlocked. */
export const loadRevealedIds = async (db: Db, jobIds: string[]): Promise<string[]> => {
  if (jobIds.length === 0) return [];
  const { data, error } = await db
    .from("job_contact_reveals")
    .select("job_id")
    .in("job_id", jobIds);
  if (error) throw error;
  return data.map(({ job_id }) => job_id);
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

/** Who unlocked the contact of the person's own job, newest first. */
export const loadReveals = async (db: Db, jobId: string) => {
  const { data, error } = await db.rpc("job_reveals", { job_id: jobId });
  if (error) throw error;
  return data;
};

export const loadQuestion = async (db: Db, token: string): Promise<JobQuestion | null> => {
  const { data, error } = await db.rpc("job_question", { token });
  if (error) throw error;
  return data;
};

export const answerQuestion = async (
  db: Db,
  token: string,
  stillLooking: boolean,
): Promise<JobQuestion> => {
  const { data, error } = await db.rpc("answer_job_question", {
    token,
    still_looking: stillLooking,
  });
  if (error) throw error;
  return data;
};
