import { dayAhead } from "#domain/values/dates.ts";
import { isLive, people } from "../people.ts";
import { chanceOf } from "../seeded-random.ts";

/** Days for which the sample's pages have been counted: those of the figures. */
const DAYS = 30;

/** How often each listed provider was viewed and found by a search: more for some. */
export const countRows = (now: number) => {
  // Calendar days, because the day that the clocks go back has 25 hours.
  const days = Array.from({ length: DAYS }, (_, ago) => dayAhead(-ago, now));
  return people.flatMap((person) => {
    if (person.type !== "provider" || !isLive(person)) return [];
    const liking = chanceOf("liking", person.key).between(1, 5);
    return days.flatMap((day, ago) => {
      const chance = chanceOf("counts", person.key, ago);
      const found = Math.round(liking * chance.between(1, 4));
      const views = Math.round(found * chance.between(0.1, 0.45));
      return [
        { kind: "search", amount: found },
        { kind: "view", amount: views },
      ]
        .filter(({ amount }) => amount > 0)
        .map((row) => ({ provider_id: person.id, day, ...row }));
    });
  });
};
