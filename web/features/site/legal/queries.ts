import type { Db } from "#web/session/database.ts";

export interface Legal {
  text: string;
  changedAt: string;
}

/** The text of a legal page, as admins wrote it, and when it last changed. */
export const loadLegal = async (db: Db, key: "legal_terms" | "legal_privacy"): Promise<Legal> => {
  const { data } = await db
    .from("site_settings")
    .select("value, updated_at")
    .eq("key", key)
    .single()
    .throwOnError();
  return { text: typeof data.value === "string" ? data.value : "", changedAt: data.updated_at };
};
