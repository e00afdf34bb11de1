import type { Db } from "#web/session/database.ts";

/** A provider's services in order: public for a listed one, otherwise for the owner alone. */
export const loadServices = async (db: Db, providerId: string) => {
  const { data, error } = await db
    .from("services")
    .select("id, title, description, price_pence, price_text, unit, category")
    .eq("provider_id", providerId)
    .order("position")
    .order("id")
    .limit(60);
  if (error) throw error;
  return data;
};

export type OfferedService = Awaited<ReturnType<typeof loadServices>>[number];
