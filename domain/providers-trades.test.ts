import { expect, it } from "vitest";
import { countPeople, jobTitleFor, tradePeople } from "./providers-trades.ts";

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

it("names a job and the people it is for", () => {
  expect(jobTitleFor("plumbers", "Leeds")).toBe("Plumber needed in Leeds");
  expect(jobTitleFor("boiler repair", "")).toBe("Boiler repair");
  expect(jobTitleFor("", "Leeds")).toBe("Professional needed in Leeds");
  expect(tradePeople("plumber")).toBe("plumbers");
  expect(tradePeople("boiler")).toBe("professionals");
});
