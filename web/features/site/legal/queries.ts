import type { Db } from "#web/session/database.ts";

/** The text of a legal page, as admins wrote it. */
export const loadLegal = async (db: Db, key: "legal_terms" | "legal_privacy"): Promise<string> => {
  const { data, error } = await db.from("site_settings").select("value").eq("key", key).single();
  if (error) throw error;
  return typeof data.value === "string" ? data.value : "";
};
