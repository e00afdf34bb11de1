import { plansSetting } from "#domain/membership/plan-setting.ts";
import { ReadableError } from "#domain/site/faults.ts";
import { LOGO_BUCKET, siteLogoPath } from "#domain/site/logo.ts";
import type { Json } from "#supabase/database.ts";
import type { Db } from "#web/session/database.ts";
import { callFunction } from "#web/session/refusal.ts";
import type { Coupon } from "./queries.ts";

export const saveSetting = async (
  db: Db,
  input: { key: string; value: Json; seen: string; reason: string },
): Promise<void> => {
  await db
    .rpc("admin_save_setting", {
      setting_key: input.key,
      new_value: input.value,
      seen: input.seen,
      reason: input.reason,
    })
    .throwOnError();
};

/** Refuses plans for which the payment provider would charge another sum than they show. */
const checkPlans = async (db: Db, plans: Json): Promise<void> => {
  // The database says what is wrong with other values.
  if (!plansSetting.safeParse(plans).success) return;
  const data = await callFunction<{ problem: string | null }>(db, "admin-check-plans", { plans });
  if (data?.problem) throw new ReadableError(data.problem);
};

export const savePlans: typeof saveSetting = async (db, input) => {
  await checkPlans(db, input.value);
  await saveSetting(db, input);
};

export const restoreSetting = async (
  db: Db,
  input: { key: string; value: Json; revision: number; seen: string; reason: string },
): Promise<void> => {
  if (input.key === "plans") await checkPlans(db, input.value);
  await db
    .rpc("admin_restore_setting", {
      revision_id: input.revision,
      seen: input.seen,
      reason: input.reason,
    })
    .throwOnError();
};

/** Stores a logo and returns its path. It is shown once the setting names it. */
export const uploadSiteLogo = async (db: Db, file: File): Promise<string> => {
  const path = siteLogoPath(file.type, Date.now());
  const { error } = await db.storage
    .from(LOGO_BUCKET)
    .upload(path, file, { contentType: file.type });
  if (error) throw error;
  return path;
};

export const setCoupon = async (
  db: Db,
  input: { coupon: Coupon; active: boolean; most: number; reason: string },
): Promise<void> => {
  const { code, updated_at } = input.coupon;
  await db
    .rpc("admin_set_coupon", {
      coupon_code: code,
      active: input.active,
      most: input.most,
      seen: updated_at,
      reason: input.reason,
    })
    .throwOnError();
};
