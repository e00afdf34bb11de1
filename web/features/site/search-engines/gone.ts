import type { Db } from "#web/session/site.ts";

/** Whether a provider's account is deleted, or is no provider's any more: the page answers 410. */
export const isGone = async (db: Db, id: string): Promise<boolean> => {
  const { data, error } = await db.rpc("provider_gone", { provider_id: id }, { get: true });
  // No id at all.
  if (error?.code === "22P02") return false;
  if (error) throw error;
  return data;
};
