import type { Json } from "#supabase/database.types.ts";
import type { Db } from "#web/session/site.ts";
import type { SettingKey } from "./queries.ts";

export const saveSetting = async (
  db: Db,
  input: { key: SettingKey; value: Json; version: number },
): Promise<void> => {
  const { error } = await db.rpc("admin_save_setting", {
    setting_key: input.key,
    new_value: input.value,
    seen: input.version,
  });
  if (error) throw error;
};

export const restoreSetting = async (db: Db, revision: number): Promise<void> => {
  const { error } = await db.rpc("admin_restore_setting", { revision_id: revision });
  if (error) throw error;
};

export const setCoupon = async (
  db: Db,
  input: { code: string; active: boolean; most: number },
): Promise<void> => {
  const { error } = await db.rpc("admin_set_coupon", {
    coupon_code: input.code,
    active: input.active,
    most: input.most,
  });
  if (error) throw error;
};
