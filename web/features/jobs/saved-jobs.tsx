import { removedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { BookmarkButton, showSaveFailed } from "#web/ui/connected/bookmark-button.tsx";

/** Saves or unsaves a job; for providers only (spec 2 section 2). */
export const SaveJobButton = ({
  job,
  userId,
  saved,
}: {
  job: { id: string; title: string };
  userId: string;
  saved: boolean;
}) => {
  const { run, busy } = useWrite(saveJob);
  const toggle = async () => {
    try {
      await run({ jobId: job.id, saved: !saved }, userId);
    } catch (error) {
      await showSaveFailed(error);
    }
  };
  return (
    <BookmarkButton name={job.title} saved={saved} busy={busy} onToggle={() => void toggle()} />
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
  await removedRows(
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
