import { foldText } from "#domain/values/names.ts";
import { type CategoryGroup, isOwnWords, mainOf, selectionOf } from "./categories.ts";

const CANDIDATES = 3;
/** Words that do not tell one category from another. */
const FILLERS = new Set(["and", "services", "service", "contractor", "specialist"]);
/** The ends of trades and of people in them: roofer and roofing, photographer and photography. */
const ENDINGS =
  /^(.{3,}?)(?:ancy|ants?|ers?|ery|ors?|ings?|ions?|ians?|ists?|ures?|eons?|ies|ry|y|e|s)+$/;
/** Letters of the longest word that is a trade's: on endless ones the ends above would be tried in all their ways. */
const LONGEST = 30;
/** Words that begin with the same letters are near: electrical and electrician. */
const NEAR = 4;

interface Choice {
  selection: string;
  /** Without its group's. */
  name: string;
  isGroup: boolean;
}

const choicesOf = (groups: readonly CategoryGroup[]): Choice[] => [
  ...groups.map(({ name }) => ({ selection: name, name, isGroup: true })),
  ...groups.flatMap((group) =>
    group.categories.map(({ name }) => ({
      selection: selectionOf(group.name, name),
      name,
      isGroup: false,
    })),
  ),
];

const fold = (text: string): string => foldText(text).replace(/\s*>\s*/g, " > ");

const stemsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !FILLERS.has(word))
    .map((word) => (word.length > LONGEST ? word : word.replace(ENDINGS, "$1")));

const list = (choices: readonly Choice[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat("en-GB", { type }).format(
    choices.slice(0, CANDIDATES).map(({ selection }) => `“${selection}”`),
  );

const nearest = (choices: readonly Choice[], stems: readonly string[]): Choice[] => {
  const score = (text: string): number => {
    const known = stemsOf(text);
    return stems.filter((stem) => known.some((word) => word.startsWith(stem.slice(0, NEAR))))
      .length;
  };
  return choices
    .filter(({ name, isGroup }) => !isGroup && score(name) > 0)
    .sort((one, other) => score(other.selection) - score(one.selection));
};

const readOne = (choices: readonly Choice[], text: string): Choice | { problem: string } => {
  const stems = stemsOf(text);
  const named = choices.filter(({ name }) => fold(name) === fold(text));
  const alike =
    named.length > 0
      ? named
      : choices.filter(({ name }) => {
          const known = stemsOf(name);
          return stems.length > 0 && stems.every((stem) => known.includes(stem));
        });
  // "Photographer" is Photography, although its group is named after it too.
  const [only, second] = alike.filter(
    ({ name, isGroup }) =>
      !isGroup || alike.every((other) => other.isGroup || mainOf(other.selection) !== name),
  );
  if (second)
    return {
      problem: `Several categories match “${text}”: write ${list(alike, "disjunction")}`,
    };
  if (only) return only;
  const near = nearest(choices, stems);
  return {
    problem: `No category is called “${text}”${near.length > 0 ? `; the nearest: ${list(near, "conjunction")}` : ""}`,
  };
};

/**
 * The selections that somebody means who writes categories, with semicolons or commas between them: "Main", "Main > Sub",
 * or a name by itself in any case and form, as "roofer" for Roofing, if it matches one only. Says of each other why not.
 */
export const readCategories = (
  groups: readonly CategoryGroup[],
  text: string,
): { found: string[]; problems: string[] } => {
  const choices = choicesOf(groups);
  const exact = (written: string): Choice | undefined =>
    choices.find(({ selection }) => fold(selection) === fold(written));
  const written = text.split(";").flatMap((part) => {
    const whole = part.trim();
    return isOwnWords(whole) || exact(whole) ? [whole] : part.split(",").map((each) => each.trim());
  });
  const found = new Set<string>();
  const problems = new Set<string>();
  for (const each of written.filter(Boolean)) {
    const read = isOwnWords(each) ? { selection: each } : (exact(each) ?? readOne(choices, each));
    if ("problem" in read) problems.add(read.problem);
    else found.add(read.selection);
  }
  return { found: [...found], problems: [...problems] };
};
