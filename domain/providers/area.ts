import { z } from "zod";
import { lengthOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { foldText } from "#domain/values/names.ts";
import { plainDigits } from "#domain/values/numbers.ts";

/** Where a provider works: so many miles around a base, the whole country, or a list; nothing if not stated. */
export interface Area {
  /** A town or postcode. */
  base: string | null;
  miles: number | null;
  whole_uk: boolean;
  /** Towns and first halves of postcodes. */
  places: string[];
}

export const NO_AREA: Area = { base: null, miles: null, whole_uk: false, places: [] };

const PLACES_MOST = 50;
const MILES_MOST = 100;

const OUTWARD = /^[a-z]{1,2}\d[a-z\d]?$/i;
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

const milesOf = (typed: string): number => {
  const [, miles = "0"] = /^(\d{1,4})(?:\s*mi(?:les?)?)?$/i.exec(plainDigits(typed).trim()) ?? [];
  return Number(miles);
};

/** The form of an area: of its parts only those of the chosen kind count. */
export const areaForm = z
  .object({
    kind: z.enum(["", "miles", "places", "uk"]),
    base: z.string(),
    miles: z.string(),
    places: z.string(),
  })
  .superRefine(({ kind, base, miles, places: typed }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (kind === "miles") {
      if (!base.trim()) refuse("base", "Please enter a town or postcode");
      else if (lengthOf(base) > INPUT_LIMITS.place)
        refuse("base", `Please use at most ${INPUT_LIMITS.place} characters`);
      const distance = milesOf(miles);
      if (distance < 1 || distance > MILES_MOST)
        refuse("miles", `Please enter a number from 1 to ${MILES_MOST}`);
    }
    if (kind !== "places") return;
    const places = placesOf(typed);
    const strange = places.find((place) => !PLACE.test(place));
    if (places.length === 0) refuse("places", "Please list at least one town or postcode");
    else if (places.length > PLACES_MOST)
      refuse("places", `You can list at most ${PLACES_MOST} places`);
    else if (places.some((place) => lengthOf(place) > INPUT_LIMITS.place))
      refuse("places", `Please use at most ${INPUT_LIMITS.place} characters a place`);
    else if (strange)
      refuse("places", `'${strange}' is not a town or the first half of a postcode`);
  });
type AreaValues = z.input<typeof areaForm>;

/** An area as the form's values. */
export const areaValues = ({ base, miles, whole_uk, places }: Area): AreaValues => ({
  kind: whole_uk ? "uk" : miles !== null ? "miles" : places.length > 0 ? "places" : "",
  base: base ?? "",
  miles: miles === null ? "" : String(miles),
  places: places.join(", "),
});

/** The area that valid values ask for. */
export const areaFrom = ({ kind, base, miles, places }: AreaValues): Area => ({
  ...NO_AREA,
  ...(kind === "miles" && { base: base.trim(), miles: milesOf(miles) }),
  ...(kind === "places" && { places: placesOf(places) }),
  whole_uk: kind === "uk",
});

/** An area in words, but for its list; null without. */
export const areaText = ({ base, miles, whole_uk }: Area): string | null => {
  if (whole_uk) return "The whole of the UK";
  if (miles === null) return null;
  return `Up to ${miles} ${miles === 1 ? "mile" : "miles"} from ${base}`;
};
