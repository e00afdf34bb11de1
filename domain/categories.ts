/**
 * Category selections are strings: `Main` for a whole main category, `Main > Sub` for one category of it,
 * `Other: text` for a person's own words (spec 2 section 3, P-26).
 */
interface Category {
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

/** The address of a category page: lower case, each other sign a '-' (spec 2 section 2); é is e. The database has the same rule (private.slugify). */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, "-");

export const selectionOf = (group: string, name?: string): string =>
  name === undefined ? group : group + SEPARATOR + name;

/** Whether a selection is a person's own text, and no category of ours. */
export const isOwnWords = (selection: string): boolean => selection.startsWith(OTHER);

/** The short text for a selection: the sub's name, the main's, or the person's own. */
export const labelOf = (selection: string): string =>
  isOwnWords(selection)
    ? selection.slice(OTHER.length)
    : (selection.split(SEPARATOR)[1] ?? selection);

/** The main category of a selection. */
export const mainOf = (selection: string): string => selection.split(SEPARATOR)[0] ?? selection;

/** The category a person named first, by its short text; null where they named none or used their own words. */
export const tradeOf = ([first]: readonly string[]): string | null => {
  if (first === undefined || isOwnWords(first)) return null;
  const label = labelOf(first);
  return label === "Other" ? mainOf(first) : label;
};

/** Rows in their order, grouped in order of first appearance. */
export const groupCategories = (categories: readonly Category[]): CategoryGroup[] =>
  [...Map.groupBy(categories, ({ group_name }) => group_name)].map(([name, members]) => ({
    name,
    slug: slugOf(name),
    categories: members,
  }));

/** The meaning of a slug: a whole group, or one category of it. */
export interface Place {
  group: CategoryGroup;
  /** The category's own name; null for the whole group. */
  sub: string | null;
  label: string;
  slug: string;
  selection: string;
}

/** The group of this slug, otherwise the first category with it, otherwise nothing. */
export const findBySlug = (groups: readonly CategoryGroup[], slug: string): Place | null => {
  const whole = groups.find((group) => group.slug === slug);
  if (whole)
    return { group: whole, sub: null, label: whole.name, slug, selection: selectionOf(whole.name) };
  for (const group of groups) {
    const sub = group.categories.find(({ name }) => slugOf(name) === slug)?.name;
    if (sub) return { group, sub, label: sub, slug, selection: selectionOf(group.name, sub) };
  }
  return null;
};
