import { type CategoryGroup, labelOf, selectionOf } from "#domain/categories.ts";

/** At most this many chips before '+N more', and this many characters of each (spec 1 section 9). */
export const CHIPS_SHOWN = 3;
const CHIP_CHARACTERS = 25;

const OTHER = "Other: ";

/** A chip's text: the selection's short words, cut at 25 characters. */
export const chipLabel = (selection: string): string => {
  const characters = [...labelOf(selection)];
  return characters.length > CHIP_CHARACTERS
    ? `${characters.slice(0, CHIP_CHARACTERS).join("")}…`
    : characters.join("");
};

/**
 * Adds or removes one selection. A whole group includes each of its categories, so choosing `Main` drops
 * its `Main > Sub`, and neither is ever chosen twice.
 */
export const toggle = (chosen: readonly string[], selection: string): string[] =>
  chosen.includes(selection)
    ? chosen.filter((other) => other !== selection)
    : [...chosen.filter((other) => !other.startsWith(selectionOf(selection, ""))), selection];

/** `Other: text` from a person's own words, or null if there are none. */
export const otherSelection = (typed: string): string | null => {
  const words = typed.replace(/\s+/g, " ").trim();
  return words === "" ? null : (OTHER + words).slice(0, 120);
};

const matching = (
  groups: readonly CategoryGroup[],
  matches: (name: string) => boolean,
): CategoryGroup[] =>
  groups.flatMap((group) => {
    if (matches(group.name.toLowerCase())) return [group];
    const categories = group.categories.filter(({ name }) => matches(name.toLowerCase()));
    return categories.length > 0 ? [{ ...group, categories }] : [];
  });

/** Letters of the shortest word that is searched by itself: "and" and "for" say nothing. */
const SHORTEST_WORD = 4;

/**
 * The groups that contain `typed`, else one of its words, else what it may mean (a synonym's finds): whole if the
 * group's own name matches, otherwise only the matches.
 */
export const searchGroups = (
  groups: readonly CategoryGroup[],
  typed: string,
  meanings: readonly string[] = [],
): CategoryGroup[] => {
  const query = typed.trim().toLowerCase();
  if (query === "") return [...groups];
  const words = query.split(/\s+/).filter(({ length }) => length >= SHORTEST_WORD);
  for (const wanted of [[query], words, meanings]) {
    const found = matching(groups, (name) => wanted.some((one) => name.includes(one)));
    if (found.length > 0) return found;
  }
  return [];
};
