import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { groupCategories } from "./categories.ts";
import { readCategories } from "./written.ts";

const seed: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("../../supabase/seed/categories.json", import.meta.url), "utf8"),
);
const GROUPS = groupCategories(
  Object.entries(seed).flatMap(([group_name, names]) =>
    names.map((name) => ({ id: `${group_name} ${name}`, group_name, name })),
  ),
);

it.each([
  ["Plumber", "Construction/Trade > Plumber"],
  ["PLUMBING", "Construction/Trade > Plumber"],
  ["plumbers", "Construction/Trade > Plumber"],
  ["Roofer", "Construction/Trade > Roofing"],
  ["Roofing services", "Construction/Trade > Roofing"],
  ["Electrics", "Construction/Trade > Electrician"],
  ["Carpenter", "Construction/Trade > Carpentry"],
  ["Mechanic", "Cars/Vehicles > Mechanic/Garage"],
  ["Mechanical", "Construction/Trade > Mechanical"],
  ["Photographer", "Music, Photography and Visuals > Photography"],
  ["Accountant", "Legal and Financial Services > Accountancy"],
  ["Tree surgeon", "Gardening and Outdoors > Tree Surgery"],
  ["Landscaper", "Gardening and Outdoors > Landscaping"],
  ["Tutor", "Education > Tutoring"],
  ["Barber", "Hair & Beauty > Hairdresser/ Barber"],
  ["Dog-walker", "Pets/Animals > Dog Walking"],
  ["Window cleaner", "Cleaning & Removal Services > Window Cleaning"],
  [
    "Painting & Decorating",
    "Painting, Decorating and Interior Design > Internal Painting and Decorating",
  ],
  ["Trade", "Construction/Trade"],
  ["Fitness, Health and Wellbeing", "Fitness, Health and Wellbeing"],
  ["Plumber, Electrician", "Construction/Trade > Plumber|Construction/Trade > Electrician"],
  ["Roofer; roofing , it", "Construction/Trade > Roofing|IT"],
  ["Other: Sword swallowing, juggling", "Other: Sword swallowing, juggling"],
  ["", ""],
])("reads %j as %s", (written, selections) => {
  expect(readCategories(GROUPS, written)).toEqual({
    found: selections.split("|").filter(Boolean),
    problems: [],
  });
});

it.each([
  [
    "Painter",
    "Several categories match “Painter”: write “Painting, Decorating and Interior Design”, “Painting, Decorating and Interior Design > External Wall Painting” or “Painting, Decorating and Interior Design > Internal Painting and Decorating”",
  ],
  [
    "Gardener",
    "Several categories match “Gardener”: write “Gardening and Outdoors”, “Gardening and Outdoors > Garden Design” or “Gardening and Outdoors > Garden Maintenance”",
  ],
  [
    "Cleaner",
    "Several categories match “Cleaner”: write “Cleaning & Removal Services”, “Cars/Vehicles > Car Wash/Cleaning” or “Cleaning & Removal Services > Carpet Cleaning”",
  ],
  [
    "Construction",
    "Several categories match “Construction”: write “Construction/Trade” or “Cleaning & Removal Services > Post Construction Cleaning”",
  ],
  ["Plumer", "No category is called “Plumer”; the nearest: “Construction/Trade > Plumber”"],
  [
    "Electrical",
    "No category is called “Electrical”; the nearest: “Construction/Trade > Electrician” and “IT > Phone/Laptop/Electronic Repairs”",
  ],
  [
    "Bathroom fitter",
    "No category is called “Bathroom fitter”; the nearest: “Construction/Trade > Bathroom Specialist” and “Construction/Trade > Window/Door Fitting”",
  ],
  ["Bookkeeper", "No category is called “Bookkeeper”"],
  ["Services", "No category is called “Services”"],
  ...["ers", "ings", "eries"].map((end) => {
    const endless = `${end.repeat(2000)}x`;
    return [endless, `No category is called “${endless}”`];
  }),
])("refuses %j, and says why", (written, problem) => {
  expect(readCategories(GROUPS, `${written}; IT`)).toEqual({ found: ["IT"], problems: [problem] });
});
