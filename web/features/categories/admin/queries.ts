import type { ManagedCategory, Reach } from "#domain/categories/results.ts";

export type { ManagedCategory, Reach } from "#domain/categories/results.ts";

import type { Db } from "#web/session/database.ts";

export interface ManagedGroup {
  name: string;
  categories: ManagedCategory[];
}

export interface Managed {
  groups: ManagedGroup[];
  deleted: ManagedCategory[];
}

/** Every category by group and order, with the deleted ones separate. */
export const loadManaged = async (db: Db): Promise<Managed> => {
  const { data } = await db.rpc("admin_categories").throwOnError();
  const active = data.filter(({ is_active }) => is_active);
  return {
    groups: [...Map.groupBy(active, ({ group_name }) => group_name)].map(([name, categories]) => ({
      name,
      categories,
    })),
    deleted: data.filter(({ is_active }) => !is_active),
  };
};

/** How many names the statistics dialog lists. */
const NEWEST = 10;

/** How often a category is used, and its most recent users. */
export const loadStatistics = async (db: Db, categoryId: string) => {
  const { data, count } = await db
    .from("provider_categories")
    .select("provider_id, created_at, provider:profiles(first_name, last_name, business_name)", {
      count: "exact",
    })
    .eq("category_id", categoryId)
    .order("created_at", { ascending: false })
    .order("provider_id")
    .limit(NEWEST)
    .throwOnError();
  return { total: count ?? 0, newest: data };
};
export type Statistics = Awaited<ReturnType<typeof loadStatistics>>;

export const loadReach = async (db: Db, categoryId: string): Promise<Reach> => {
  const { data } = await db.rpc("admin_category_reach", { category_id: categoryId }).throwOnError();
  return data;
};
