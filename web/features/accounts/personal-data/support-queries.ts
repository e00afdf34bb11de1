import type { Db } from "#web/session/database.ts";

/** Until when support may view an account; null if it may not. */
export const loadSupportUntil = async (db: Db, userId: string): Promise<string | null> => {
  const { data } = await db
    .from("consents")
    .select("granted, ends_at")
    .eq("user_id", userId)
    .eq("purpose", "support")
    .order("id", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  const live = data?.granted && data.ends_at && Date.parse(data.ends_at) > Date.now();
  return live ? data.ends_at : null;
};

/** What an account's owner sees about support access. */
export interface Support {
  /** Null if support may not view it. */
  until: string | null;
  /** When support viewed the account, newest first. */
  views: string[];
}

export const loadSupport = async (db: Db, userId: string): Promise<Support> => {
  const [until, views] = await Promise.all([
    loadSupportUntil(db, userId),
    db.rpc("list_support_views").throwOnError(),
  ]);
  return { until, views: views.data };
};

export const allowSupport = async (db: Db, hours: number): Promise<void> => {
  await db.rpc("allow_support", { p_hours: hours }).throwOnError();
};

export const withdrawSupport = async (db: Db): Promise<void> => {
  await db.rpc("withdraw_support").throwOnError();
};
