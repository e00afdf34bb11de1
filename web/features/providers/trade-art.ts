import { slugOf } from "#domain/categories.ts";

/** Our drawings by main category (spec 2 section 3), as in addresses: in place of a picture of the work. */
const DRAWINGS: Record<string, string> = {
  "cars-vehicles": "cars",
  "cleaning-removal-services": "cleaning",
  "construction-trade": "carpentry",
  education: "education",
  events: "events",
  "fitness-health-and-wellbeing": "fitness",
  "gardening-and-outdoors": "garden",
  "hair-beauty": "beauty",
  it: "it",
  "legal-and-financial-services": "consulting",
  "marketing-advertising": "marketing",
  "music-photography-and-visuals": "music",
  "painting-decorating-and-interior-design": "painting",
  "pets-animals": "pets",
};

/** The drawing of a trade; of a street's front for one that has none, such as an admin's new category. */
export const tradeArt = (mainCategory: string | null | undefined): string =>
  `/art/${DRAWINGS[slugOf(mainCategory ?? "")] ?? "trade"}.svg`;
