import { expect, it } from "vitest";
import { SKILLS_MOST } from "#domain/accounts/profile.ts";
import { skillsOf } from "#domain/providers/providers.ts";
import { withSkill } from "./skills.ts";

it("reads stored skills of any shape", () => {
  expect(skillsOf(null)).toEqual([]);
  expect(skillsOf({ name: "x" })).toEqual([]);
  expect(skillsOf([null, 7, { name: " " }, { name: " Tiling ", category: 3 }])).toEqual([
    { name: "Tiling", category: "" },
  ]);
});

const one = [{ name: "Tiling", category: "Construction/Trade" }];
it("adds a trimmed name and keeps the others as they are", () => {
  expect(withSkill(one, "  Wall   tiling ")).toEqual([
    ...one,
    { name: "Wall tiling", category: "" },
  ]);
});
it.each([
  ["  ", "Please enter a skill"],
  ["TILING", "You have already added this skill"],
  ["x".repeat(81), "Please use at most 80 characters"],
])("refuses %j", (typed, why) => {
  expect(withSkill(one, typed)).toBe(why);
});
it("stops where the database stops", () => {
  const full = Array.from({ length: SKILLS_MOST }, (_, i) => ({ name: `s${i}`, category: "" }));
  expect(withSkill(full, "one more")).toBe("You can list at most 60 skills");
});
