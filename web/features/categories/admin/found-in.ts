import type { ManagedCategory, ManagedGroup } from "./queries.ts";

/** The categories of a group whose names contain `typed`; all of them if the group's own name does. */
export const foundIn = ({ name, categories }: ManagedGroup, typed: string): ManagedCategory[] => {
  const query = typed.trim().toLowerCase();
  return name.toLowerCase().includes(query)
    ? categories
    : categories.filter((category) => category.name.toLowerCase().includes(query));
};
