import { type CategoryGroup, groupCategories, selectionOf } from "#domain/categories/categories.ts";
import type { Db } from "#web/session/database.ts";

/** Every active category, in groups, in the admins' order. */
export const loadCategoryGroups = async (db: Db): Promise<CategoryGroup[]> => {
  const { data } = await db
    .from("categories")
    .select("id, name, group_name")
    .eq("is_active", true)
    .order("group_name")
    .order("display_order")
    .limit(1000)
    .throwOnError();
  return groupCategories(data);
};

/** The groups, with the categories of only the chosen one: enough to show a choice and to narrow it. */
export const foldGroups = (groups: readonly CategoryGroup[], selection: string): CategoryGroup[] =>
  groups.map((group) =>
    selection === group.name || selection.startsWith(selectionOf(group.name, ""))
      ? group
      : { ...group, categories: [] },
  );
