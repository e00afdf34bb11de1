import { expect, it } from "vitest";
import { categoryPath, groupCategories, labelOf, selectionOf, slugOf } from "./categories.ts";

it.each([
  ["Cars/Vehicles", "cars-vehicles"],
  ["Hair & Beauty", "hair---beauty"],
  ["Hairdresser/ Barber", "hairdresser--barber"],
  ["Special Education Needs (SEN) Teacher", "special-education-needs--sen--teacher"],
  ["C++", "c--"],
  ["C#", "c-"],
  ["Café Équipe 2", "cafe-equipe-2"],
  ["🎉 Parties", "--parties"],
  ["Ｗｅｂ Design", "web-design"],
])("%s lives at %s", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

it("categories are selected and shown", () => {
  expect(selectionOf("IT")).toBe("IT");
  expect(selectionOf("IT", "Cyber Security")).toBe("IT > Cyber Security");
  expect(labelOf("IT > Cyber Security")).toBe("Cyber Security");
  expect(labelOf("IT")).toBe("IT");
  expect(labelOf("Hair & Beauty > Other")).toBe("Hair & Beauty: Other");
  expect(categoryPath("Hair & Beauty > Other")).toBe("/categories/other");
  expect(categoryPath("Hair & Beauty")).toBe("/categories/hair---beauty");
  expect(labelOf("Other: Beekeeping > Honey")).toBe("Beekeeping > Honey");
});

it("categories fall into groups", () => {
  const row = (group_name: string, name: string) => ({ id: name, name, group_name });
  expect(groupCategories([row("IT", "a"), row("Events", "b"), row("IT", "c")])).toEqual([
    { name: "IT", slug: "it", categories: [row("IT", "a"), row("IT", "c")] },
    { name: "Events", slug: "events", categories: [row("Events", "b")] },
  ]);
});
