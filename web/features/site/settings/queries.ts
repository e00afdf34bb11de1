import type { Json } from "#supabase/database.types.ts";
import type { Db } from "#web/session/site.ts";

export interface Revision {
  id: number;
  value: Json;
  replaced_at: string;
  replaced_by: string | null;
}

export interface Setting<Value = Json> {
  value: Value;
  /** What was seen, so that nobody overwrites a colleague. */
  version: number;
  revisions: Revision[];
}

export interface Coupon {
  code: string;
  months: number;
  is_active: boolean;
  max_redemptions: number;
  redeemed: number;
}

export interface SiteSettings {
  settings: {
    site_name: Setting<string>;
    contact_email: Setting<string>;
    feedback_publication: Setting<string>;
    social_links: Setting<Record<string, string>>;
    maintenance_notice: Setting<{ on: boolean; text: string }>;
    legal_terms: Setting<string>;
    legal_privacy: Setting<string>;
  };
  coupons: Coupon[];
}
export type SettingKey = keyof SiteSettings["settings"];

export const loadSettings = async (db: Db): Promise<SiteSettings> => {
  const { data, error } = await db.rpc("admin_settings");
  if (error) throw error;
  return data as unknown as SiteSettings;
};
