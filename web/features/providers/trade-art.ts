/** Our drawings by main category (spec 2 section 3): in place of a picture of the work. */
const DRAWINGS: Record<string, string> = {
  "Cars/Vehicles": "cars",
  "Cleaning & Removal Services": "cleaning",
  "Construction/Trade": "carpentry",
  Education: "education",
  Events: "events",
  "Fitness, Health and Wellbeing": "fitness",
  "Gardening and Outdoors": "garden",
  "Hair & Beauty": "beauty",
  IT: "it",
  "Legal and Financial Services": "consulting",
  "Marketing & Advertising": "marketing",
  "Music, Photography and Visuals": "music",
  "Painting, Decorating and Interior Design": "painting",
  "Pets/Animals": "pets",
};

/** The drawing of a trade; of a street's front for one that has none, such as an admin's new category. */
export const tradeArt = (mainCategory: string | null | undefined): string =>
  `/art/${DRAWINGS[mainCategory ?? ""] ?? "trade"}.svg`;
