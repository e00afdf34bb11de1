import { expect, it } from "vitest";
import { groupCategories } from "#domain/categories/categories.ts";
import { chipLabel, groupsFor, otherSelection, searchGroups, toggle } from "./selection.ts";

it("adds and removes", () => {
  expect(toggle([], "IT > Graphic Design")).toEqual(["IT > Graphic Design"]);
  expect(toggle(["IT", "Events"], "IT")).toEqual(["Events"]);
});
it("lets the whole of a group replace its parts, and no other group's", () => {
  const chosen = ["IT > Graphic Design", "ITALY > Food", "Events > Weddings", "Other: IT > x"];
  expect(toggle(chosen, "IT")).toEqual([...chosen.slice(1), "IT"]);
});

it("a chip shows the short words", () => {
  expect(chipLabel("IT > Graphic Design")).toBe("Graphic Design");
  expect(chipLabel("Other: Bee keeping")).toBe("Bee keeping");
});
it("a chip cuts at 25 characters, never through a letter", () => {
  expect(chipLabel("x".repeat(25))).toBe("x".repeat(25));
  expect(chipLabel("😀".repeat(26))).toBe(`${"😀".repeat(25)}…`);
});

it("stores a person's own words as Other", () => {
  expect(otherSelection("  Bee   keeping ")).toBe("Other: Bee keeping");
  expect(otherSelection(" \n ")).toBeNull();
  expect(otherSelection("x".repeat(500))).toHaveLength(120);
});

const groups = groupCategories([
  { id: "1", name: "Graphic Design", group_name: "IT" },
  { id: "2", name: "Cyber Security", group_name: "IT" },
  { id: "3", name: "Garden Design", group_name: "Gardening" },
]);
it("finds parts of names in any case, and whole groups by theirs", () => {
  const names = (typed: string) =>
    searchGroups(groups, typed).map(({ name, categories }) => [name, categories.length]);
  expect(names(" DESIGN ")).toEqual([
    ["IT", 1],
    ["Gardening", 1],
  ]);
  expect(names("garden")).toEqual([["Gardening", 1]]);
  expect(names("")).toEqual([
    ["IT", 2],
    ["Gardening", 1],
  ]);
  expect(names(".*")).toEqual([]);
});
it("finds words in any order, and what a word may mean", () => {
  const categories = (found: ReturnType<typeof searchGroups>) =>
    found.flatMap((group) => group.categories.map(({ name }) => name));
  expect(categories(searchGroups(groups, "design garden"))).toEqual(["Garden Design"]);
  expect(searchGroups(groups, "fence design")).toEqual([]);
  expect(categories(groupsFor(groups, ["cyber security", "plumber"], "hacker"))).toEqual([
    "Cyber Security",
  ]);
  expect(groupsFor(groups, [], "hacker")).toEqual([]);
  // One of several words is better than nothing.
  expect(categories(groupsFor(groups, [], "a garden fence"))).toEqual(["Garden Design"]);
  expect(categories(groupsFor(groups, ["cyber security"], "garden hacker"))).toEqual([
    "Cyber Security",
    "Garden Design",
  ]);
});
