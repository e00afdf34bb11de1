import { foldText } from "#domain/values/names.ts";
import type { ManagedCategory, ManagedGroup } from "./queries.ts";

/** The categories of a group whose names contain `typed`; all of them if the group's own name does. */
export const foundIn = ({ name, categories }: ManagedGroup, typed: string): ManagedCategory[] => {
  const query = foldText(typed);
  return foldText(name).includes(query)
    ? categories
    : categories.filter((category) => foldText(category.name).includes(query));
};
