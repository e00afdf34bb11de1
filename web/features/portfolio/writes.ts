import { leftFiles, type WorkSample, workSamples } from "#domain/portfolio.ts";
import type { Json } from "#supabase/database.types.ts";
import { refreshSession } from "#web/session/session.ts";
import type { Db } from "#web/session/site.ts";

/** How often a change is tried over a list that others keep changing. */
const ATTEMPTS = 5;

/** The item was changed, and these files of it could not be removed. */
export class FilesLeft extends Error {
  readonly paths: string[];

  constructor(paths: string[]) {
    super("Failed to delete media file");
    this.paths = paths;
  }
}

export const removeFiles = async (db: Db, paths: string[]): Promise<void> => {
  if (paths.length === 0) return;
  const { error } = await db.storage.from("portfolio_media").remove(paths);
  if (error) throw new FilesLeft(paths);
};

/**
 * Changes the portfolio as it stands in the database, not as this window knows it: the change is made
 * to what is read, written over that version only, and made again where another window was quicker.
 * Files that nothing shows any more are removed afterwards.
 */
export const changePortfolio = async (
  db: Db,
  userId: string,
  change: (list: WorkSample[]) => WorkSample[],
): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await db
      .from("profiles")
      .select("work_samples, updated_at")
      .eq("id", userId)
      .single();
    if (read.error) throw read.error;
    const before = workSamples(read.data.work_samples);
    const after = change(before);
    const { data, error } = await db
      .from("profiles")
      .update({
        work_samples: after as unknown as Json,
        updated_at: new Date().toISOString(),
      })
      .eq("id", userId)
      .eq("updated_at", read.data.updated_at)
      .select("id")
      .maybeSingle();
    if (error) throw error;
    if (!data) continue;
    await refreshSession();
    await removeFiles(db, leftFiles(before, after, userId));
    return;
  }
  throw new Error("The portfolio keeps changing elsewhere");
};
