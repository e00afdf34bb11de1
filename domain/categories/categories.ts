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

/** The main category of a selection, and the category of it that is selected, if it is not the whole. */
const partsOf = (selection: string): [main: string, sub?: string] =>
  selection.split(SEPARATOR) as [string, string?];

/** The main category of a selection. */
export const mainOf = (selection: string): string => partsOf(selection)[0];

/** A category whose name says nothing without its group's. */
const isOther = (sub: string | undefined): boolean => sub === "Other";

/** The short text for a selection: the sub's name, the main's, or the person's own. */
export const labelOf = (selection: string): string => {
  if (isOwnWords(selection)) return selection.slice(OTHER.length);
  const [main, sub] = partsOf(selection);
  return isOther(sub) ? `${main}: ${sub}` : (sub ?? main);
};

/** The page of a selected category, which a person's own words have not. */
export const categoryPath = (selection: string): string =>
  `/categories/${slugOf(partsOf(selection).at(-1) ?? "")}`;

/** The category a person named first, by its short text; null where they named none or used their own words. */
export const tradeOf = ([first]: readonly string[]): string | null => {
  if (first === undefined || isOwnWords(first)) return null;
  const [main, sub] = partsOf(first);
  return sub === undefined || isOther(sub) ? main : sub;
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
    const selection = selectionOf(group.name, sub);
    if (sub) return { group, sub, label: labelOf(selection), slug, selection };
  }
  return null;
};
