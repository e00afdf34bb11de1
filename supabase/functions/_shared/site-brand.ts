import type { Db } from "./database.ts";
import { required } from "./environment.ts";

/** The site's name and colour: the admins' settings, otherwise the configuration's name and the default's colours. */
export const siteBrand = async (db: Db): Promise<{ name: string; colour: string }> => {
  const { data } = await db
    .from("site_settings")
    .select("key, value")
    .in("key", ["site_name", "brand_colour"]);
  const words = (key: string): string => {
    const value = data?.find((row) => row.key === key)?.value;
    return typeof value === "string" ? value.trim() : "";
  };
  return { name: words("site_name") || required("SITE_NAME"), colour: words("brand_colour") };
};
