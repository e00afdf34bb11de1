import { expect, it } from "vitest";
import { ownProfilePath, skillsField, withSkills } from "./profile.ts";

it("skills are one per line, trimmed, and keep the category they had", () => {
  const stored = [{ name: "Tiling", category: "Construction/Trade" }];
  expect(withSkills(stored, " tiling \n\n Wall   panels\r\n")).toEqual([
    { name: "tiling", category: "Construction/Trade" },
    { name: "Wall panels", category: "" },
  ]);
});

it.each([
  ["Tiling\ntiling", "Please list each skill once"],
  ["x".repeat(81), "Please use at most 80 characters a line"],
  [Array.from({ length: 61 }, (_, i) => `s${i}`).join("\n"), "You can list at most 60 skills"],
])("skills are refused", (skills, why) => {
  expect(skillsField.safeParse({ skills }).error?.issues[0]?.message).toBe(why);
});

it("leads to the public page of a listed provider only", () => {
  const provider = { id: "p1", account_type: "provider", is_active: true, is_visible: true };
  expect(ownProfilePath(provider, true)).toBe("/directory/p1");
  expect(ownProfilePath(provider, false)).toBe("/profile");
  expect(ownProfilePath({ ...provider, is_visible: false }, true)).toBe("/profile");
  expect(ownProfilePath({ ...provider, is_active: false }, true)).toBe("/profile");
  expect(ownProfilePath({ ...provider, account_type: "client" }, true)).toBe("/profile");
  expect(ownProfilePath(null, true)).toBe("/profile");
});
