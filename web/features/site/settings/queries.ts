import type { SiteSettings } from "#domain/site/results.ts";

export type { Coupon, SiteSettings } from "#domain/site/results.ts";

import type { Json } from "#supabase/database.ts";
import type { Db } from "#web/session/database.ts";

export interface Revision {
  id: number;
  value: Json;
  replaced_at: string;
  replaced_by: string | null;
}

export interface Setting<Value = Json> {
  value: Value;
  /** A save is refused if a colleague has saved since. */
  updated_at: string;
  revisions: Revision[];
}

export const loadSettings = async (db: Db): Promise<SiteSettings> => {
  const { data } = await db.rpc("admin_settings").throwOnError();
  return data;
};
