import { expect, it } from "vitest";
import { countPeople } from "./trades.ts";

it.each([
  [1, "plumber", "1 plumber"],
  [3, "Plumbers", "3 plumbers"],
  [0, "Dog walker", "No dog walkers"],
  [2, "plumber near Leeds", "2 plumbers"],
  [2, "plumber within 5 miles of York", "2 plumbers"],
  [1200, "", "1,200 professionals"],
  [1, "", "1 professional"],
  [3, "boiler repair", "3 professionals for “boiler repair”"],
  [0, "Dog Walking", "No professionals for “Dog Walking”"],
])("counts %i of %j as %j", (total, words, answer) => {
  expect(countPeople(total, words)).toBe(answer);
});

it.each([
  ["plumbers", ["Plumber", "Plumber"], "2 plumbers"],
  ["plumber", ["Plumber", "Bathroom Specialist"], "2 professionals for “plumber”"],
  ["photographer", ["Photography"], "1 photographer"],
  ["dog walker", ["Dog Walking"], "1 dog walker"],
  ["dog walker", ["Dog Training"], "1 professional for “dog walker”"],
  ["tree surgeon", ["Tree Surgery"], "1 tree surgeon"],
  ["electrician", ["Electrician", "Mechanical"], "2 professionals for “electrician”"],
  ["mechanic", ["Mechanic/Garage"], "1 mechanic"],
  ["painter", ["Internal Painting and Decorating", null], "2 professionals for “painter”"],
  ["accountant", ["Accountancy"], "1 accountant"],
  ["hairdresser", ["Hairdresser/ Barber"], "1 hairdresser"],
  ["boiler repair", ["Plumber"], "1 professional for “boiler repair”"],
])("counts people found by %j whose trades are %j as %j", (words, titles, answer) => {
  expect(countPeople(titles.length, words, titles)).toBe(answer);
});

it("claims no trade of people on other pages", () => {
  expect(countPeople(40, "plumber", ["Plumber"])).toBe("40 professionals for “plumber”");
  expect(countPeople(0, "plumber", [])).toBe("No plumbers");
});
