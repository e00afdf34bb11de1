import type { TaggedCache } from "supabase-compatible-backend/core";
import type { Queryable } from "supabase-compatible-backend/database";
import { plansOf } from "#domain/membership/plan-setting.ts";
import { type Company, companyLine, DEFAULT_SITE_NAME } from "#domain/site/brand.ts";
import type { HomeTexts } from "#domain/site/home-texts.ts";
import { logoAddress } from "#domain/site/logo.ts";
import { SITE_NETWORKS } from "#domain/site/results.ts";
import type { Db } from "#web/session/database.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { withSignal } from "../current-work.ts";
import { createSharedData } from "./shared-data.ts";

interface Row {
  key: string;
  value: unknown;
}

/** The rows by their keys; the database has checked their values. */
const settingsIn = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value])) as {
    site_name?: string;
    brand_colour?: string;
    logo?: string;
    company?: Company;
    contact_email?: string;
    social_links?: Partial<Record<string, string>>;
    maintenance_notice?: { on: boolean; text: string };
    plans?: unknown;
    home_texts?: HomeTexts | null;
  };

/**
 * The site's name, colour and company as admins set them, for code within a transaction; each is empty if they left it
 * to the configuration. All other code uses `createSiteSettings`.
 */
export const brandSetByAdmins = async (
  db: Queryable,
): Promise<{ siteName: string; brandColour: string; company: string }> => {
  const rows = await db.query<{ key: string; value: unknown }>(
    "select key, value from public.site_settings where key in ('site_name', 'brand_colour', 'company')",
  );
  const found = settingsIn(rows);
  return {
    siteName: found.site_name?.trim() ?? "",
    brandColour: found.brand_colour ?? "",
    company: companyLine(found.company),
  };
};

/** The parts on every page; the legal texts are loaded separately. */
const KEYS = [
  "site_name",
  "brand_colour",
  "logo",
  "company",
  "contact_email",
  "social_links",
  "maintenance_notice",
  "plans",
  "home_texts",
];

/** Milliseconds without another attempt after the database did not respond. */
const SPARED = 2_000;

/** Milliseconds that pages wait for a database that does not respond. */
const READ_WITHIN = 2_000;

/** Whether a site of another name shows the default brand's social profile, which every database starts with. */
const isOfDefaultBrand = (href: string, siteName: string): boolean =>
  siteName !== DEFAULT_SITE_NAME && href.endsWith(`/${DEFAULT_SITE_NAME.toLowerCase()}`);

const merge = (base: SiteSettings, rows: readonly Row[]): SiteSettings => {
  const found = settingsIn(rows);
  const notice = found.maintenance_notice;
  const siteName = found.site_name?.trim() || base.siteName;
  return {
    ...base,
    siteName,
    brandColour: found.brand_colour ?? "",
    logo: found.logo ? logoAddress(base.supabaseUrl, found.logo) : "",
    contactEmail: found.contact_email || base.contactEmail,
    company: companyLine(found.company),
    social: SITE_NETWORKS.flatMap(([key, label]) => {
      const href = found.social_links?.[key];
      return href && !isOfDefaultBrand(href, siteName) ? [{ label, href }] : [];
    }),
    notice: notice?.on ? notice.text.trim() : null,
    plans: plansOf(found.plans),
    home: found.home_texts ?? null,
  };
};

/**
 * The settings of the configuration, overridden by those of the database. They are cached until these change;
 * without a cache they are read each time. While the database does not respond, the last ones apply.
 */
export const createSiteSettings = (
  db: Db,
  base: SiteSettings,
  cache: TaggedCache | null = null,
  now: () => number = () => Date.now(),
) => {
  let known = base;
  let [reads, newest] = [0, 0];
  let sparedUntil = 0;

  const read = async (): Promise<SiteSettings> => {
    const turn = ++reads;
    const { data } = await withSignal(AbortSignal.timeout(READ_WITHIN), async () =>
      db.from("site_settings").select("key, value").in("key", KEYS).throwOnError(),
    );
    const settings = merge(base, data);
    // A slow read may end after a later one.
    if (turn > newest) [known, newest] = [settings, turn];
    return settings;
  };

  const load = async (): Promise<SiteSettings> => {
    if (now() < sparedUntil) throw new Error("The database did not respond");
    return read().catch((error: unknown) => {
      sparedUntil = now() + SPARED;
      throw error;
    });
  };

  const shared = createSharedData(cache);
  return () => shared("settings", load).catch(() => known);
};
