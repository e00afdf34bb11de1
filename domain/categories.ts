/**
 * Selections of categories are strings: `Main` for the whole of a main category, `Main > Sub` for
 * one of it, `Other: text` for somebody's own words (spec 2 section 3, decision 26).
 */
export interface Category {
  id: string;
  name: string;
  group_name: string;
}

export interface CategoryGroup {
  name: string;
  slug: string;
  categories: Category[];
}

const SEPARATOR = " > ";
const OTHER = "Other: ";

/** The address of a category page: lowercase, everything else becomes '-' (spec 2 section 2). */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const selectionOf = (group: string, name?: string): string =>
  name === undefined ? group : group + SEPARATOR + name;

/** The short words for a selection: the sub's name, the main's, or somebody's own. */
export const labelOf = (selection: string): string =>
  selection.startsWith(OTHER)
    ? selection.slice(OTHER.length)
    : (selection.split(SEPARATOR)[1] ?? selection);

/** Rows in their order, as groups in the order in which they first appear. */
export const groupCategories = (categories: readonly Category[]): CategoryGroup[] =>
  [...Map.groupBy(categories, ({ group_name }) => group_name)].map(([name, members]) => ({
    name,
    slug: slugOf(name),
    categories: members,
  }));
