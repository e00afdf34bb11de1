import { leftFiles, type WorkSample, workSamples } from "#domain/providers/portfolio.ts";
import type { Db } from "#web/session/database.ts";
import { refreshSession } from "#web/session/session.ts";

/** How often a change is tried while others change the list. */
const ATTEMPTS = 5;

export const removeFiles = async (db: Db, paths: string[]): Promise<void> => {
  if (paths.length === 0) return;
  const { error } = await db.storage.from("portfolio_media").remove(paths);
  if (error) throw error;
};

/**
 * Changes the portfolio as stored in the database, not as this window knows it. The change is applied to
 * what is read, written over that version only, and repeated if another window was faster.
 *
 * @returns the paths of files that nothing shows any more: they should be removed now
 */
export const changePortfolio = async (
  db: Db,
  userId: string,
  change: (list: WorkSample[]) => WorkSample[],
): Promise<string[]> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await db
      .from("profiles")
      .select("work_samples, updated_at")
      .eq("id", userId)
      .single()
      .throwOnError();
    const before = workSamples(read.data.work_samples);
    const after = change(before);
    const { data } = await db
      .from("profiles")
      .update({ work_samples: after, updated_at: new Date().toISOString() })
      .eq("id", userId)
      .eq("updated_at", read.data.updated_at)
      .select("id")
      .maybeSingle()
      .throwOnError();
    if (!data) continue;
    await refreshSession();
    return leftFiles(before, after, userId);
  }
  throw new Error("The portfolio keeps changing elsewhere");
};
