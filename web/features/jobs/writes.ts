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
}

export const postJob = async (db: Db, input: NewJob, userId: string): Promise<string> => {
  // The poster may read only the public columns back; an insert that asks for no more is allowed.
  const { data, error } = await db
    .from("jobs")
    .insert({
      title: input.title.trim(),
      description: input.description.trim(),
      category: input.categories[0] ?? "",
      categories: input.categories,
      location: input.location.trim() || null,
      budget: input.budget.trim() || null,
      user_id: userId,
      contact_name: input.contactName.trim() || null,
      contact_email: input.contactEmail.trim(),
      contact_phone: input.contactPhone.trim() || null,
    })
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
};

export interface Contact {
  contact_name: string | null;
  contact_email: string;
  contact_phone: string | null;
}

/** The contact of a job, for those whom the database lets see it; a provider's look is recorded. */
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

/** Closing stops further reveals; reopening allows them again (decision 7). */
export const setJobStatus = async (db: Db, input: { jobId: string; status: "open" | "closed" }) => {
  const { error } = await db.from("jobs").update({ status: input.status }).eq("id", input.jobId);
  if (error) throw error;
};

export const deleteJob = async (db: Db, input: { jobId: string }, userId: string) => {
  const { error } = await db.from("jobs").delete().eq("id", input.jobId).eq("posted_by", userId);
  if (error) throw error;
};

/** Who unlocked the contact of one's own job, newest first. */
export const loadReveals = async (db: Db, jobId: string) => {
  const { data, error } = await db.rpc("job_reveals", { job_id: jobId });
  if (error) throw error;
  return data;
};
