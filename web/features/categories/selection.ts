import { type CategoryGroup, labelOf, selectionOf } from "#domain/categories/categories.ts";
import { firstOf, lengthOf } from "#domain/values/characters.ts";
import { foldText } from "#domain/values/names.ts";

/** At most this many chips before '+N more', and this many characters of each (spec 1 section 9). */
export const CHIPS_SHOWN = 3;
const CHIP_CHARACTERS = 25;

const OTHER = "Other: ";

/** A chip's text: the selection's short words, cut at 25 characters. */
export const chipLabel = (selection: string): string => {
  const label = labelOf(selection);
  return lengthOf(label) > CHIP_CHARACTERS ? `${firstOf(label, CHIP_CHARACTERS)}…` : label;
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
  return words === "" ? null : firstOf(OTHER + words, 120);
};

const matching = (
  groups: readonly CategoryGroup[],
  matches: (name: string) => boolean,
): CategoryGroup[] =>
  groups.flatMap((group) => {
    if (matches(foldText(group.name))) return [group];
    const categories = group.categories.filter(({ name }) => matches(foldText(name)));
    return categories.length > 0 ? [{ ...group, categories }] : [];
  });

/** The groups that contain each word of `typed`: whole if the group's own name does, otherwise only the matches. */
export const searchGroups = (groups: readonly CategoryGroup[], typed: string): CategoryGroup[] => {
  const words = foldText(typed).split(" ");
  return matching(groups, (name) => words.every((word) => name.includes(word)));
};

/** As above, for what a word may mean, as a synonym finds it: the groups that contain one of the meanings. */
const groupsMeaning = (
  groups: readonly CategoryGroup[],
  meanings: readonly string[],
): CategoryGroup[] => matching(groups, (name) => meanings.some((one) => name.includes(one)));

/** Shorter words, such as "a" or "the", are in too many names. */
const LEAST_LETTERS = 4;

/** For words that no name has all of: the groups that contain what they may mean, or one of the words. */
export const groupsFor = (
  groups: readonly CategoryGroup[],
  meanings: readonly string[],
  typed: string,
): CategoryGroup[] => {
  const words = foldText(typed).split(" ");
  return groupsMeaning(groups, [
    ...meanings.map(foldText),
    ...words.filter((word) => word.length >= LEAST_LETTERS),
  ]);
};
