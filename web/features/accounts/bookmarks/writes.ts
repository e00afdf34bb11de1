import { changedRows, NothingChanged } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { sessionEnded } from "#web/session/session.ts";

/**
 * Removes a bookmark. If another tab removed it before, that is a success, unless the session has ended.
 */
const removed = async (removal: Parameters<typeof changedRows>[0]): Promise<void> => {
  try {
    await changedRows(removal);
  } catch (error) {
    if (!(error instanceof NothingChanged) || (await sessionEnded())) throw error;
  }
};

/** Saves or unsaves a provider for this person. Saving twice is not an error. */
export const saveProvider = async (
  db: Db,
  input: { providerId: string; saved: boolean },
  userId: string,
): Promise<void> => {
  const table = db.from("saved_providers");
  if (input.saved) {
    const row = { user_id: userId, provider_id: input.providerId };
    await table.upsert(row, { ignoreDuplicates: true }).throwOnError();
    return;
  }
  await removed(
    table.delete().eq("user_id", userId).eq("provider_id", input.providerId).select("provider_id"),
  );
};

/** Saves or unsaves a job for this provider. */
export const saveJob = async (
  db: Db,
  input: { jobId: string; saved: boolean },
  providerId: string,
): Promise<void> => {
  const table = db.from("saved_jobs");
  if (input.saved) {
    const row = { provider_id: providerId, job_id: input.jobId };
    await table.upsert(row, { ignoreDuplicates: true }).throwOnError();
    return;
  }
  await removed(
    table.delete().eq("provider_id", providerId).eq("job_id", input.jobId).select("job_id"),
  );
};

/** Which of these jobs the provider has saved. */
export const loadSavedJobIds = async (
  db: Db,
  providerId: string,
  jobIds: string[],
): Promise<string[]> => {
  if (jobIds.length === 0) return [];
  const { data } = await db
    .from("saved_jobs")
    .select("job_id")
    .eq("provider_id", providerId)
    .in("job_id", jobIds)
    .throwOnError();
  return data.map(({ job_id }) => job_id);
};

/** Which of these providers the person has saved. */
export const loadSavedProviderIds = async (
  db: Db,
  userId: string,
  providerIds: readonly string[],
): Promise<string[]> => {
  const { data } = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .in("provider_id", providerIds)
    .throwOnError();
  return data.map(({ provider_id }) => provider_id);
};

export const hasSavedProvider = async (
  db: Db,
  providerId: string,
  userId: string,
): Promise<boolean> => {
  const { data } = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .eq("provider_id", providerId)
    .maybeSingle()
    .throwOnError();
  return data !== null;
};
