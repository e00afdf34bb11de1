import type { Db } from "#web/session/database.ts";

export interface Contact {
  contact_name: string | null;
  /** Null after it was erased, when the job had ended long ago. */
  contact_email: string | null;
  contact_phone: string | null;
  /** Of a postcode in the location, which shows everybody the first half only. */
  sector: string | null;
}

/** The contact of a job, for people whom the database permits; a provider's view is recorded. */
export const revealContact = async (db: Db, jobId: string): Promise<Contact> => {
  const { data } = await db.rpc("reveal_job_contact", { job_id: jobId }).single().throwOnError();
  return data;
};

/** Which of these jobs this provider has already unlocked. */
export const loadRevealedIds = async (db: Db, jobIds: string[]): Promise<string[]> => {
  if (jobIds.length === 0) return [];
  const { data } = await db
    .from("job_contact_reveals")
    .select("job_id")
    .in("job_id", jobIds)
    .throwOnError();
  return data.map(({ job_id }) => job_id);
};

/** Withdraws a provider's access to the contact of the person's own job. */
export const revokeContact = async (db: Db, jobId: string, providerId: string): Promise<void> => {
  await db.rpc("revoke_job_contact", { job_id: jobId, provider_id: providerId }).throwOnError();
};

/** Who unlocked the contact of the person's own job, newest first. */
export const loadReveals = async (db: Db, jobId: string) => {
  const { data } = await db.rpc("job_reveals", { job_id: jobId }).throwOnError();
  return data;
};
