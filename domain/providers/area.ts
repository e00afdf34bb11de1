import { z } from "zod";
import { lengthOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { foldText } from "#domain/values/names.ts";
import { plainDigits } from "#domain/values/numbers.ts";
import { shortText } from "#domain/values/texts.ts";

const PLACES_MOST = 30;

const OUTWARD = /^[a-z]{1,2}\d[a-z\d]?$/i;
/** The database has the same rule (private.valid_places). */
const PLACE = /^[\p{L}\p{N}][\p{L}\p{N} '’.&()/-]*$/u;

/** Towns and outward postcodes as typed, separated by commas or lines: each once, codes in capitals. */
export const placesOf = (typed: string): string[] => {
  const places = plainDigits(typed)
    .split(/[\n,;]/)
    .map((place) => place.trim().replace(/\s+/g, " "))
    .filter(Boolean)
    .map((place) => (OUTWARD.test(place) ? place.toUpperCase() : place));
  const seen = new Set<string>();
  return places.filter((place) => {
    const known = seen.has(foldText(place));
    seen.add(foldText(place));
    return !known;
  });
};

export const areaForm = z.object({
  places: z.string().superRefine((typed, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const places = placesOf(typed);
    const strange = places.find((place) => !PLACE.test(place));
    if (places.length > PLACES_MOST) refuse(`You can list at most ${PLACES_MOST} places`);
    else if (places.some((place) => lengthOf(place) > INPUT_LIMITS.place)) {
      refuse(`Please use at most ${INPUT_LIMITS.place} characters a place`);
    } else if (strange) refuse(`'${strange}' is not a town or the first half of a postcode`);
  }),
  radius: shortText(LIMITS.availability.radius),
});
