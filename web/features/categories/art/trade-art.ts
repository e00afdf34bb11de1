import { slugOf } from "#domain/categories/categories.ts";

/** All drawings are one file: each of its own would wait for a connection. */
export const drawing = (name: string): string => `/art/trades.svg#${name}`;

/** Our drawings by main category (spec 2 section 3), as in addresses: in place of a picture of the work. */
const DRAWINGS: Record<string, string> = {
  "cars-vehicles": "cars",
  "cleaning---removal-services": "cleaning",
  "construction-trade": "carpentry",
  education: "education",
  events: "events",
  "fitness--health-and-wellbeing": "fitness",
  "gardening-and-outdoors": "garden",
  "hair---beauty": "beauty",
  it: "it",
  "legal-and-financial-services": "consulting",
  "marketing---advertising": "marketing",
  "music--photography-and-visuals": "music",
  "painting--decorating-and-interior-design": "painting",
  "pets-animals": "pets",
};

/** Trades that the drawing of their main category would show at another one's work. */
const OF_TRADE: Record<string, string> = {
  architecture: "trade",
  "bathroom-specialist": "trade",
  bricklaying: "trade",
  demolition: "trade",
  "driving-lessons-teaching": "education",
  electrician: "electrical",
  locksmith: "trade",
  mechanical: "trade",
  "plastering-rendering": "trade",
  plumber: "trade",
  "project-management": "trade",
  roofing: "trade",
  scaffolding: "trade",
  "stoneworker-stonemason": "trade",
};

/** The drawing of a trade; of a shop's front for one that has none, such as an admin's new category. */
export const tradeArt = (
  mainCategory: string | null | undefined,
  trade: string | null | undefined = null,
): string =>
  drawing(OF_TRADE[slugOf(trade ?? "")] ?? DRAWINGS[slugOf(mainCategory ?? "")] ?? "trade");
