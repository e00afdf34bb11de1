import { ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import type { ManagedCategory, Reach } from "./queries.ts";

/** The database puts it at the end of its group: its number is the group's largest plus 1. */
export const addCategory = async (db: Db, input: { name: string; group: string }) => {
  await db.from("categories").insert({ name: input.name, group_name: input.group }).throwOnError();
};

/** A category as the admin saw it: a colleague's later change is not overwritten. */
type Seen = Pick<ManagedCategory, "id" | "updated_at">;

const change = async (
  db: Db,
  { id, updated_at }: Seen,
  values: { name?: string; group_name?: string; is_active?: boolean },
) => {
  const { data } = await db
    .from("categories")
    .update(values)
    .eq("id", id)
    .eq("updated_at", updated_at)
    .select("id")
    .throwOnError();
  if (data.length > 0) return;
  throw new ReadableError(
    "This category has changed since you opened it, so nothing was saved. Please reload the page and try again.",
    { code: "PT409" },
  );
};

/** Renames or moves; the database changes every profile and job that names it. */
export const editCategory = (db: Db, input: { seen: Seen; name: string; group: string }) =>
  change(db, input.seen, { name: input.name, group_name: input.group });

/** Removes it from every provider; restoring returns it to them. */
export const deleteCategory = (db: Db, seen: Seen) => change(db, seen, { is_active: false });
export const restoreCategory = (db: Db, seen: Seen) => change(db, seen, { is_active: true });

/** Moves everybody who chose one category to the other, and returns how many. */
export const mergeCategories = async (
  db: Db,
  input: { removed: Seen; target: Seen; reason: string },
): Promise<Reach> => {
  const { data } = await db
    .rpc("admin_merge_categories", {
      from_id: input.removed.id,
      into_id: input.target.id,
      reason: input.reason,
      from_seen: input.removed.updated_at,
      into_seen: input.target.updated_at,
    })
    .throwOnError();
  return data;
};

/** Numbers a group 1..n in this order, all or nothing. */
export const reorderCategories = async (db: Db, input: { group: string; ids: string[] }) => {
  await db
    .rpc("admin_reorder_categories", { group_name: input.group, category_ids: input.ids })
    .throwOnError();
};
