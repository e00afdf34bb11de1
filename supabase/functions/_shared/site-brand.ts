import { plansOf } from "#domain/membership/plan-setting.ts";
import type { Plans } from "#domain/membership/plans.ts";
import { type Company, companyLine } from "#domain/site/brand.ts";
import type { Db } from "./database.ts";
import { required } from "./environment.ts";

interface Brand {
  name: string;
  colour: string;
  /** Who runs the site, as one line; may be empty. */
  company: string;
  plans: Plans;
}

/** The brand as admins set it, otherwise the configuration's name and the default's colours. Throws if unreadable. */
export const siteBrand = async (db: Db): Promise<Brand> => {
  const { data } = await db
    .from("site_settings")
    .select("key, value")
    .in("key", ["site_name", "brand_colour", "company", "plans"])
    .throwOnError();
  const settingOf = (key: string) => data.find((row) => row.key === key)?.value;
  const words = (key: string): string => {
    const value = settingOf(key);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    name: words("site_name") || required("SITE_NAME"),
    colour: words("brand_colour"),
    company: companyLine(settingOf("company") as Partial<Company>),
    plans: plansOf(settingOf("plans")),
  };
};
