import type { Db } from "#web/session/database.ts";

/** Whether a provider's account is deleted, or no longer a provider's: the page responds with 410. */
export const isDeleted = async (db: Db, id: string): Promise<boolean> => {
  const { data, error } = await db.rpc("provider_gone", { provider_id: id }, { get: true });
  // Not a valid id.
  if (error?.code === "22P02") return false;
  if (error) throw error;
  return data;
};
