import type { Db } from "./database.ts";
import { required } from "./environment.ts";

/** The site's name: the admins' setting, otherwise the configuration's. */
export const siteName = async (db: Db): Promise<string> => {
  const { data } = await db
    .from("site_settings")
    .select("value")
    .eq("key", "site_name")
    .maybeSingle();
  const name = typeof data?.value === "string" ? data.value.trim() : "";
  return name || required("SITE_NAME");
};
