import { labelOf } from "#domain/categories.ts";
import { dayAhead } from "#domain/values/dates.ts";
import { isLive, people } from "../people.ts";
import { chanceOf } from "../seeded-random.ts";

/** Days for which the sample's pages have been counted: today, the 30 days of the figures, and those before. */
const DAYS = 62;

/** As a search's words are stored. */
const wordOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** How often each listed provider was viewed and found by a search: more for some, at weekends less, lately more. */
export const countRows = (now: number) => {
  // Calendar days, because the day that the clocks go back has 25 hours.
  const days = Array.from({ length: DAYS }, (_, ago) => dayAhead(-ago, now));
  return people.flatMap((person) => {
    if (person.type !== "provider" || !isLive(person)) return [];
    const liking = chanceOf("liking", person.key).between(1, 5);
    const words = [person.town, ...person.categories.slice(0, 2).map(labelOf)];
    return days.flatMap((day, ago) => {
      const chance = chanceOf("counts", person.key, ago);
      const found = Math.round(liking * chance.between(1, 4) * (ago < DAYS / 2 ? 1.2 : 1));
      const views = Math.round(found * chance.between(0.1, 0.45));
      return [
        { kind: "search", word: "", amount: found },
        { kind: "view", word: "", amount: views },
        ...words.map((word) => ({
          kind: "word",
          word: wordOf(word),
          amount: Math.round(found * chance.between(0, 0.5)),
        })),
      ]
        .filter(({ kind, word, amount }) => amount > 0 && (kind !== "word" || word !== ""))
        .map((row) => ({ provider_id: person.id, day, ...row }));
    });
  });
};
