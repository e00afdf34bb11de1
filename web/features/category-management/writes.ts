import type { Db } from "#web/session/site.ts";

/** The database puts it at the end of its group: its number is the group's largest plus 1. */
export const addCategory = async (db: Db, input: { name: string; group: string }) => {
  const { error } = await db
    .from("categories")
    .insert({ name: input.name, group_name: input.group });
  if (error) throw error;
};

const change = async (
  db: Db,
  id: string,
  values: { name?: string; group_name?: string; is_active?: boolean },
) => {
  const { data, error } = await db.from("categories").update(values).eq("id", id).select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("This category is no longer there.");
};

/** Renames or moves; the database changes every profile and job that names it. */
export const editCategory = (db: Db, input: { id: string; name: string; group: string }) =>
  change(db, input.id, { name: input.name, group_name: input.group });

/** Takes it from every provider; restoring gives it back to them. */
export const deleteCategory = (db: Db, id: string) => change(db, id, { is_active: false });
export const restoreCategory = (db: Db, id: string) => change(db, id, { is_active: true });

/** Numbers a group 1..n in this order, all or nothing. */
export const reorderCategories = async (db: Db, input: { group: string; ids: string[] }) => {
  const { error } = await db.rpc("admin_reorder_categories", {
    group_name: input.group,
    category_ids: input.ids,
  });
  if (error) throw error;
};
