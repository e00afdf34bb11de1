import type { Db } from "#web/session/database.ts";
import type { Change } from "./change.ts";

/**
 * Writes the changed fields, if the row is still the version that was read.
 *
 * @returns its new version; null if another person, or another window, wrote it since then
 */
export const writeChange = async (
  db: Db,
  id: string,
  version: string,
  change: Change,
): Promise<string | null> => {
  const { data } = await db
    .from("profiles")
    .update({ ...change, updated_at: new Date().toISOString() })
    .eq("id", id)
    .eq("updated_at", version)
    .select("updated_at")
    .maybeSingle()
    .throwOnError();
  return data?.updated_at ?? null;
};
