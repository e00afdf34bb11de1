import type { Db } from "#web/session/site.ts";

/** Saves or unsaves a provider for this person. Saving twice is no error. */
export const saveProvider = async (
  db: Db,
  input: { providerId: string; saved: boolean },
  userId: string,
): Promise<void> => {
  const { error } = input.saved
    ? await db
        .from("saved_providers")
        .upsert({ user_id: userId, provider_id: input.providerId }, { ignoreDuplicates: true })
    : await db
        .from("saved_providers")
        .delete()
        .eq("user_id", userId)
        .eq("provider_id", input.providerId);
  if (error) throw error;
};

/** Saves or unsaves a job for this provider. */
export const saveJob = async (
  db: Db,
  input: { jobId: string; saved: boolean },
  providerId: string,
): Promise<void> => {
  const { error } = input.saved
    ? await db
        .from("saved_jobs")
        .upsert({ provider_id: providerId, job_id: input.jobId }, { ignoreDuplicates: true })
    : await db.from("saved_jobs").delete().eq("provider_id", providerId).eq("job_id", input.jobId);
  if (error) throw error;
};

/** Which of these jobs the provider has saved. */
export const loadSavedJobIds = async (
  db: Db,
  providerId: string,
  jobIds: string[],
): Promise<string[]> => {
  if (jobIds.length === 0) return [];
  const { data, error } = await db
    .from("saved_jobs")
    .select("job_id")
    .eq("provider_id", providerId)
    .in("job_id", jobIds);
  if (error) throw error;
  return data.map(({ job_id }) => job_id);
};

/** Which of these providers the person has saved. */
export const loadSavedProviderIds = async (
  db: Db,
  userId: string,
  providerIds: readonly string[],
): Promise<string[]> => {
  const { data, error } = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .in("provider_id", providerIds);
  if (error) throw error;
  return data.map(({ provider_id }) => provider_id);
};

export const hasSavedProvider = async (
  db: Db,
  providerId: string,
  userId: string,
): Promise<boolean> => {
  const { data, error } = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .eq("provider_id", providerId)
    .maybeSingle();
  if (error) throw error;
  return data !== null;
};
