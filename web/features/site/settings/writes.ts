import type { Json } from "#supabase/database.ts";
import type { Db } from "#web/session/database.ts";
import type { Coupon, SettingKey } from "./queries.ts";

export const saveSetting = async (
  db: Db,
  input: { key: SettingKey; value: Json; version: number; reason: string },
): Promise<void> => {
  const { error } = await db.rpc("admin_save_setting", {
    setting_key: input.key,
    new_value: input.value,
    seen: input.version,
    reason: input.reason,
  });
  if (error) throw error;
};

export const restoreSetting = async (
  db: Db,
  input: { revision: number; version: number; reason: string },
): Promise<void> => {
  const { error } = await db.rpc("admin_restore_setting", {
    revision_id: input.revision,
    seen: input.version,
    reason: input.reason,
  });
  if (error) throw error;
};

export const setCoupon = async (
  db: Db,
  input: { coupon: Coupon; active: boolean; most: number; reason: string },
): Promise<void> => {
  const { code, is_active, max_redemptions } = input.coupon;
  const { error } = await db.rpc("admin_set_coupon", {
    coupon_code: code,
    active: input.active,
    most: input.most,
    seen: { is_active, max_redemptions },
    reason: input.reason,
  });
  if (error) throw error;
};
